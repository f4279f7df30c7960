import Expectations
import Testing

/// The text of a failed comparison: its values and its call, as of a failed `#expect`.
@Suite struct ExpectTests {
  private static let two = 2

  private func fails(_ text: String, _ line: Int = #line, _ body: () -> Void) {
    let isAsSaid: @Sendable (Issue) -> Bool = { issue in
      let place = issue.sourceLocation
      return issue.error.map { "\($0)" } == "Expectation failed: \(text)" && place?.line == line
        && place?.fileName == "ExpectTests.swift"
    }
    withKnownIssue {
      body()
    } matching: {
      isAsSaid($0)
    }
  }

  @Test func aFailureShowsItsCallAndBothValues() {
    fails("2 == 3 of expect(Self.two, equals: 3)") { expect(Self.two, equals: 3) }
    fails("2 != 2 of expect(Self.two, differsFrom: 1 + 1)") { expect(Self.two, differsFrom: 1 + 1) }
    fails("2 < 2 of expect(Self.two, isBelow: 2)") { expect(Self.two, isBelow: 2) }
    fails("2 > 2 of expect(Self.two, isAbove: 2)") { expect(Self.two, isAbove: 2) }
    fails("2 <= 1 of expect(Self.two, isAtMost: 1)") { expect(Self.two, isAtMost: 1) }
    fails("2 >= 3 of expect(Self.two, isAtLeast: 3)") { expect(Self.two, isAtLeast: 3) }
  }

  @Test func textsAndCommentsAreShown() {
    fails(#""a, (b" == "c" of expect("a, (b", equals: "c"): with 2"#, #line + 1) {
      expect("a, (b", equals: "c", "with \(Self.two)")
    }
    fails("[1, 2] == [] of expect([1, Self.two], equals: [])") { expect([1, Self.two], equals: []) }
    fails("nan < 1.0 of expect(Double.nan, isBelow: 1)") { expect(Double.nan, isBelow: 1) }
  }

  @Test func comparisonsThatHoldHaveNoIssue() {
    expect(Self.two, equals: 2)
    expect(Self.two, differsFrom: 3)
    expect(Self.two, isBelow: 3)
    expect(Self.two, isAbove: 1)
    expect(Self.two, isAtMost: 2)
    expect(Self.two, isAtLeast: 2)
  }
}
