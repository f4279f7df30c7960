import CPosix
import Expectations
import Foundation
import GnomonClient
import TestSupport
import Testing
import Text
import Wire

private let info = #"{"method":"org.gnomon.Control.GetInfo"}"#

/// More clients than a daemon permits.
@Suite(.serialized) struct CrowdTests {
  private func descriptors(of daemon: Spawned) -> Int? {
    try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.process.processIdentifier)/fd").count
  }

  @Test func aThousandConnections() throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 4096))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let daemon = try Spawned(["--demo"])
    #expect(daemon.answers())
    let witness = try RawClient(daemon.socket)
    #expect(witness.ask(info)?["parameters"] != nil)
    let before = try #require(descriptors(of: daemon))
    var clients: [RawClient] = [], refused = 0
    for index in 0..<1000 {
      let client = try RawClient(daemon.socket)
      if index < Limits.connectionsPerUser - 1 {
        #expect(client.ask(info)?["parameters"] != nil)
      } else if let reply = client.receive() {
        expect(named(reply), equals: "org.gnomon.Control.TooManyConnections")
        expect(reply["parameters"]?["limit"]?.integer, equals: Int64(Limits.connectionsPerUser))
        #expect(client.receive() == nil)
        refused += 1
      }
      clients.append(client)
    }
    expect(refused, equals: 1000 - Limits.connectionsPerUser + 1)
    expect(witness.ask(info)?["parameters"]?["connections"]?.integer, equals: Int64(Limits.connectionsPerUser))
    // Keeps all the clients' descriptors open until here.
    withExtendedLifetime(clients) {}
    clients = []
    while later({ witness.ask(info)?["parameters"]?["connections"]?.integer }) != 1 {}
    expect(descriptors(of: daemon), equals: before)
    #expect(try RawClient(daemon.socket).ask(info)?["parameters"] != nil)
  }

  /// Connected clients are served, waiting ones are served when there is room again.
  @Test func noDescriptorsLeft() throws {
    let daemon = try Spawned(["--demo"], within: ["sh", "-c", "ulimit -n 32; exec \"$0\" \"$@\""])
    #expect(daemon.answers())
    let first = try RawClient(daemon.socket)
    #expect(first.ask(info)?["parameters"] != nil)
    var clients = try (0..<50).map { _ in try RawClient(daemon.socket) }
    for client in clients { client.send(info) }
    #expect(first.ask(info)?["parameters"] != nil)
    let last = clients.removeLast()
    clients = []
    #expect(last.receive()?["parameters"] != nil)
    #expect(first.ask(info)?["parameters"] != nil)
  }

  /// Needs root, to act as several users.
  @Test(.enabled(if: gnomon_own_user() == 0)) func tooManyOfAllUsers() throws {
    let running = try Running(speed: 1)
    defer { running.stop() }
    chmod(running.scratch.url.path, 0o755)
    chmod(running.socket, 0o666)
    let script = """
      import json, os, socket, sys
      def crowd(user, end):
          os.setgroups([])
          os.setgid(user)
          os.setuid(user)
          clients = []
          for _ in range(\(Limits.connectionsPerUser)):
              client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
              client.connect(sys.argv[1])
              try: client.sendall(b'{"method":"org.gnomon.Control.GetInfo"}\\0')
              except BrokenPipeError: pass  # turned away before it has asked; why is there to be read
              reply = json.loads(client.makefile("rb").read1(65536).split(b"\\0")[0])
              clients.append(client)
              if "error" in reply:
                  os.write(end, f"{len(clients)} {reply['parameters']['of']} {reply['parameters']['limit']}\\n".encode())
                  return
          os.write(end, b"full\\n")
          import time
          time.sleep(3600)
      children = []
      for user in range(60001, 60006):
          mine, theirs = os.pipe()
          child = os.fork()
          if child == 0:
              crowd(user, theirs)
              os._exit(0)
          children.append(child)
          os.close(theirs)
          print(os.read(mine, 100).decode(), end="")
      for child in children: os.kill(child, 9)
      """
    let file = running.scratch.path("crowd.py")
    try script.write(toFile: file, atomically: true, encoding: .utf8)
    let run = try run(URL(fileURLWithPath: "/usr/bin/env"), ["python3", file, running.socket])
    expect(run.output, equals: "full\nfull\nfull\nfull\n1 all \(Limits.connections)\n", "\(run.errors)")
    let client = try RawClient(running.socket)
    #expect(eventually { client.ask(info)?["parameters"]?["connections"]?.integer == 1 })
  }
}
