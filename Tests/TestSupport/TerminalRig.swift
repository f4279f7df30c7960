import Foundation

/// A program on its own terminal, drawn by an emulator that is independent of our code (`Tests/Rig/terminal.py`).
public final class TerminalRig {
  private let process: RigProcess

  /// An error of the emulator, with a sentence that gives the reason.
  public struct Failure: Error, CustomStringConvertible {
    public var description: String
  }

  /// Adds `surroundings` to the tests' environment; a value of nil removes a variable.
  public init(_ command: [String], _ surroundings: [String: String?] = [:]) throws {
    var words: [String] = []
    for (name, value) in surroundings where value == nil { words += ["-u", name] }
    for (name, value) in surroundings { if let value { words.append("\(name)=\(value)") } }
    process = try RigProcess("env", words + ["python3", RigProcess.script("terminal.py")] + command)
  }

  @discardableResult
  public func ask(_ order: String, _ members: [String: Any] = [:]) throws -> Any {
    let text = try JSONSerialization.data(withJSONObject: members.merging(["do": order]) { $1 })
    try process.write(String(decoding: text, as: UTF8.self))
    guard let line = process.line() else { throw Failure(description: "the emulator has ended") }
    let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    if let error = answer?["error"] as? String { throw Failure(description: error) }
    return answer?["value"] ?? 0
  }

  public var lines: [String] { get throws { try ask("screen") as? [String] ?? [] } }

  /// Waits until the screen has this text, or no longer has it, and returns the screen's lines.
  @discardableResult
  public func until(_ text: String, isThere: Bool = true) throws -> [String] {
    try ask("until", ["text": text, "not": !isThere]) as? [String] ?? []
  }

  public func type(_ text: String) throws { try ask("type", ["text": text]) }
  public func resize(_ columns: Int, _ rows: Int) throws { try ask("size", ["columns": columns, "rows": rows]) }

  /// Returns the number of bytes that arrive in that time; a blind terminal reads none of them.
  public func wait(_ seconds: Double, blind: Bool = false) throws -> Int {
    try ask("wait", ["seconds": seconds, "blind": blind]) as? Int ?? 0
  }

  /// Returns the program's status, and whether it has restored the terminal.
  public func end() throws -> (status: Int, isRestored: Bool) {
    let answer = try ask("end") as? [String: Any] ?? [:]
    return (answer["status"] as? Int ?? -99, answer["same"] as? Bool == true && answer["left"] as? Bool == true)
  }
}
