import Geometry

// The horizontal field as a vector, where a profile says how strong that of the surroundings is: a window's mean in the scene
// is m̄ = Rot(−δ)(Rot(−d) B + s) + M h + w, with B the Earth's by the magnetic model, d what the neighbourhood turns it by, s that
// of the spot, M the mean body axes. Two scalar updates, as the scene believes east and north. A turn of the head on one spot
// moves h against s and tells the two apart, which neither the direction alone does, nor a strength that forgets the spot.
//
// w is the noise of a window, its spread, and as with the direction alone what the horizontal strength is off the Earth's: that
// the surroundings are stronger here than said is seen there first. Within their usual strength it is no sign of anything.
extension PlanarFilter {
  /// Whether a window is taken as a vector. While the heading is unknown its direction alone is, which knows no chord from arc.
  var takesField: Bool { hasSpot && yawSigma < parameters.fieldHeading.radians && !isHeld }

  mutating func fuse(fieldOf window: CompassWindow.Mean, earth: EarthField) {
    let innovation = SIMD2(window.east, window.north) - fieldPrediction(window, earth)
    let rows = fieldRows(window, earth)
    let field = window.level(without: hardIron)
    let strength = hypot(field.x, field.y)
    let off = max(0, (strength - earth.horizontal).magnitude - parameters.surroundings.value)
    let sigma =
      parameters.fieldNoise.value + window.spread * strength
      + parameters.compassStrengthNoise.radians * earth.horizontal * off
    let limit = parameters.compassOutlier * parameters.compassOutlier
    let known = SIMD2(
      covariance.covariance(rows.east, rows.east), covariance.covariance(rows.north, rows.north))
    let quarantine = quarantineVariance * earth.horizontal * earth.horizontal
    let variance = max(sigma * sigma + quarantine, (innovation * innovation / limit - known).max())
    guard fuse(rows.east, innovation: innovation.x, variance: variance, from: .compass) != nil else {
      refusals.degenerate += 1
      return
    }
    // The second innovation as the first has changed it, along the same rows.
    var change = 0.0
    for i in 0..<rows.north.count { change += rows.north.value(i) * covariance.gain(rows.north.index(i)) }
    let rest = innovation.y - change * innovation.x
    if fuse(rows.north, innovation: rest, variance: variance, from: .compass) == nil { refusals.degenerate += 1 }
    wayOfStrength = way
  }

  /// What a window should read, east and north as the scene believes.
  func fieldPrediction(_ window: CompassWindow.Mean, _ earth: EarthField) -> SIMD2<Double> {
    turned(modelField(earth) + spot, by: -yaw)
      + SIMD2(dot(window.bodyEast, hardIron), dot(window.bodyNorth, hardIron))
  }

  /// Its derivatives; that of u = Rot(−δ) v by δ is (−u_n, u_e).
  func fieldRows(_ window: CompassWindow.Mean, _ earth: EarthField) -> (east: SparseRow, north: SparseRow) {
    let model = turned(modelField(earth), by: -yaw)
    let all = model + turned(spot, by: -yaw)
    let c = cos(yaw), s = sin(yaw)
    var east = SparseRow(Index.yaw, -all.y)
    east.add(Index.neighbourhood, -model.y)
    east.add(Index.hardIron, window.bodyEast)
    east.add(Index.spot, c)
    east.add(Index.spot + 1, -s)
    var north = SparseRow(Index.yaw, all.x)
    north.add(Index.neighbourhood, model.x)
    north.add(Index.hardIron, window.bodyNorth)
    north.add(Index.spot, s)
    north.add(Index.spot + 1, c)
    return (east, north)
  }

  /// The Earth's field, turned by what the neighbourhood does to it: east and north.
  private func modelField(_ earth: EarthField) -> SIMD2<Double> {
    let azimuth = earth.declination - neighbourhood
    return earth.horizontal * SIMD2(sin(azimuth), cos(azimuth))
  }
}
