import CPosix
import Expectations
import Foundation
import TestSupport
import Testing
import Text

@testable import Service

/// The limits of one contributor, and the owner of the route. Needs root, to be several users, and a group for these users.
@Suite(.enabled(if: gnomon_own_user() == 0 && gnomon_group_named("users") > 0)) struct ContributorTests {
  /// Returns the lines of a script's output, with calls by users 60001 and 60002.
  private func answers(_ calls: String, _ change: (inout DaemonOptions) -> Void = { _ in }) throws -> [String] {
    let running = try Running(speed: 1) {
      $0.policy.contributors = "users"
      change(&$0)
    }
    defer { running.stop() }
    chmod(running.scratch.url.path, 0o755)
    chmod(running.socket, 0o666)
    let script = """
      import json, os, socket, sys
      def ask(user, method, **parameters):
          mine, theirs = os.pipe()
          if os.fork() == 0:
              os.setgroups([\(gnomon_group_named("users"))])
              os.setgid(user)
              os.setuid(user)
              client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
              client.connect(sys.argv[1])
              client.sendall(json.dumps({"method": "org.gnomon.Scene." + method, "parameters": parameters}).encode() + b"\\0")
              text = b""
              while not text.endswith(b"\\0"): text += client.recv(65536)
              os.write(theirs, text[:-1])
              os._exit(0)
          os.close(theirs)
          text = b""
          while True:
              more = os.read(mine, 65536)
              if not more: break
              text += more
          os.wait()
          reply = json.loads(text)
          found = reply["parameters"]
          said = [reply.get("error", "").split(".")[-1]]
          said += [str(found[name]) for name in ("quota", "limit", "used", "asked", "setting", "added", "removed", "count", "revision", "user", "was_active") if name in found]
          print(" ".join(word for word in said if word))
      def places(first, count, payload=0):
          return [{"id": str(first + i), "name": "n", "latitude_deg": 48, "longitude_deg": 16, **({"payload": {"x": "y" * payload}} if payload else {})} for i in range(count)]
      \(calls)
      """
    let file = running.scratch.path("contributors.py")
    try script.write(toFile: file, atomically: true, encoding: .utf8)
    chmod(file, 0o644)
    let run = try run(URL(fileURLWithPath: "/usr/bin/env"), ["python3", file, running.socket])
    expect(run.status, equals: 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test func aContributorHasAQuota() throws {
    let said = try answers(
      """
      ask(60001, "AddPlaces", places=places(0, 20))
      ask(60001, "AddPlaces", places=places(20, 20))
      ask(60001, "AddPlaces", places=places(0, 11), layer="user-60001/more")
      ask(60001, "AddPlaces", places=places(0, 20))
      ask(60001, "AddPlaces", places=places(20, 5, payload=4000))
      ask(60002, "AddPlaces", places=places(0, 30))
      ask(60001, "RemovePlaces", all=True)
      ask(60001, "AddPlaces", places=places(20, 3, payload=4000))
      ask(60001, "ListPlaces", layer="user-60001", limit=1)
      ask(60001, "AddPlaces", places=places(0, 1), layer="user-60002")
      """
    ) {
      $0.mostPlaces = 30
      $0.mostPlaceBytes = 20_000
    }
    expect(
      said,
      equals: [
        "20", "QuotaExceeded places 30 20 20 Places.MostPerContributor",
        "QuotaExceeded places 30 20 11 Places.MostPerContributor", "0",
        "QuotaExceeded bytes 20000 2050 20553 Places.BytesPerContributor", "30", "20", "3", "3", "NotPermitted",
      ].map { $0.replacingOccurrences(of: "2050 20553", with: Self.bytes(said)) }, "\(said)")
  }

  /// The size of places is an internal matter of the store; here it only has to be stated.
  private static func bytes(_ said: [String]) -> String {
    guard said.count > 4 else { return "" }
    return said[4].split(separator: " ").dropFirst(3).prefix(2).joined(separator: " ")
  }

  @Test func aRouteBelongsToItsContributor() throws {
    let said = try answers(
      """
      route = json.dumps({"type": "LineString", "coordinates": [[16, 48], [16, 48.01]]})
      ask(60001, "LoadRoute", text=route)
      ask(60002, "LoadRoute", text=route)
      ask(60002, "ClearRoute")
      ask(60001, "LoadRoute", text=route)
      ask(60002, "LoadRoute", text=route, replace=True)
      ask(60001, "LoadRoute", text=route)
      ask(60001, "ClearRoute", replace=True)
      ask(60001, "LoadRoute", text=route)
      """)
    expect(
      said, equals: ["1", "RouteTaken 60001", "RouteTaken 60001", "2", "3", "RouteTaken 60002", "True", "4"], "\(said)")
  }
}
