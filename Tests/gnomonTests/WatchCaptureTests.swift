import Expectations
import Foundation
import Testing

@testable import Watcher

/// The drawn views: Tests/Captures as text, docs/captures as pictures. GNOMON_CAPTURES=write rewrites them on purpose.
@Suite struct WatchCaptureTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let writes = ProcessInfo.processInfo.environment["GNOMON_CAPTURES"] == "write"

  @Test(arguments: WatchScenes.all.map(\.name)) func theCaptureShowsTheDrawnPicture(_ name: String) throws {
    let scene = try #require(WatchScenes.all.first { $0.name == name })
    try #require(WatchWalk.seconds.count > scene.second)
    let grid = WatchScenes.picture(scene).grid()
    try compare(grid.lines.map { $0 + "\n" }.joined(), "Tests/Captures/\(name).txt")
    if scene.isDrawn {
      try compare(TerminalDrawing.svg(WatchScenes.picture(scene, isColored: true).grid()), "docs/captures/\(name).svg")
    }
  }

  private func compare(_ text: String, _ name: String) throws {
    let file = Self.package.appendingPathComponent(name)
    if Self.writes { try text.write(to: file, atomically: true, encoding: .utf8) }
    let kept = try String(contentsOf: file, encoding: .utf8)
    expect(kept, equals: text, "GNOMON_CAPTURES=write rewrites it; look at what has changed")
  }
}
