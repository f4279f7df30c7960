import Expectations
import Foundation
import Testing
import Text
import Wire

@testable import Watcher

/// The drawings of `gnomon watch`, read from the grid and compared with the messages of the same time, with the tests' own
/// computation. `WatchCaptureTests` has the texts and numbers.
@Suite struct WatchPictureTests {
  private static let moments = Array(stride(from: 4, through: 124, by: 5))

  /// Returns degrees in ±180.
  private func wrapped(_ degrees: Double) -> Double { remainder(degrees, 360) }

  /// Returns the columns of a scalar.
  private func columns(_ row: [Unicode.Scalar], _ scalar: Unicode.Scalar) -> [Int] {
    row.indices.filter { row[$0] == scalar }
  }

  // MARK: the tape

  @Test(arguments: [80, 120, 200]) func theTapeStandsAtTheHeading(_ width: Int) throws {
    let names = ["N": 0.0, "E": 90, "S": 180, "W": 270]
    var labels = 0, turns = 0
    for second in Self.moments where WatchWalk.seconds[second].pose?.heading != nil {
      let model = WatchWalk.seconds[second]
      let heading = try #require(model.pose?.heading).degrees
      let tape = WatchScenes.pane(.tape, of: WatchScenes.grid(second, width, 40))
      let mark = try #require(columns(tape[2], "▲").first)
      expect(mark, equals: (width - 1) / 2)
      // Labels: the position of the middle of each, from the mark, two degrees a column.
      let words = WatchScenes.text(tape[0])
      for word in words.split(separator: " ") {
        let column = words.distance(from: words.startIndex, to: word.startIndex)
        guard let azimuth = names[String(word)] ?? (word.count == 3 ? Double(word) : nil) else { continue }
        let middle = column + word.count / 2
        expect(abs(wrapped(azimuth - heading) / 2 - Double(middle - mark)), isAtMost: 0.51, "\(second): \(word)")
        labels += 1
      }
      for column in columns(tape[1], "│") {
        let azimuth = heading + 2 * Double(column - mark)
        expect(abs(remainder(azimuth, 30)), isAtMost: 1.01, "\(second): a tick at \(azimuth)°")
      }
      if let sigma = model.pose?.headingSigma?.degrees, sigma > 1.1, sigma < Double(width) - 4 {
        let from = try #require(columns(tape[2], "├").first), to = try #require(columns(tape[2], "┤").last)
        #expect(abs(Double(mark - from) - sigma / 2) <= 0.51 && to - mark == mark - from, "\(second): ± \(sigma)°")
      }
      if let hint = model.frame?.hint, abs(wrapped(hint.azimuth.degrees - heading)) < Double(width) - 4 {
        let column = try #require(columns(tape[1], "◆").first, "\(second)")
        expect(abs(wrapped(hint.azimuth.degrees - heading) / 2 - Double(column - mark)), isAtMost: 0.51)
        turns += 1
      }
    }
    #expect(labels > 80 && turns > 5)
  }

  // MARK: the horizon

  /// Returns the world's up in the body, from the quaternion of the message: q* (0, 1, 0) q.
  private func up(_ pose: PoseMessage) -> (x: Double, y: Double, z: Double) {
    let q = pose.pose.rotation.quaternion
    let xy: Double = q.x * q.y, wz: Double = q.w * q.z, xx: Double = q.x * q.x, zz: Double = q.z * q.z
    let yz: Double = q.y * q.z, wx: Double = q.w * q.x
    return (2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx))
  }

  /// Returns the elevation of a direction of the body above the horizon, in degrees.
  private func elevation(_ x: Double, _ y: Double, _ up: (x: Double, y: Double, z: Double)) -> Double {
    let along: Double = up.x * x + up.y * y - up.z
    let length: Double = (x * x + y * y + 1).squareRoot()
    return asin(along / length) * 180 / .pi
  }

  /// Checks that every character of the line is on the horizon, sky above and ground below; returns their number.
  private func checkHorizon(_ grid: CellGrid, _ up: (x: Double, y: Double, z: Double), _ about: String) -> Int {
    let pane = WatchScenes.pane(.horizon, of: grid)
    let rows = pane.count - 1, middle = pane[0].count / 2, centre = rows / 2
    let thirds: [Unicode.Scalar: Double] = ["▔": 1.0 / 3, "─": 0, "▁": -1.0 / 3]
    var found = 0
    for row in 0..<rows {
      for column in pane[row].indices {
        let x = Double(column - middle) * 0.04375, y = Double(centre - row) * 0.0875
        let scalar = pane[row][column]
        if let third = thirds[scalar] {
          expect(abs(elevation(x, y + third * 0.0875, up)), isAtMost: 0.95, "\(about): line at \(row), \(column)")
          found += 1
        } else if scalar == "│" {
          expect(abs(elevation(x, y, up)), isAtMost: 1.4, "\(about): line at \(row), \(column)")
          found += 1
        } else if scalar == "·" {
          expect(elevation(x, y, up), isAtMost: 0, "\(about): ground at \(row), \(column)")
        } else if scalar == " " {
          expect(elevation(x, y, up), isAtLeast: 0, "\(about): sky at \(row), \(column)")
        }
      }
    }
    return found
  }

  /// Any attitude, a pose of the walk that is turned: the drawing, and the numbers below it.
  @Test(arguments: [(columns: 80, rows: 24), (columns: 120, rows: 40)]) func theHorizonLiesWhereItIs(
    _ size: (columns: Int, rows: Int)
  ) throws {
    let base = try #require(WatchWalk.seconds[45].pose)
    for (elevation, roll) in [
      (0.0, 0.0), (0, 25), (0, -60), (0, 90), (0, -90), (0, 180), (15, 10), (-20, -35), (80, 0), (-80, 0), (15, 88),
    ] {
      var pose = base
      // About x, then about z: q = (sin a/2, 0, 0, cos a/2) (0, 0, sin b/2, cos b/2).
      let a = elevation * .pi / 360, b = roll * .pi / 360
      let x: Double = sin(a) * cos(b), y: Double = -sin(a) * sin(b)
      let z: Double = cos(a) * sin(b), w: Double = cos(a) * cos(b)
      pose.orientation = try #require(.init(x: x, y: y, z: z, w: w))
      var model = WatchWalk.seconds[4]
      model.ingest(try message("pose") { pose.write(to: &$0) }, at: WatchWalk.moment(45))
      let style = WatchScenes.style(size.columns, size.rows), u = up(pose)
      let grid = WatchPicture(
        model: model, controls: WatchControls(), style: style, now: WatchWalk.moment(45)
      ).grid()
      let found = checkHorizon(grid, u, "\(elevation)°, \(roll)°")
      let text = WatchScenes.text(WatchScenes.pane(.horizon, of: grid).last ?? [])
      let numbers = text.split { !"+-.0123456789".contains($0) }.compactMap { Double($0) }
      try #require(numbers.count == 2, "\(text)")
      expect(abs(numbers[0] - asin(-u.z) * 180 / .pi), isBelow: 0.06, "\(text)")
      expect(abs(wrapped(numbers[1] - atan2(u.x, u.y) * 180 / .pi)), isBelow: 0.06, "\(text)")
      let dots = WatchScenes.pane(.horizon, of: grid).dropLast().joined().count { $0 == "·" }
      switch elevation {
      case 80: #expect(found == 0 && dots == 0)
      case -80: #expect(found == 0 && dots > 200)
      default: expect(found, isAtLeast: 5, "\(elevation)°, \(roll)°: \(found)")
      }
    }
  }

  private func message(_ name: String, _ write: (inout JSONWriter) -> Void) throws -> StreamMessage {
    var writer = JSONWriter()
    write(&writer)
    return try StreamMessage(json: .object([JSONMember(name, try JSONValue(reading: writer.buffer.bytes))]))
  }

  // MARK: radar

  @Test(arguments: [(columns: 80, rows: 24), (columns: 120, rows: 40)]) func theRadarHasThePlacesWhereTheyAre(
    _ size: (columns: Int, rows: Int)
  )
    throws
  {
    let signs = Array("123456789abcdefghijklmnopqrstuvwxyz".unicodeScalars)
    var found = 0
    for second in Self.moments {
      let model = WatchWalk.seconds[second]
      guard let heading = model.pose?.heading?.degrees, let frame = model.frame, let placements = frame.placements,
        frame.time == model.pose?.time
      else { continue }
      let pane = WatchScenes.pane(.radar, of: WatchScenes.grid(second, size.columns, size.rows))
      let middle = (pane[0].count - 1) / 2, centre = (pane.count - 1) / 2
      for (rank, placement) in placements.enumerated() {
        let bearing = (placement.azimuth.degrees - heading) * .pi / 180
        // High places have a larger distance than on the disc, which is level.
        let share = min(1, placement.distance.value * cos(placement.elevation.radians) / 300)
        let x: Double = share * sin(bearing) * Double(2 * centre)
        let y: Double = -share * cos(bearing) * Double(centre)
        // The range of the rim is written below on the left.
        let cells = pane.indices.flatMap { row in
          columns(pane[row], signs[rank]).filter { row < pane.count - 1 || $0 > 6 }.map { (row - centre, $0 - middle) }
        }
        if let cell = cells.first {
          expect(cells.count, equals: 1)
          #expect(abs(Double(cell.1) - x) <= 1.2 && abs(Double(cell.0) - y) <= 0.8, "\(second): \(placement.name)")
          found += 1
        } else {
          // It is covered by something nearer.
          let shown = pane[centre + Int(y.rounded())][middle + Int(x.rounded())]
          expect(shown, differsFrom: " ", "\(second): \(placement.name) at \(x), \(y)")
        }
      }
      if let cell = pane.indices.flatMap({ row in columns(pane[row], "N").map { (row - centre, $0 - middle) } }).first {
        let north = -heading * .pi / 180
        expect(abs(Double(cell.1) - sin(north) * Double(2 * centre)), isAtMost: 0.6)
        expect(abs(Double(cell.0) + cos(north) * Double(centre)), isAtMost: 0.6)
      }
      #expect(WatchScenes.text(pane[pane.count - 1]).hasPrefix("300 m"))
    }
    expect(found, isAbove: 100)
  }

  // MARK: age

  @Test func oldValuesAreNotShownAsLive() throws {
    let model = WatchWalk.seconds[45]
    func title(_ model: WatchModel, _ seconds: Int, _ controls: WatchControls = WatchControls()) -> [String] {
      var style = WatchScenes.style(80, 24)
      style.isColoured = true
      let grid = WatchPicture(
        model: model, controls: controls, style: style, now: WatchWalk.moment(45 + seconds)
      ).grid()
      let isLive = grid.lines[0].hasSuffix("live")
      // Everything else is dim.
      let bright = (4..<20).contains { row in
        (0..<80).contains { grid[row, $0] != .blank && grid[row, $0].emphasis != .dim }
      }
      expect(isLive, equals: bright)
      return grid.lines
    }
    #expect(title(model, 0)[0].hasSuffix(" live"))
    let old = title(model, 5)
    #expect(old[0].hasSuffix(" 5 s old") && old[1].contains("━ old: no pose for 5 s ━"), "\(old[0...1])")
    var gone = model
    gone.lose("why", at: WatchWalk.moment(46))
    let lines = title(gone, 10)
    #expect(
      lines[0].hasSuffix(" gone 9 s") && lines[1].contains("the daemon has gone, 9 s ago: why"), "\(lines[0...1])")
    #expect(lines.contains { $0.contains("was localized") } && lines.contains { $0.hasPrefix("accel silent") })
    gone.reset()
    expect(gone.freshness(at: WatchWalk.moment(55)), equals: .waiting)
    var controls = WatchControls()
    let action = controls.press(.letter("p"), isRecording: false, at: WatchWalk.moment(45))
    #expect(action == nil)
    let paused = WatchPicture(
      model: model, controls: controls, style: WatchScenes.style(80, 24), now: WatchWalk.moment(49)
    ).grid().lines
    #expect(paused[0].hasSuffix(" paused, 4 s old") && !paused[1].contains("old"), "\(paused[0...1])")
    // Without any data yet.
    let empty = WatchPicture(
      model: WatchModel(), controls: WatchControls(), style: WatchScenes.style(80, 24), now: WatchWalk.moment(0)
    ).grid().lines
    #expect(empty[0].hasSuffix("waiting") && empty[1].contains("no pose yet"), "\(empty)")
  }
}
