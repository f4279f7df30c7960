import Expectations
import Foundation
import TestSupport
import Testing

/// `libgnomon`, installed into a scratch folder, and programs compiled with it by one command.
struct ClientBuild {
  let scratch: Scratch
  private let flags: [String]

  init() throws {
    scratch = try Scratch()
    let made = try RigProcess(
      "make",
      [
        "-s", "-C", "\(ClientPackageTests.clients)/c", "install", "BUILD=\(scratch.path("build"))",
        "PREFIX=\(scratch.path("usr"))",
      ]
    ).finish()
    expect(made.status, equals: 0, "\(made.lines)")
    flags = ["-I\(scratch.path("usr"))/include", "-L\(scratch.path("usr"))/lib", "-lgnomon"]
  }

  /// Compiles a program of `clients/c`, and returns how to run it: the shared library is in the scratch folder.
  func program(_ file: String) throws -> [String] {
    let program = scratch.path(URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent)
    let strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-o", program, "\(ClientPackageTests.clients)/c/\(file)"]
    let made = try RigProcess("cc", strict + flags + ["-lm"]).finish()
    expect(made.status, equals: 0, "\(file): \(made.lines)")
    return ["LD_LIBRARY_PATH=\(scratch.path("usr"))/lib", program]
  }

  /// The library's own test, compiled from the sources; with the sanitizers where the compiler has their libraries.
  func ownTest() throws -> String {
    let program = scratch.path("test"), folder = "\(ClientPackageTests.clients)/c"
    let sources = ["client", "messages", "geo", "json", "tests/test"].map { "\(folder)/\($0).c" }
    let strict = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-g", "-O1", "-o", program] + sources + ["-lm"]
    let sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    if try RigProcess("cc", sanitizers + strict, isQuiet: true).finish().status != 0 {
      try expect(RigProcess("cc", strict).finish().status, equals: 0)
    }
    return program
  }
}
