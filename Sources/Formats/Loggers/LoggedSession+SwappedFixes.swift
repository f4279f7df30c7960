import Geodesy
import Geometry
import Samples

// Fixes whose latitude and longitude are swapped. Such a fix is valid by itself; it shows by a jump to the fixes around it that no
// traveler makes, and by none if its numbers are swapped back.
extension LoggedSession {
  /// Faster than an airliner with the wind.
  private static let fastest = Speed(350)
  /// Larger than a receiver's error.
  private static let tolerance = Length(1000)

  /// Removes the swapped fixes, and adds a note on them. The fewer ones are taken to be the swapped ones; if they are exactly half
  /// of all fixes, none are removed, because it is unknown which ones are swapped.
  mutating func removeSwappedFixes() {
    var isOther = [Bool](repeating: false, count: fixes.count), others = 0, jump = Length.zero
    for index in fixes.indices.dropFirst() {
      let before = fixes[index - 1], fix = fixes[index]
      let reach = Self.tolerance + Length(Self.fastest.value * (fix.time - before.time).value)
      let distance = Self.distance(before, fix.latitude.value, fix.longitude.value)
      let isSwapped = distance > reach && Self.distance(before, fix.longitude.value, fix.latitude.value) <= reach
      if isSwapped { jump = max(jump, distance) }
      isOther[index] = isOther[index - 1] != isSwapped
      if isOther[index] { others += 1 }
    }
    guard jump > .zero else { return }
    let kilometers = Int((jump.value / 1000).rounded())
    guard others * 2 != fixes.count else {
      return report.addNote(
        "latitude and longitude are swapped in half of the fixes (jumps of \(kilometers) km): see which are right")
    }
    let swapped = others * 2 < fixes.count, count = swapped ? others : fixes.count - others
    let first = fixes.indices.first { isOther[$0] == swapped } ?? 0
    let seconds = Int((fixes[first].time - fixes[0].time).value.rounded())
    keepFixes { isOther[$0] != swapped }
    report.addNote(
      "\(count) fix\(count == 1 ? "" : "es") left out, the first \(seconds) s after the first fix: latitude and longitude are "
        + "swapped (a jump of \(kilometers) km, and none if swapped back)")
  }

  private static func distance(_ fix: Fix, _ latitude: Double, _ longitude: Double) -> Length {
    guard latitude.magnitude <= 90 else { return Length(.infinity) }
    let here = Geodetic(latitude: fix.latitude, longitude: fix.longitude)
    return Geodesic(from: here, to: Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))).distance
  }
}
