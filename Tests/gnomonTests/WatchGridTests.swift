import Expectations
import Geometry
import Testing
import Wire

@testable import CommandParts
@testable import Commands
@testable import Watcher

/// The grid, the changes that are sent, the layout at every size, and the keys.
@Suite struct WatchGridTests {
  private static let sizes = [
    (80, 24), (80, 25), (120, 40), (200, 60), (81, 24), (79, 24), (80, 23), (60, 20), (40, 12), (30, 10), (20, 5),
    (300, 24),
    (80, 100), (57, 24), (132, 43),
  ]

  /// The picture and the filter's page.
  @Test(arguments: [true, false]) func itFitsEverySize(_ isUnicode: Bool) {
    for (columns, rows) in Self.sizes {
      let layout = WatchLayout(columns: columns, rows: rows)
      // No pane overlaps another one, or extends beyond the terminal.
      var covered = Set<Int>()
      for (pane, place) in layout.places {
        for row in place.row..<(place.row + place.rows) {
          for column in place.column..<(place.column + place.columns) {
            #expect(row < rows && column < columns, "\(columns)x\(rows): \(pane)")
            #expect(covered.insert(row * 1000 + column).inserted, "\(columns)x\(rows): \(pane) lies on another")
          }
        }
      }
      expect(layout.missing.isEmpty, equals: (columns >= 80 && rows >= 24))
      let shown = [0, 6, 22, 36, 62].flatMap { [($0, WatchControls.Page.picture), ($0, .filter)] }
      for (second, page) in shown {
        let lines = WatchScenes.grid(second, columns, rows, isUnicode: isUnicode, page: page).lines
        expect(lines.count, equals: rows)
        for line in lines {
          expect(TextLayout.width(line), isAtMost: columns, "\(columns)x\(rows): \(line)")
          #expect(isUnicode || line.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "\(line)")
        }
        if page == .picture, columns >= 60, let first = layout.missing.first {
          #expect(lines[rows - 1].hasPrefix("not shown: ") && lines[rows - 1].contains(first.rawValue), "\(lines)")
        }
      }
    }
  }

  @Test func namesCannotDriveTheTerminal() {
    let wild = "\u{1B}]0;owned\u{7}\u{1B}[2J\r\n\u{9B}31m\u{202E}x\u{7F}"
    var grid = CellGrid(40, 2, WatchScenes.style(40, 2))
    grid.write(wild, 0, 0)
    expect(grid.line(0), equals: "␛]0;owned␇␛[2J␍␊\u{FFFD}31m\u{FFFD}x␡")
    var controls = WatchControls()
    controls.say(wild, isRefusal: true, at: WatchWalk.moment(45))
    let lines = WatchPicture(
      model: WatchWalk.seconds[45], controls: controls, style: WatchScenes.style(80, 24), now: WatchWalk.moment(45)
    ).grid().lines
    #expect(
      lines.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 0x9B && $0.value != 0x202E } })
  }

  @Test func wideLettersAndMarksKeepTheirPlace() {
    var grid = CellGrid(10, 1, WatchScenes.style(10, 1))
    let end = grid.write("日本e\u{301}x", 0, 0)
    expect(end, equals: 6)
    #expect(grid.line(0) == "日本e\u{301}x" && grid[0, 1].scalar == "\0" && grid[0, 4].mark == "\u{301}")
    grid.write("日本日本日本", 0, 0)
    expect(TextLayout.width(grid.line(0)), isAtMost: 10)
    grid.write(endingAt: 10, "end", 0)
    #expect(grid.line(0).hasSuffix("end"))
  }

  /// A terminal of a few lines that applies the received controls.
  private struct Screen {
    var cells: [[Unicode.Scalar]]
    var row = 0, column = 0

    init(_ columns: Int, _ rows: Int) { cells = Array(repeating: Array(repeating: " ", count: columns), count: rows) }

    mutating func apply(_ text: String) {
      var rest = Array(text.unicodeScalars)[...]
      while let scalar = rest.popFirst() {
        guard scalar == "\u{1B}" else {
          cells[row][column] = scalar
          if TextLayout.width(scalar) == 2 { cells[row][column + 1] = "\0" }
          column += TextLayout.width(scalar)
          continue
        }
        expect(rest.popFirst(), equals: "[")
        var numbers = ""
        while let next = rest.first, "0123456789;".unicodeScalars.contains(next) {
          numbers.unicodeScalars.append(next)
          rest.removeFirst()
        }
        let values = numbers.split(separator: ";").compactMap { Int($0) }
        switch rest.popFirst() {
        case "H": (row, column) = ((values.first ?? 1) - 1, (values.dropFirst().first ?? 1) - 1)
        case "C": column += values.first ?? 1
        case "K": for index in column..<cells[row].count { cells[row][index] = " " }
        case "m": break
        case let other: Issue.record("not known: \(String(describing: other))")
        }
      }
    }
  }

  /// From any picture to any other, only the differences are sent, and the result is the other picture.
  @Test func theSentDifferencesGiveTheNewPicture() {
    for (columns, rows) in [(80, 24), (60, 18), (120, 40)] {
      for isColoured in [false, true] {
        var style = WatchScenes.style(columns, rows), screen = Screen(columns, rows), shown: CellGrid?
        style.isColoured = isColoured
        for second in [0, 6, 36, 37, 62, 12, 100, 36] {
          var controls = WatchControls()
          if second == 12 { _ = controls.press(.letter("h"), isRecording: false, at: WatchWalk.moment(12)) }
          let grid = WatchPicture(
            model: WatchWalk.seconds[second], controls: controls, style: style, now: WatchWalk.moment(second)
          ).grid()
          screen.apply(CellChanges.text(from: shown, to: grid))
          for row in 0..<rows {
            for column in 0..<columns where (row, column) != (rows - 1, columns - 1) {
              expect(screen.cells[row][column], equals: grid[row, column].scalar, "\(second): \(row), \(column)")
            }
          }
          #expect(CellChanges.text(from: grid, to: grid).isEmpty)
          shown = grid
        }
      }
    }
  }

  @Test func theKeysAreRead() {
    expect(WatchKey.keys(Array("q[".utf8)), equals: [.letter("q"), .letter("[")])
    expect(WatchKey.keys([0x1B, 0x5B, 0x43, 0x1B, 0x4F, 0x44]), equals: [.right, .left])
    #expect(WatchKey.keys([0x1B]) == [.escape] && WatchKey.keys([0x1B, 0x5B, 0x31, 0x3B, 0x32, 0x43]) == [.right])
    #expect(WatchKey.keys([0x1B, 0x5B, 0x46]).isEmpty && WatchKey.keys([0xC3, 0xA4]).isEmpty)
    let now = WatchWalk.moment(1)
    var controls = WatchControls()
    func press(_ letter: Character, recording: Bool = false) -> WatchControls.Action? {
      controls.press(.letter(letter), isRecording: recording, at: now)
    }
    #expect(
      press("[") == .call(.init(kind: .nudge(.degrees(-0.5)))) && press("}") == .call(.init(kind: .nudge(.degrees(5)))))
    let right = controls.press(.right, isRecording: false, at: now)
    expect(right, equals: .call(.init(kind: .nudge(.degrees(0.5)))))
    #expect(press("e") == .call(.init(kind: .release)) && press("0") == .call(.init(kind: .release)))
    #expect(
      press(" ") == nil && press("R") == .call(.init(kind: .startRecording))
        && press("R", recording: true) == .call(.init(kind: .stopRecording)))
    // A new scene is started only by a y.
    #expect(press("r") == nil && controls.isAsking && press("n") == nil && !controls.isAsking)
    #expect(press("r") == nil && press("y") == .call(.init(kind: .reset)))
    #expect(press("r") == nil && press("]") == nil && !controls.isAsking)
    let range = controls.range
    #expect(press("+") == .range && controls.range < range && press("-") == .range && controls.range == range)
    for _ in 0..<20 { _ = press("-") }
    #expect(press("-") == nil && controls.range == .metres(5000))
    #expect(press("?") == nil && controls.isHelping && press("h") == nil && !controls.isHelping)
    #expect(press("p") == nil && controls.pausedSince == now && press("p") == nil && controls.pausedSince == nil)
    // The filter's page, and its scroll position.
    #expect(press("f") == .page && controls.page == .filter)
    expect(WatchKey.keys([0x1B, 0x5B, 0x41, 0x1B, 0x4F, 0x42]), equals: [.up, .down])
    #expect(controls.press(.down, isRecording: false, at: now) == nil && press("j") == nil && controls.scroll == 10)
    #expect(press("k") == nil && controls.scroll == 5 && controls.press(.up, isRecording: false, at: now) == nil)
    #expect(press("k") == nil && controls.scroll == 0)
    #expect(press("j") == nil && press("f") == .page && controls.page == .picture && controls.scroll == 0)
    #expect(press("q") == .quit && press("x") == nil)
  }
}
