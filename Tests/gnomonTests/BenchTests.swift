import Expectations
import Foundation
import TestSupport
import Testing

/// The words of `gnomon-bench`, and its figures as JSON.
@Suite struct BenchTests {
  private func run(_ words: String...) throws -> (lines: [String], status: Int32) {
    try RigProcess(Products.path("gnomon-bench"), words, isQuiet: true).finish()
  }

  @Test func helpNamesEveryPart() throws {
    let help = try run("--help")
    expect(help.status, equals: 0)
    for part in ["tracking", "socket", "place-store", "instructions"] {
      #expect(help.lines.contains { $0.hasPrefix("  \(part)") }, "\(part) is missing")
    }
  }

  @Test(arguments: [["tracker"], ["tracking", "2"], ["honesty", "none"], ["instructions", "nothing"]])
  func unknownWordsAreRefused(_ words: [String]) throws {
    let refusal = try RigProcess(Products.path("gnomon-bench"), words, isQuiet: true).finish()
    expect(refusal.status, equals: 64)
    #expect(refusal.lines.isEmpty)
  }

  @Test func figuresAreOneObjectOfValuesAndUnits() throws {
    let figures = try run("--json", "odometry")
    expect(figures.status, equals: 0)
    let object = try JSONSerialization.jsonObject(with: Data(figures.lines.joined().utf8)) as? [String: [String: Any]]
    let attitude = try #require(object?["odometry: attitude filter, a gyroscope sample"])
    #expect(attitude["unit"] as? String == "ns")
    #expect(attitude["value"] is Double)
  }
}
