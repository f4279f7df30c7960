import Expectations
import Geodesy
import Geometry
import Samples
import Sharing
import Testing

@Suite struct RosterTests {
  private func roster() -> Roster { Roster(ownID: "me", ownName: "Me") }

  @Test func posesAreInTheOrderOfTheirSequence() {
    var roster = roster()
    roster.ingest(pose(sequence: 5, east: 5), of: "a", at: 0)
    roster.ingest(pose(sequence: 4, east: 4), of: "a", at: 1)
    roster.ingest(pose(sequence: 5, east: 6), of: "a", at: 2)
    expect(roster.refusals[.earlier], equals: 2)
    #expect(roster.members["a"]?.pose.sequence == 5 && roster.members["a"]?.received == 1)
    // The sender was restarted: another session, and its old one does not come back.
    roster.ingest(pose(session: "s2", sequence: 1, east: 7), of: "a", at: 3)
    expect(roster.members["a"]?.pose.session, equals: "s2")
    roster.ingest(pose(session: "s1", sequence: 9), of: "a", at: 4)
    expect(roster.refusals[.earlierSession], equals: 1)
    expect(roster.accepted, equals: 2)
  }

  @Test func theOwnPoseIsNotAMember() {
    var roster = roster()
    roster.ingest(pose(), of: "me", at: 0)
    #expect(roster.members.isEmpty && roster.echoes == 1 && roster.refusals.total == 0)
  }

  @Test func aRetainedPoseIsRefused() {
    var roster = roster()
    roster.ingest(
      bytes(pose().text), of: "a", isRetained: true, at: second(0), realTime: 1_795_000_000_000, own: here)
    #expect(roster.members.isEmpty && roster.refusals[.retained] == 1)
  }

  @Test func aMemberThatSendsTooOftenIsSlowedDown() {
    var roster = roster()
    for index in 0..<1000 { roster.ingest(pose(sequence: Int64(index)), of: "a", at: Double(index) / 1000) }
    // The budget of a second at once, and one more second's.
    #expect(roster.accepted <= 41 && roster.accepted >= 38)
    expect(roster.accepted + roster.refusals[.tooOften], equals: 1000)
    roster.ingest(pose(sequence: 2000), of: "a", at: 2)
    expect(roster.members["a"]?.pose.sequence, equals: 2000)
  }

  @Test func aFloodIsCutOffBeforeItIsRead() {
    var roster = roster()
    let admitted = (0..<100_000).count { _ in roster.admits(at: second(0)) }
    expect(admitted, equals: 4096)
    expect(roster.refusals[.flood], equals: 100_000 - 4096)
    let isAdmittedLater = roster.admits(at: second(1))
    #expect(isAdmittedLater)
  }

  @Test func aMillionMembersDoNotFit() {
    var roster = roster()
    // Farther and farther, so the first ones stay.
    for index in 0..<20_000 {
      roster.ingest(pose(sequence: 1, east: Double(index)), of: "m\(index)", at: Double(index) / 1000)
    }
    expect(roster.members.count, equals: Roster.mostMembers)
    expect(roster.refusals[.tooMany], equals: 20_000 - Roster.mostMembers)
    // A nearer one takes the place of the farthest.
    roster.ingest(pose(sequence: 1, east: 0.5), of: "near", at: 20)
    #expect(roster.members["near"] != nil && roster.members["m1023"] == nil)
    #expect(
      roster.changes(at: second(20), own: here).moved.allSatisfy { $0.distance.map { $0 < Length(100) } ?? false })
  }

  @Test func theNearestArePassedOnAndOnlyOnce() {
    var roster = roster()
    for index in 1...100 { roster.ingest(pose("n\(index)", east: Double(index) * 10), of: "m\(index)", at: 0) }
    let first = roster.changes(at: second(0.5), own: here)
    #expect(first.moved.count == 60 && first.removed.isEmpty)
    expect(Set(first.moved.map(\.id)), equals: Set((1...60).map { "m\($0)" }))
    #expect(roster.changes(at: second(0.6), own: here).isEmpty)
    // Slightly nearer than the last of the 60 is not enough; much nearer is.
    roster.ingest(pose("n61", sequence: 2, east: 590), of: "m61", at: 1)
    #expect(roster.changes(at: second(1), own: here).isEmpty)
    roster.ingest(pose("n61", sequence: 3, east: 300), of: "m61", at: 2)
    let change = roster.changes(at: second(2), own: here)
    #expect(change.moved.map(\.id) == ["m61"] && change.removed == ["m60"])
  }

  @Test func aMemberIsStaleAfterTenSecondsAndGoneAfterAMinute() throws {
    var roster = roster()
    roster.ingest(pose(), of: "a", at: 0)
    _ = roster.changes(at: second(0), own: here)
    try expect(#require(roster.members["a"]).age(at: second(9.9)), isBelow: Roster.staleAfter)
    try expect(#require(roster.members["a"]).age(at: second(10)), isAtLeast: Roster.staleAfter)
    #expect(roster.changes(at: second(59), own: here).isEmpty)
    expect(roster.changes(at: second(60), own: here).removed, equals: ["a"])
    #expect(roster.members.isEmpty)
  }

  @Test func aMemberThatLeavesIsRemovedAtOnce() {
    var roster = roster()
    roster.ingest(pose(), of: "a", at: 0)
    _ = roster.changes(at: second(0), own: here)
    roster.remove("a")
    expect(roster.changes(at: second(0.1), own: here).removed, equals: ["a"])
  }

  @Test func afterARestartOfTheDaemonAllIsPassedOnAgain() {
    var roster = roster()
    roster.ingest(pose(), of: "a", at: 0)
    _ = roster.changes(at: second(0), own: nil)
    roster.resetPassed()
    expect(roster.changes(at: second(1), own: nil).moved.map(\.id), equals: ["a"])
  }

  @Test func equalNamesGetADifference() throws {
    var roster = roster()
    roster.ingest(pose("Me"), of: "abcdefgh", at: 0)
    roster.ingest(pose("Ann"), of: "1", at: 0)
    roster.ingest(pose("Ann"), of: "2", at: 0)
    roster.ingest(pose("Ben"), of: "3", at: 0)
    let names = roster.nearest.map { roster.shownName(of: $0) }
    expect(Set(names), equals: ["Me (abcdef)", "Ann (1)", "Ann (2)", "Ben"])
  }

  @Test func theMemberTimeIsTheArrivalLessTheLateness() throws {
    var roster = roster()
    func arrive(_ sequence: Int64, sent: Double, arrived: Double) {
      roster.ingest(
        bytes(pose(sequence: sequence, time: 1_795_000_000_000 + Int64(sent * 1000)).text), of: "a", isRetained: false,
        at: second(arrived), realTime: 1_795_000_000_000 + Int64(arrived * 1000), own: here)
    }
    // The sender's clock is an hour behind.
    arrive(1, sent: -3600, arrived: 0.1)
    arrive(2, sent: -3599, arrived: 1.1)
    let member = try #require(roster.members["a"])
    #expect(member.clock.milliseconds == 3_600_100 && member.clock.isNoticeable)
    expect(member.age(at: second(1.1)), isBelow: TimeSpan(0.001))
    // A message that was held up for 3 s is 3 s old.
    arrive(3, sent: -3598, arrived: 5.1)
    expect(abs(try #require(roster.members["a"]).age(at: second(5.1)).value - 3), isBelow: 0.001)
    // The sender's clock is set right.
    arrive(4, sent: 6, arrived: 6.1)
    try expect(#require(roster.members["a"]).clock.isNoticeable, equals: false)
    try expect(#require(roster.members["a"]).age(at: second(6.1)), isBelow: TimeSpan(0.001))
  }

  @Test func aClockThatIsSetForwardBeginsTheEstimateAgain() {
    var clock = ClockDifference()
    expect(clock.lateness(sent: 1000, arrived: 1100), equals: .zero)
    expect(clock.lateness(sent: 2000, arrived: 2300), equals: TimeSpan(0.2))
    // The receiver's clock is set forward by an hour.
    expect(clock.lateness(sent: 3000, arrived: 3_603_100), equals: .zero)
    expect(clock.milliseconds, equals: 3_600_100)
  }
}
