import CPosix
import Expectations
import Foundation
import GnomonClient
import SocketServer
import TestSupport
import Testing

/// Obstacles at the path of a socket. (A live and a dead daemon: `ProcessTests`.)
@Suite struct SocketPathTests {
  private func hindrance(_ path: String) -> String? {
    do throws(ListeningFault) {
      for listener in try ListeningSocket.all(path: path) { listener.close() }
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func aFileAtThePathIsKept() throws {
    let scratch = try Scratch(), path = scratch.path("s")
    try "precious".write(toFile: path, atomically: true, encoding: .utf8)
    let said = try #require(hindrance(path))
    #expect(said.hasPrefix(path) && said.contains("the path exists and is not a socket") && said.contains("--socket"))
    try expect(String(contentsOfFile: path, encoding: .utf8), equals: "precious")
    // Neither the target of a link nor the link is deleted.
    let link = scratch.path("l")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    expect(hindrance(link)?.contains("the path exists and is not a socket"), equals: true)
    try expect(FileManager.default.destinationOfSymbolicLink(atPath: link), equals: path)
    expect(hindrance(scratch.url.path)?.hasPrefix(scratch.url.path), equals: true)
  }

  /// A daemon whose socket was replaced by another daemon's leaves that one in place.
  @Test func theSocketOfAnotherDaemonStays() throws {
    let first = try Spawned(["--demo"]), path = first.socket
    #expect(first.answers())
    unlink(path)
    let second = try Spawned(["--demo"], socket: path)
    #expect(second.answers())
    expect(first.end(), equals: 0)
    try expect(patientClient(path).tracking.getStatus().version.isEmpty, equals: false)
    #expect(second.end() == 0 && !FileManager.default.fileExists(atPath: path))
  }

  @Test func noFolder() throws {
    let scratch = try Scratch(), path = scratch.path("no/s")
    expect(
      hindrance(path),
      equals:
        "\(path): cannot listen: the folder \(scratch.path("no"))/ does not exist; make it, or choose another --socket")
    try "".write(toFile: scratch.path("no"), atomically: true, encoding: .utf8)
    expect(hindrance(path)?.contains("is not a folder"), equals: true)
  }

  @Test func aPathThatIsTooLong() throws {
    let scratch = try Scratch(), path = scratch.path(String(repeating: "s", count: 108))
    expect(hindrance(path)?.contains("107 bytes"), equals: true)
  }

  /// Root can write everywhere, so the test acts as another user then.
  @Test func aFolderOfAnotherUser() throws {
    let scratch = try Scratch(), folder = scratch.path("theirs")
    mkdir(folder, 0o555)
    chmod(scratch.url.path, 0o755)
    let script = """
      import os, sys
      if os.getuid() == 0:
          os.setgroups([])
          os.setgid(65534)
          os.setuid(65534)
      try:
          os.execv(sys.argv[1], [sys.argv[1], "--demo", "--socket", sys.argv[2] + "/s"])
      except PermissionError:
          sys.exit("may not make a socket in " + sys.argv[2] + "/; cannot even run it; --socket")
      """
    let run = try run(
      URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", script, Products.path("gnomond"), folder])
    #expect(run.status != 0 && run.errors.contains("may not make a socket in \(folder)/; "), "\(run.errors)")
    #expect(run.errors.contains("--socket"))
  }
}
