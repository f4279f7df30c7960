import Fusion
import Geometry

// The horizontal field as a vector, for profiles with a configured strength of the surroundings' field: a window's mean in the
// scene is m̄ = Rot(−δ)(Rot(−d) B + s) + M h + w, with B the Earth's field by the magnetic model, d (`neighbourhood`) the turn of
// it by the surroundings, s (`spot`) the field of the spot, h (`hardIron`) the device's own, M the mean body axes. Two
// components, along the scene's east and north. A turn of the head on one spot moves h against s and so separates the two, which
// neither the direction alone does, nor the strength without s.
//
// w is the noise of a window, its spread, and as with the direction alone the deviation of the horizontal strength from the
// Earth's: a large deviation is the first sign of surroundings stronger than the parameter. Within their usual strength it has no
// effect.
extension AidingSource<PlanarFilter> {
  static let compassField = AidingSource(
    AidDescription("compass-field", unit: "µT", axes: ["east", "north"], patience: TimeSpan(5)),
    propose: { filter, event, measurement in
      guard case .compass(let window, let earth) = event else { return .nothing }
      return filter.proposeCompassField(window, earth, &measurement)
    }, settle: { filter, _ in filter.wayOfStrength = filter.way })
}

extension PlanarFilter {
  /// Whether a window is fused as a vector. While the heading is unknown only its direction is used, because the vector model is
  /// linearized and fails for large yaw errors; the same holds for surroundings that may turn the field as far. Only walking
  /// changes the spot: while standing, its field cannot be separated from the Earth's.
  var fusesField: Bool {
    let most = parameters.fieldHeading.radians
    return hasSpot && yawSigma < most && (surroundings.directionVariance ?? 0) < most * most && !isHeld
      && walkBelief > parameters.fieldBelief
  }

  fileprivate func proposeCompassField(
    _ window: CompassWindow.Mean, _ earth: EarthField?, _ measurement: inout Measurement
  ) -> Proposal {
    guard hasSpot, parameters.compass != .off else { return .off(.switchedOff) }
    guard yawFollows != .outside else { return .off(.headingElsewhere) }
    guard let earth else { return .wait(.noEarthField) }
    let field = window.level(without: hardIron)
    let strength = hypot(field.x, field.y)
    guard strength > parameters.compassWeakest.value else { return .refuse(.tooWeak) }
    guard fusesWindowAsField else { return .wait(hasCompass && isHeld ? .notNeeded : .notStarted) }
    let reading = SIMD2(window.east, window.north)
    let innovation = reading - fieldPrediction(window, earth)
    let usual = max(parameters.surroundings.value, surroundings.sigma)
    let off = max(0, (strength - earth.horizontal).magnitude - usual)
    let sigma =
      parameters.fieldNoise.value + window.spread * strength
      + parameters.compassStrengthNoise.radians * earth.horizontal * off
    let variance = sigma * sigma + quarantineVariance * earth.horizontal * earth.horizontal
    let rows = fieldRows(window, earth)
    measurement.gate = .inflateTogether(beyond: parameters.compassOutlier)
    measurement.add(rows.east, observation: reading.x, innovation: innovation.x, variance: variance)
    measurement.add(rows.north, observation: reading.y, innovation: innovation.y, variance: variance)
    return .fuse
  }

  /// Predicted mean of a window, along the scene's east and north.
  func fieldPrediction(_ window: CompassWindow.Mean, _ earth: EarthField) -> SIMD2<Double> {
    turned(modelField(earth) + spot, by: -yaw)
      + SIMD2(dot(window.bodyEast, hardIron), dot(window.bodyNorth, hardIron))
  }

  /// Derivatives of the prediction; that of u = Rot(−δ) v by δ is (−u_n, u_e).
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

  /// The Earth's field, turned by the effect of the surroundings: east and north.
  private func modelField(_ earth: EarthField) -> SIMD2<Double> {
    let azimuth = earth.declination - neighbourhood
    return earth.horizontal * SIMD2(sin(azimuth), cos(azimuth))
  }
}
