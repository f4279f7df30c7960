public import Foundation

/// The result of a program that has ended.
public struct Run: Sendable {
  public var status: Int32
  public var output: String
  public var errors: String
}

/// The longest time of one program, in seconds; the documents' commands under a sanitizer take minutes.
private let patience = 1200.0

/// Runs a program until it ends; one that waits for ever is killed. `environment` is added to that of the tests.
public func run(
  _ program: URL, _ arguments: [String], input: String = "", environment: [String: String] = [:]
) throws -> Run {
  let process = Process(), scratch = try Scratch()
  process.executableURL = program
  process.arguments = arguments
  process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  // Files rather than pipes: a full pipe would block.
  func file(_ name: String, _ content: String = "") throws -> FileHandle {
    try FileHandle(forUpdating: URL(fileURLWithPath: scratch.write(content, to: name)))
  }
  process.standardInput = try file("in", input)
  process.standardOutput = try file("out")
  process.standardError = try file("err")
  try process.run()
  let limit = DispatchWorkItem { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
  DispatchQueue.global().asyncAfter(deadline: .now() + patience, execute: limit)
  process.waitUntilExit()
  limit.cancel()
  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: scratch.path(name))), as: UTF8.self)
  }
  return Run(status: process.terminationStatus, output: try text("out"), errors: try text("err"))
}
