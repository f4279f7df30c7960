import Samples
import Wire

@testable import CommandParts
@testable import Watcher

/// The views of the simulated walk in `gnomon watch`: Tests/Captures/watch-*.txt, some of them pictures in docs/view.md as well.
enum WatchScenes {
  struct Scene {
    var name: String
    var columns = 80
    var rows = 24
    var isUnicode = true
    var second: Int
    /// Time since the end of the daemon.
    var gone: Int?
    var page = WatchControls.Page.picture
    /// Whether docs/view.md shows it as a picture.
    var isDrawn = false
  }

  static let all = [
    Scene(name: "watch-start", second: 22), Scene(name: "watch-walk", second: 45, isDrawn: true),
    Scene(name: "watch-turn", second: 62),
    Scene(name: "watch-large", columns: 120, rows: 40, second: 62),
    Scene(name: "watch-ascii", isUnicode: false, second: 45),
    Scene(name: "watch-gone", second: 45, gone: 12, isDrawn: true),
    Scene(name: "watch-small", columns: 60, rows: 18, second: 45),
    Scene(name: "watch-filter", second: 62, page: .filter, isDrawn: true),
    Scene(name: "watch-filter-large", columns: 120, rows: 40, second: 62, page: .filter),
    Scene(name: "watch-filter-ascii", isUnicode: false, second: 45, page: .filter),
  ]

  static func style(_ columns: Int, _ rows: Int, isUnicode: Bool = true, isColored: Bool = false) -> TerminalStyle {
    var style = TerminalStyle(columns: columns, rows: rows)
    style.isUnicode = isUnicode
    style.isColoured = isColored
    return style
  }

  static func picture(_ scene: Scene, isColored: Bool = false) -> WatchPicture {
    var model = WatchWalk.seconds[scene.second], now = WatchWalk.moment(scene.second)
    if let gone = scene.gone {
      model.lose("it has closed the connection", at: now)
      now = WatchWalk.moment(scene.second + gone)
    }
    return WatchPicture(
      model: model, controls: WatchControls(page: scene.page),
      style: style(scene.columns, scene.rows, isUnicode: scene.isUnicode, isColored: isColored), now: now)
  }

  /// Returns the drawn grid of a moment of the walk.
  static func grid(
    _ second: Int, _ columns: Int = 80, _ rows: Int = 24, isUnicode: Bool = true,
    page: WatchControls.Page = .picture
  ) -> CellGrid {
    picture(Scene(name: "", columns: columns, rows: rows, isUnicode: isUnicode, second: second, page: page)).grid()
  }

  /// Returns one pane of it.
  static func pane(_ pane: WatchLayout.Pane, of grid: CellGrid) -> [[Unicode.Scalar]] {
    guard let place = WatchLayout(columns: grid.columns, rows: grid.rows)[pane] else { return [] }
    return (0..<place.rows).map { row in
      (0..<place.columns).map { grid[place.row + row, place.column + $0].scalar }
    }
  }

  static func text(_ row: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: row.filter { $0 != Cell.tail.scalar })
    return String(view)
  }
}
