import Foundation
import TestSupport
import Testing

/// A headless browser that is controlled by the test (Tests/Rig/browser.py).
final class PageBrowser {
  private let process: RigProcess

  init(_ flags: String...) throws {
    process = try RigProcess("browser.py", [try #require(Browser.executable).path] + flags)
  }
  deinit {
    // The browser deletes its folder at the end of its input.
    process.endInput()
    _ = process.finish()
  }

  @discardableResult
  func send(_ order: String, _ more: [String: Any] = [:]) throws -> Any {
    let line = try JSONSerialization.data(withJSONObject: more.merging(["do": order]) { $1 })
    try process.write(String(decoding: line, as: UTF8.self))
    let answer = try JSONSerialization.jsonObject(with: Data(try #require(process.line()).utf8)) as? [String: Any]
    if let error = answer?["error"] { throw Refused(why: "\(error)") }
    return answer?["value"] ?? NSNull()
  }
  func value(_ script: String) throws -> Any { try send("evaluate", ["script": script]) }
  func wait(for script: String) throws {
    try send("until", ["script": script, "seconds": waitingLimit])
  }
  /// Returns the complaints, except for a call while one daemon replaced another, and for the advice against reading pixels,
  /// which only tests do.
  func complaints() throws -> [String] {
    (try send("complaints") as? [String] ?? []).filter { !$0.hasSuffix("/call") && !$0.contains("willReadFrequently") }
  }

  struct Refused: Error { var why: String }
}
