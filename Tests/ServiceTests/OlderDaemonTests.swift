import CPosix
import Expectations
import Foundation
import GnomonClient
import TestSupport
import Testing
import Text

/// A client whose members an older daemon does not know.
@Suite struct OlderDaemonTests {
  /// Answers the calls of one connection; returns their texts.
  private func answering(_ answers: [String], at path: String) throws -> Thread {
    let listener = gnomon_listen(path, 0o600, 1)
    try #require(listener >= 0)
    let thread = Thread {
      var descriptor = CInt(-1)
      while descriptor < 0 {
        descriptor = gnomon_accept(listener, 0)
        usleep(1000)
      }
      var held: [UInt8] = [], bytes = [UInt8](repeating: 0, count: 1 << 12), calls: [String] = []
      while calls.count < answers.count {
        let count = bytes.withUnsafeMutableBytes { gnomon_receive(descriptor, $0.baseAddress, Int64($0.count)) }
        if count == 0 { break }
        if count < 0 {
          usleep(1000)
          continue
        }
        held += bytes.prefix(Int(count))
        guard held.last == 0 else { continue }
        calls.append(String(decoding: held.dropLast(), as: UTF8.self))
        held = []
        let answer = Array(answers[calls.count - 1].utf8) + [0]
        _ = answer.withUnsafeBytes { gnomon_send(descriptor, $0.baseAddress, Int64($0.count)) }
      }
      Thread.current.threadDictionary["calls"] = calls
      gnomon_close(descriptor)
      gnomon_close(listener)
    }
    thread.start()
    return thread
  }

  private static let refusal =
    #"{"error":"org.gnomon.Tracking.UnknownMember","parameters":{"member":"covariance","version":"0.0.9","known":["streams","time_boot_ns"]}}"#

  @Test func aCallLeavesOutUnknownMembers() throws {
    let scratch = try Scratch(), path = scratch.path("s")
    let thread = try answering([Self.refusal, #"{"parameters":{"kind":"none"}}"#], at: path)
    let answer = try Client(path: path).tracking.getPose(time: 1, covariance: true)
    expect(answer.kind, equals: .none)
    try waitUntil { thread.isFinished }
    let calls = thread.threadDictionary["calls"] as? [String] ?? []
    #expect(calls.count == 2 && calls[0].contains("covariance") && !calls[1].contains("covariance"))
    expect(calls.last?.contains("time_boot_ns"), equals: true)
  }

  @Test func aStreamLeavesThemOut() throws {
    let scratch = try Scratch(), path = scratch.path("s")
    _ = try answering([Self.refusal, #"{"parameters":{"dropped":3}}"#], at: path)
    var dropped = 0
    try Client(path: path).tracking.subscribe(streams: [.pose], covariance: true) { message in
      dropped = message.dropped
      return false
    }
    expect(dropped, equals: 3)
  }

  /// A name of the caller's own is a mistake, and no matter of versions.
  @Test func aCallByNameIsRefused() throws {
    let scratch = try Scratch(), path = scratch.path("s")
    _ = try answering([Self.refusal], at: path)
    #expect {
      try Client(path: path).call("org.gnomon.Tracking.GetPose", ["covariance": true])
    } throws: { error in
      guard case .refused(let refusal)? = error as? ClientFault else { return false }
      return refusal.error == .unknownMember
    }
  }
}
