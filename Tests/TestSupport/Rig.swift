import Foundation

/// Another program that a test uses: one of `Tests/Rig`, a daemon, or a program that runs a test in another name space.
public final class RigProcess {
  private let process = Process()
  private let input = Pipe(), output = Pipe()
  private var rest = Data()

  /// Starts `program`, found on PATH or in `/usr/sbin`; a name that ends in `.py` is a script of the rig. With `isQuiet` its
  /// standard error is not shown.
  public init(_ program: String, _ arguments: [String], isQuiet: Bool = false) throws {
    if program.hasSuffix(".py") {
      process.executableURL = URL(fileURLWithPath: try Self.path(of: "python3"))
      process.arguments = [Self.script(program)] + arguments
    } else {
      process.executableURL = URL(fileURLWithPath: try Self.path(of: program))
      process.arguments = arguments
    }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = isQuiet ? FileHandle.nullDevice : FileHandle.standardError
    try process.run()
  }

  deinit { stop() }

  public static func script(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Rig").appendingPathComponent(name).path
  }

  private static func path(of program: String) throws -> String {
    guard let found = find(program) else { throw CocoaError(.fileNoSuchFile) }
    return found
  }

  private static func find(_ program: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    for folder in folders + ["/usr/sbin", "/sbin"] where !program.contains("/") {
      let path = "\(folder)/\(program)"
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    return program.contains("/") && FileManager.default.isExecutableFile(atPath: program) ? program : nil
  }

  /// Whether all programs are installed; the first missing one is printed, once for each test that calls this.
  public static func has(_ programs: String...) -> Bool {
    for program in programs where find(program) == nil {
      print("skipped: no \(program) on PATH (scripts/setup test installs it)")
      return false
    }
    return true
  }

  public var isRunning: Bool { process.isRunning }

  public func write(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Closes standard input, which ends the scripts of the rig.
  public func endInput() { try? input.fileHandleForWriting.close() }

  /// Returns the next line; nil at the end of the output, or if none comes within `waitingLimit`.
  public func line() -> String? {
    while true {
      if let end = rest.firstIndex(of: 10) {
        let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
        rest = Data(rest[rest.index(after: end)...])
        return line
      }
      var ready = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, CInt(waitingLimit * 1000)) > 0 else {
        print("\(process.executableURL?.lastPathComponent ?? "a program") has said nothing for \(Int(waitingLimit)) s")
        return nil
      }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { return nil }
      rest += data
    }
  }

  /// Returns all lines to the end, and then the status.
  public func finish() -> (lines: [String], status: Int32) {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    if !eventually({ !process.isRunning }) { stop() }
    process.waitUntilExit()
    return (lines, process.terminationStatus)
  }

  public func signal(_ number: CInt) { kill(process.processIdentifier, number) }

  public func stop() {
    endInput()
    // A test's thread blocks signals, and a program started by it inherits this: only SIGKILL has an effect. The whole process
    // group ends: Foundation gives each program one, and a script's own programs are in it.
    if process.isRunning { kill(-process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
