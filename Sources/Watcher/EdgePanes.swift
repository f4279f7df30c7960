import CommandParts
import Geodesy
import Geometry
import Samples
import Wire

/// The title: recording, time, scene and profile of the daemon, whether it plays a session, and the age of the data.
enum TitlePane {
  static func draw(_ picture: WatchPicture, _ grid: inout CellGrid) {
    let (text, emphasis) = freshness(picture)
    let width = TextLayout.width(grid.style.spelled(text))
    grid.write(endingAt: grid.columns, text, 0, emphasis)
    var column = 0
    for word in words(picture.model) {
      let word = grid.style.spelled(word)
      guard column + TextLayout.width(word) + width + 2 <= grid.columns else { break }
      column = grid.write(word, 0, column, word.hasSuffix("recording") ? .bad : .dim) + 2
    }
  }

  /// Words of the title, the most important first: the last ones go when there is no room.
  private static func words(_ model: WatchModel) -> [String] {
    var words = ["gnomon"]
    if model.status?.recording != nil { words.append("● recording") }
    if let utc = model.pose?.utc { words.append("\("\(UTC(nanosecondsSince1970: utc))".prefix(19))Z") }
    if let pose = model.pose { words.append("scene \(pose.scene)") }
    if let status = model.status {
      words.append("profile \(status.profile)")
      if let played = status.played { words.append(played.hasPrefix("simulate ") ? "simulated" : "replayed") }
      if status.speed != 1 { words.append("\(text(status.speed, 1)) × as fast") }
    }
    return words
  }

  private static func freshness(_ picture: WatchPicture) -> (String, TerminalStyle.Emphasis) {
    let state: (String, TerminalStyle.Emphasis) =
      switch picture.freshness {
      case .waiting: ("waiting", .warning)
      case .live: ("live", .good)
      case .old(let age): ("\(WatchPicture.age(age)) old", .bad)
      case .gone(let age, _): ("gone \(WatchPicture.age(age))", .bad)
      }
    guard let since = picture.controls.pausedSince else { return state }
    return ("paused, \(WatchPicture.age(picture.now - since)) old", .warning)
  }
}

/// Advice to the wearer, and the latest announcements.
enum ToldPane {
  static func draw(_ picture: WatchPicture, _ grid: inout CellGrid) {
    let model = picture.model
    let advice = model.guidance.map(\.english).joined(separator: "; ")
    let width = max(1, grid.columns - 8)
    let lines = advice.isEmpty ? ["nothing"] : TextLayout.wrapped(grid.style.spelled(advice), width)
    let news = model.news.suffix(max(0, grid.rows - 1)).reversed()
    let room = max(1, grid.rows - min(news.count, max(1, grid.rows - lines.count)))
    grid.write("to do", 0, 0, .dim)
    for (row, line) in lines.prefix(room).enumerated() {
      let isCut = row == room - 1 && lines.count > room
      grid.write(isCut ? line + " ..." : line, row, 8, width: width, advice.isEmpty ? .dim : .warning)
    }
    let above = min(room, lines.count)
    let now = picture.controls.pausedSince ?? picture.now
    for (row, item) in news.enumerated() where above + row < grid.rows {
      if row == 0 { grid.write("told", above, 0, .dim) }
      grid.write("\(WatchPicture.age(now - item.heard)) ago: \(item.english)", above + row, 8)
    }
  }
}

/// The keys, the result of the last one, or a question.
enum FootPane {
  static let keys = "q quit  h help  f filter  [ ] nudge  e release  r reset  R record  p pause"
  static let filterKeys = "q quit  h help  f picture  up down move  p pause"
  static let question = "Start a new scene? Things placed in this one are lost. y/n "

  static func draw(_ picture: WatchPicture, _ grid: inout CellGrid, missing: [WatchLayout.Pane]) {
    if picture.controls.isAsking { return draw(question, .warning, &grid) }
    if let note = picture.controls.note { return draw(note.text, note.isRefusal ? .bad : .good, &grid) }
    if missing.isEmpty {
      return draw(picture.controls.page == .filter ? filterKeys : keys, .dim, &grid)
    }
    let names = missing.map(\.rawValue).joined(separator: ", ")
    draw("not shown: \(names) (80x24 has room)  h help", .dim, &grid)
  }

  private static func draw(_ text: String, _ emphasis: TerminalStyle.Emphasis, _ grid: inout CellGrid) {
    // The last cell stays free: a character there makes some terminals scroll.
    grid.write(text, 0, 0, width: grid.columns - 1, emphasis)
  }
}

/// The help, drawn over everything: the keys, and how to read the picture.
enum WatchHelp {
  static let lines = [
    "q          quit",
    "[ ] ← →    turn the heading by 0.5°, { } by 5°; held until e",
    "e 0        release: the heading follows the measurements again",
    "r          reset: a new scene (asks first)",
    "R          start or end a recording",
    "+ -        the distance of the radar's rim",
    "p          pause the picture",
    "f          the filter: every source with its ratio, and the states; ↑ ↓ move it",
    "h ?        this",
    "",
    "tape       ├─▲─┤ the heading and its 1 σ, 2° a column; ◆ the next target",
    "horizon    ━ ╋ ━ straight ahead, 5° a row; dots are the ground",
    "radar      ahead at the top; 1 is the nearest place of the list; ◆ as on the tape",
    "filter     a bar is the innovation, │ the gate; beyond it: refused or less weight",
    "aligned    the scene's yaw; drawn: how far the drawn alignment still lags",
    "± is 68 %. docs/view.md has more. Any key closes this.",
  ]

  static func draw(_ grid: inout CellGrid) {
    let width = min(grid.columns, (lines.map { TextLayout.width(grid.style.spelled($0)) }.max() ?? 0) + 4)
    let height = min(grid.rows, lines.count + 2)
    var box = CellGrid(width, height, grid.style)
    for column in 0..<width {
      box.put("─", 0, column)
      box.put("─", height - 1, column)
    }
    for (row, line) in lines.enumerated() where row + 1 < height - 1 { box.write(line, row + 1, 2, width: width - 3) }
    grid.lay(box, row: (grid.rows - height) / 2, column: (grid.columns - width) / 2)
  }
}
