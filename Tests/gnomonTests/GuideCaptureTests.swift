import Expectations
import Foundation
import Testing

/// The terminal views in the guides are those of Tests/Captures, word for word, below a comment that names the capture; and
/// Tests/Captures is drawn by the program (`WatchCaptureTests`, `CalibrationCaptureTests`). GNOMON_CAPTURES=write writes the
/// captures that exist at the start into the guides: after a change of captures a second run is needed.
@Suite struct GuideCaptureTests {
  private static let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs")
  private static let writes = ProcessInfo.processInfo.environment["GNOMON_CAPTURES"] == "write"

  private static func names(_ folder: URL, _ ending: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(ending) }.sorted()
  }

  @Test func theGuidesShowTheCaptures() throws {
    let captures = Self.docs.appendingPathComponent("../Tests/Captures").standardizedFileURL
    var shown: Set<String> = []
    for name in try Self.names(Self.docs, ".md") {
      let page = Self.docs.appendingPathComponent(name)
      var text = try String(contentsOf: page, encoding: .utf8)
      for capture in try Self.names(captures, ".txt") {
        let head = "<!-- captures/\(capture) -->\n```text capture\n"
        guard let begin = text.range(of: head) else { continue }
        shown.insert(capture)
        let kept = try String(contentsOf: captures.appendingPathComponent(capture), encoding: .utf8)
        let end = try #require(text.range(of: "```\n", range: begin.upperBound..<text.endIndex), "\(name): \(capture)")
        if Self.writes { text.replaceSubrange(begin.upperBound..<end.lowerBound, with: kept) }
        let isKept = Self.writes || text[begin.upperBound..<end.lowerBound] == kept
        #expect(isKept, "docs/\(name) shows another \(capture): GNOMON_CAPTURES=write puts it there")
      }
      expect(
        text.components(separatedBy: "<!-- captures/").count - 1, equals: Self.count(of: captures, in: text), "\(name)")
      if Self.writes { try text.write(to: page, atomically: true, encoding: .utf8) }
    }
    expect(shown.count, isAtLeast: 2, "\(shown.sorted())")
  }

  /// Number of comments before a block that name an existing capture.
  private static func count(of captures: URL, in text: String) -> Int {
    ((try? names(captures, ".txt")) ?? []).count { text.contains("<!-- captures/\($0) -->\n```text capture\n") }
  }
}
