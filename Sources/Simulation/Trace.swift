public import Geometry

/// Positions and orientations of a body, row by row, as from motion capture: the input of `gnomon simulate TRACE.csv`.
///
/// Positions are in a level frame, x east, y up, z south, relative to the trace's own origin; orientations turn the body's
/// coordinates (x right, y up, z back) into that frame.
public struct Trace: Sendable {
  public struct Row: Sendable {
    /// Time since any fixed moment; rising from row to row.
    public var time: TimeSpan
    public var position: Displacement<Level>
    public var orientation: Rotation<Body, Level>

    public init(time: TimeSpan, position: Displacement<Level>, orientation: Rotation<Body, Level>) {
      self.time = time
      self.position = position
      self.orientation = orientation
    }
  }

  /// The columns that the header must name.
  public static let columns = ["t", "x", "y", "z", "qx", "qy", "qz", "qw"]
  /// At least eight, in order of time, without gaps.
  public let rows: [Row]
  public var duration: TimeSpan { rows[rows.count - 1].time - rows[0].time }

  /// Creates the trace of a trajectory's truth, one row every 1/`rate` seconds; `rate` is in Hz.
  public init(of trajectory: Trajectory, rate: Double) {
    let count = Int(trajectory.duration.value * rate)
    let levelFromENU = trajectory.plane.earthFromLevel.inverse * trajectory.plane.earthFromENU
    rows = (0...max(7, count)).map { i in
      let time = TimeSpan(Double(i) / rate), instant = trajectory.instant(at: time)
      return Row(
        time: time, position: levelFromENU(instant.position), orientation: levelFromENU * instant.orientation)
    }
  }

  /// Returns one row as text, with all digits.
  public static func text(of row: Row) -> String {
    let p = row.position, q = row.orientation.quaternion
    return "\(row.time.value),\(p.x),\(p.y),\(p.z),\(q.x),\(q.y),\(q.z),\(q.w)"
  }
  public static var header: String { columns.joined(separator: ",") }

  /// Reads the text of a file; errors refer to it as `name`.
  ///
  /// The header names the columns; further columns may stand between the eight and are ignored, like empty lines and lines that
  /// begin with #.
  public init(parsing text: String, named name: String) throws(TraceFault) {
    var places: [Int]?
    var rows: [Row] = []
    var last = 0
    for (index, whole) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let number = index + 1
      let line = Self.trimmed(whole)
      if line.isEmpty || line.first == "#" { continue }
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
      guard let columns = places else {
        places = try Self.places(fields, TraceFault.Place(file: name, line: number))
        continue
      }
      var values: [Double] = []
      for (column, i) in zip(Self.columns, columns) {
        let place = TraceFault.Place(file: name, line: number, column: column)
        guard i < fields.count else {
          throw TraceFault(place, "no value; the row has \(fields.count) fields, fewer than the header")
        }
        guard let value = Double(fields[i]), value.isFinite else {
          throw TraceFault(place, "'\(fields[i].prefix(40))' is not a number; write one, or cut the trace here")
        }
        values.append(value)
      }
      let row = try Self.row(values, TraceFault.Place(file: name, line: number))
      if let before = rows.last {
        try Self.check(row, after: before, lastLine: last, TraceFault.Place(file: name, line: number))
      }
      rows.append(row)
      last = number
    }
    guard places != nil else { throw TraceFault(.init(file: name), "empty; a trace begins with \(Self.header)") }
    guard rows.count >= 8 else {
      throw TraceFault(.init(file: name), "only \(rows.count) rows; a trace has at least 8")
    }
    self.rows = rows
  }

  /// Returns whether a text begins like a trace, with a header and not with a number.
  public static func isBegun(by text: String) -> Bool {
    for whole in text.split(whereSeparator: \.isNewline) {
      let line = trimmed(whole)
      if line.isEmpty || line.first == "#" { continue }
      let words = line.split(separator: ",").map(trimmed)
      return words.contains { columns.contains(String($0)) } || words.allSatisfy { $0.first?.isLetter == true }
    }
    return false
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    func isBlank(_ character: Character?) -> Bool { character?.isWhitespace == true || character == "\u{FEFF}" }
    while isBlank(text.first) { text.removeFirst() }
    while isBlank(text.last) { text.removeLast() }
    return text
  }

  private static func places(_ fields: [Substring], _ place: TraceFault.Place) throws(TraceFault) -> [Int] {
    var places: [Int] = []
    for column in columns {
      guard let i = fields.firstIndex(of: Substring(column)) else {
        throw TraceFault(place, "no column '\(column)' in the header; it has to name \(header)")
      }
      places.append(i)
    }
    return places
  }
}

/// Fault in the text of a trace: the place, the mistake, and the remedy.
public struct TraceFault: Error, Equatable, Sendable, CustomStringConvertible {
  public struct Place: Equatable, Sendable {
    public var file: String
    public var line: Int?
    public var column: String?
    init(file: String, line: Int? = nil, column: String? = nil) {
      self.file = file
      self.line = line
      self.column = column
    }
  }
  public let place: Place
  public let reason: String

  init(_ place: Place, _ reason: String) {
    self.place = place
    self.reason = reason
  }

  public var description: String {
    var text = place.file
    if let line = place.line { text += ":\(line)" }
    if let column = place.column { text += ": \(column)" }
    return "\(text): \(reason)"
  }
}
