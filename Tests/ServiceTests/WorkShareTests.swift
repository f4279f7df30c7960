import CPosix
import Expectations
import Testing
import Text

@testable import ScenePublishing
@testable import Service
@testable import ServiceParts

/// The share of the time that scenes may use.
@Suite struct WorkShareTests {
  /// Whether time is left, at each of these moments.
  private func left(_ share: inout WorkShare, _ moments: Int64...) -> [Bool] {
    moments.map { share.isLeft(at: $0) }
  }

  @Test func aShareIsSavedUpToItsLimit() {
    var share = WorkShare(0.5, most: 1000)
    var found = left(&share, 0)
    share.use(1000)
    found += left(&share, 0, 1, 3)
    // A long pause saves up no more than the limit.
    found += left(&share, 1_000_000)
    share.use(1000)
    found += left(&share, 1_000_000)
    // A call that took far too long is paid back, but only up to a limit.
    share.use(1_000_000_000)
    found += left(&share, 1_001_000, 1_003_002)
    expect(found, equals: [true, false, false, true, true, false, false, true])
  }

  @Test func anUnlimitedShareLeavesNothingOut() {
    var share = WorkShare(0.1, most: 10)
    share.isUnlimited = true
    share.use(1_000_000)
    let found = left(&share, 0)
    expect(found, equals: [true])
  }

  /// Groups that were left out for lack of time get their frame with a later pose; if the next one was due before, it counts as
  /// dropped.
  @Test func skippedFramesAreCounted() throws {
    var walk = try SceneWalk()
    try walk.localize()
    let wanted: (Double) -> JSONValue = {
      ["include": ["placements", "progress"], "rate_hz": .number($0), "everything": true]
    }
    let clients = try [20.0, 21, 22, 23].map { try walk.subscribe(wanted($0)) }
    let publisher = walk.stepped.daemon.scenePublisher
    var frames = [0, 0, 0, 0], dropped = [0, 0, 0, 0]
    func read() {
      for (index, client) in clients.enumerated() {
        while let message = client.message()?["parameters"] {
          if message["frame"] != nil { frames[index] += 1 }
          dropped[index] += Int(message["dropped"]?.integer ?? 0)
        }
      }
    }
    // Time only for an occasional frame.
    publisher.share = WorkShare(1e-6, most: 1000)
    for _ in 0..<40 { try walk.walk(0.1) { read() } }
    read()
    expect(publisher.leftOut, isAbove: 0)
    publisher.isUnhurried = true
    try walk.walk(0.5) { read() }
    read()
    expect(dropped.reduce(0, +), isAtLeast: publisher.leftOut)
    #expect(frames.allSatisfy { $0 > 0 })
  }
}
