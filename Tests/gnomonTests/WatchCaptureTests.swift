import Foundation
import Testing

@testable import gnomon

/// docs/captures and docs/watch.md show what is drawn. GNOMON_CAPTURES=write rewrites the captures on purpose; the guide is then given them by hand.
@Suite struct WatchCaptureTests {
  private static let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs")
  private static let writes = ProcessInfo.processInfo.environment["GNOMON_CAPTURES"] == "write"

  @Test(arguments: WatchScenes.all.map(\.name)) func theCaptureShowsWhatIsDrawn(_ name: String) throws {
    let scene = try #require(WatchScenes.all.first { $0.name == name })
    try #require(WatchWalk.seconds.count > scene.second)
    let text = WatchScenes.picture(scene).grid().lines.map { $0 + "\n" }.joined()
    let file = Self.docs.appendingPathComponent("captures/\(name).txt")
    if Self.writes { try text.write(to: file, atomically: true, encoding: .utf8) }
    let kept = try String(contentsOf: file, encoding: .utf8)
    #expect(kept == text, "GNOMON_CAPTURES=write rewrites docs/captures; look at what has changed")
  }

  /// The guide has each capture, word for word, below a comment that names it.
  @Test(arguments: WatchScenes.all.map(\.name)) func theGuideHasTheCapture(_ name: String) throws {
    let page = Self.docs.appendingPathComponent("watch.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let kept = try String(contentsOf: Self.docs.appendingPathComponent("captures/\(name).txt"), encoding: .utf8)
    let head = "<!-- captures/\(name).txt -->\n```text\n"
    let begin = try #require(text.range(of: head), "docs/watch.md does not show \(name)")
    let end = try #require(text.range(of: "```\n", range: begin.upperBound..<text.endIndex))
    #expect(text[begin.upperBound..<end.lowerBound] == kept, "copy docs/captures/\(name).txt into docs/watch.md")
  }
}
