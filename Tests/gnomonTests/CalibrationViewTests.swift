import Calibrators
import Expectations
import Foundation
import Testing
import Wire

@testable import CommandParts
@testable import CalibrationCommands
@testable import Commands

/// The drawing of a calibration on terminals of every size and type.
@Suite struct CalibrationViewTests {
  private typealias Scenes = CalibrationScenes

  @Test func neverWiderNorHigherThanTheTerminal() {
    let progresses = (0..<3).map(Scenes.magnetometer) + [Scenes.accelerometer, Scenes.gyroscope, Scenes.axes]
    for isUnicode in [true, false] {
      for (columns, rows) in [
        (80, 24), (80, 25), (120, 40), (200, 60), (74, 24), (73, 24), (60, 20), (40, 12), (20, 5),
      ] {
        var style = TerminalStyle(columns: columns, rows: rows)
        style.isUnicode = isUnicode
        for progress in progresses {
          let lines = Scenes.screen("gnomon calibrate mag", progress, style)
          #expect(lines.count < rows && !lines.isEmpty)
          for line in lines {
            expect(TextLayout.width(line), isAtMost: columns, "\(columns): \(line)")
            #expect(isUnicode || line.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "\(line)")
          }
          // The next step is always shown.
          #expect(
            rows < 8
              || lines.contains {
                $0.contains(progress.isComplete ? "Enough" : progress.instruction.english.prefix(12))
              })
        }
      }
    }
  }

  /// The lines below keep their places, whatever the text above them.
  @Test func aLongerTextKeepsTheLinesInPlace() {
    var progress = Scenes.magnetometer(1)
    let before = Scenes.screen("t", progress).firstIndex { $0.contains("upper half") }
    progress.warnings = []
    expect(Scenes.screen("t", progress).firstIndex { $0.contains("upper half") }, equals: before)
    progress.instruction.english = String(repeating: "turn and turn again ", count: 30)
    expect(Scenes.screen("t", progress).firstIndex { $0.contains("upper half") }, equals: before)
  }

  @Test func controlCharactersDoNotReachTheTerminal() throws {
    let wild = "\u{1B}]0;owned\u{7}\u{1B}[2J\r\n\u{9B}31m\u{202E}x\u{7F}"
    var progress = Scenes.magnetometer(1)
    progress.instruction.english = wild
    progress.warnings = [Scenes.phrase(wild)]
    progress.figures = [FigureMessage(name: wild, value: 1, unit: wild)]
    var lines = Scenes.screen(wild, progress)
    var plain = PlainCalibrationView()
    lines += plain.lines(progress).map { Scenes.style.spelled($0) }
    var result = Scenes.result
    result.remarks = [Scenes.phrase(wild)]
    result.grade = wild
    result.promise.unit = wild
    lines += CalibrationOutcome.lines(result, .magnetometer, Scenes.style)
    var failure = Scenes.failure
    (failure.reason, failure.finding, failure.remedy) = (wild, wild, wild)
    lines += CalibrationOutcome.lines(failure, .magnetometer, Scenes.style)
    let record = Scenes.record(
      .magnetometer, .good, Scenes.figure("e", 1, wild), made: "2026-11-17T08:00:00Z", inForce: true, name: wild)
    lines += CalibrationText.list([record], now: nil, Scenes.style)
    lines += try CalibrationText.all(record, now: nil, Scenes.style)
    lines += Verdicts.lines([.init(kind: wild, verdict: wild, figures: progress.figures, english: wild)], Scenes.style)
    for line in lines {
      #expect(
        line.unicodeScalars.allSatisfy { !(0...0x1F ~= $0.value) && !(0x7F...0x9F ~= $0.value) && $0.value != 0x202E },
        "\(line)")
    }
  }

  @Test func coloursOnlyWhereWantedAndOutsideTheWidth() {
    #expect(!Scenes.screen("t", Scenes.magnetometer(1)).contains { $0.contains("\u{1B}") })
    var style = Scenes.style
    style.isColoured = true
    let coloured = Scenes.screen("t", Scenes.magnetometer(1), style)
    #expect(coloured.contains { $0.hasPrefix("\u{1B}[1m") } && coloured.contains { $0.hasPrefix("\u{1B}[1;33m") })
    for line in coloured {
      #expect(TextLayout.width(line.replacing(/\x1B\[[0-9;]*m/, with: "")) <= 80)
    }
  }

  /// Half of the sphere, once seen, fills half of its disc, the right half.
  @Test func theDiscsKeepAreas() {
    let drawing = SphereDrawing(rows: 15)
    var cells = [Int](repeating: 0, count: CoverageGrid.count)
    for cell in 0..<(CoverageGrid.count / 2) { cells[cell] = 9 }
    let lines = drawing.lines(cells, Scenes.style)
    let full = lines.reduce(0) { $0 + $1.count { $0 == "█" } }, empty = lines.reduce(0) { $0 + $1.count { $0 == "·" } }
    #expect(full == empty && full > 300)
    #expect(lines.allSatisfy { !$0.suffix(30).contains("█") })
    // Every cell has a place, and all have about the same area.
    for cell in 0..<CoverageGrid.count {
      var one = [Int](repeating: 0, count: CoverageGrid.count)
      one[cell] = 9
      let count = drawing.lines(one, Scenes.style).reduce(0) { $0 + $1.count { $0 == "█" } }
      #expect((4...12).contains(count), "cell \(cell): \(count)")
    }
  }

  @Test func linesWhereNothingCanBeDrawnOnlyOnChange() {
    var view = PlainCalibrationView()
    let first = view.lines(Scenes.magnetometer(0))
    expect(first.first, equals: "Turn it slowly through all directions, away from iron")
    #expect(view.lines(Scenes.magnetometer(0)).isEmpty)
    let middle = view.lines(Scenes.magnetometer(1))
    #expect(middle.first?.hasPrefix("! something magnetic") == true && middle.contains { $0.contains("55 %") })
    expect(view.lines(Scenes.magnetometer(2)).last, equals: "enough readings")
    #expect(view.lines(Scenes.magnetometer(2)).isEmpty)
  }

  /// Without a terminal a calibration that gets no further says every ten seconds where it stands, and what is wrong.
  @Test func aStandstillIsPrintedEveryTenSeconds() {
    var view = PlainCalibrationView(), progress = Scenes.magnetometer(1), told: [[String]] = []
    for second in 0..<30 {
      progress.elapsed = Double(second)
      told.append(view.lines(progress))
    }
    expect(told.indices.filter { !told[$0].isEmpty }, equals: [0, 10, 20])
    #expect(told[10].first?.hasPrefix("! something magnetic") == true && told[10].last?.hasPrefix("0:10 55 %") == true)
  }

  @Test func onlyChangedLinesAreWritten() {
    #expect(Screen.changes(from: ["a", "b"], to: ["a", "b"]).isEmpty)
    expect(Screen.changes(from: ["a", "b"], to: ["a", "c"]), equals: "\u{1B}[2;1Hc\u{1B}[K")
    expect(Screen.changes(from: ["a", "b"], to: ["a"]), equals: "\u{1B}[2;1H\u{1B}[K")
    expect([10, 13, 102].map { Screen.key($0) }, equals: [.enough, .enough, .enough])
    #expect([113, 3].map { Screen.key($0) } == [.stop, .stop] && Screen.key(120) == nil)
  }

  @Test func textKeepsItsColumns() {
    #expect(TextLayout.width("µT") == 2 && TextLayout.width("磁") == 2 && TextLayout.width("e\u{301}") == 1)
    #expect(TextLayout.fitted("磁磁磁", 5) == "磁磁>" && TextLayout.fitted("abc", 3) == "abc")
    expect(TextLayout.wrapped("one two three", 7), equals: ["one two", "three"])
    expect(TextLayout.wrapped("unbreakable", 5), equals: ["unbr>"])
    var ascii = Scenes.style
    ascii.isUnicode = false
    expect(ascii.spelled("49 µT ± 2°, → m/s²"), equals: "49 uT +/- 2deg, -> m/s2")
  }

  @Test func figuresReadWell() {
    func text(_ value: Double, _ unit: String) -> String { FigureMessage.quantity(value, unit) }
    #expect(text(0.61, "µT") == "0.61 µT" && text(2, "°") == "2°" && text(0.004, "°/s") == "0.004°/s")
    #expect(
      text(0.0123, "s") == "12.3 ms" && text(30, "s") == "30 s" && text(.nan, "s") == "unknown"
        && text(512, "") == "512")
    let rows = FigureTable.rows(Scenes.result.evidence)
    expect(rows[0], equals: .init(label: "residual", before: "17.9 µT", value: "0.61 µT", bar: nil))
    expect(rows.count, equals: Scenes.result.evidence.count - 1)
    expect(rows.first { $0.label == "field" }?.bar, equals: "expected 49.1 µT")
  }

  @Test func verdictsHaveTheirStatus() {
    func status(_ verdicts: String...) -> Int32? {
      Verdicts.failure(verdicts.map { .init(kind: "mag", verdict: $0, figures: [], english: "") })?.status.rawValue
    }
    #expect(status("good", "good") == nil && status("good", "drifting") == 1)
    #expect(status("drifting", "redo", "unknown") == 2 && status("unknown", "good") == 3 && status() == 3)
  }
}
