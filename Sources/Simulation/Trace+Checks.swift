import Geometry

// Checks of a trace's rows.
extension Trace {
  /// Longest time between rows: a longer gap hides movements of the head.
  static let longestGap = 0.1  // s
  /// Largest distance from the origin, m.
  static let farthest = 10_000.0
  /// Largest deviation of a quaternion's length from 1.
  static let quaternionTolerance = 0.01
  /// Faster than any wearer: m/s, rad/s.
  static let fastest = 150.0
  static let fastestTurn = 60.0

  static func row(_ values: [Double], _ place: TraceFault.Place) throws(TraceFault) -> Row {
    for (i, column) in ["x", "y", "z"].enumerated() where values[i + 1].magnitude > farthest {
      var place = place
      place.column = column
      throw TraceFault(
        place, "\(short(values[i + 1])) m is over 10 km from the origin; are these metres? Subtract the first position")
    }
    let q = SIMD4(values[4], values[5], values[6], values[7])
    let norm = (q * q).sum().squareRoot()
    guard (norm - 1).magnitude <= quaternionTolerance,
      let orientation = Rotation<Body, Level>(
        x: q.x, y: q.y, z: q.z, w: q.w)
    else {
      var place = place
      place.column = "qx…qw"
      throw TraceFault(
        place,
        "a quaternion of length \(short(norm)), not 1; divide its four numbers by their length, "
          + (norm < 0.5 ? "or cut the rows in which the body was not seen" : "and check their order: qw is the last"))
    }
    return Row(
      time: TimeSpan(values[0]), position: Displacement(values[1], values[2], values[3]), orientation: orientation)
  }

  static func check(_ row: Row, after before: Row, lastLine: Int, _ place: TraceFault.Place) throws(TraceFault) {
    let step = (row.time - before.time).value
    var place = place
    place.column = "t"
    guard step > 0 else {
      throw TraceFault(
        place,
        "\(short(row.time.value)) s is not after \(short(before.time.value)) s of line \(lastLine); "
          + "sort the rows by time, and keep one of each moment")
    }
    guard step <= longestGap + 1e-6 else {
      throw TraceFault(
        place,
        "a gap of \(short(step)) s after line \(lastLine), longer than 0.1 s; "
          + (step >= 1 ? "are the times in seconds? " : "") + "Fill it in, or simulate the parts before and after it")
    }
    let way = (row.position - before.position).norm.value
    place.column = "x, y, z"
    guard way <= fastest * step else {
      throw TraceFault(
        place,
        "a jump of \(short(way)) m in \(short(step)) s since line \(lastLine); "
          + "positions have to be in metres; take out the row, or cut the trace there")
    }
    let turn = before.orientation.difference(to: row.orientation).norm.value
    place.column = "qx…qw"
    guard turn <= fastestTurn * step + 0.05 else {
      throw TraceFault(
        place,
        "a turn of \(short(turn * 180 / .pi))° in \(short(step)) s since line \(lastLine); "
          + "take out the row, or cut the trace there")
    }
  }

  /// Returns a number for a message, with four decimals.
  private static func short(_ value: Double) -> String {
    guard value.magnitude < 1e12 else { return "\(value)" }
    let scaled = (value * 1e4).rounded() / 1e4
    return scaled == scaled.rounded() ? "\(Int(scaled))" : "\(scaled)"
  }
}
