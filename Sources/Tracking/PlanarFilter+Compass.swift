import Fusion
import Geometry

// The compass as a measurement of δ: the declination minus the scene azimuth of the field, z = D − atan2(m_e, m_n) = δ + c + d +
// w, twice a second. In the code, δ is `yaw`, c `here`, d `neighbourhood`, h `hardIron`. The field is taken without the device's
// own, m = m̄ − M h with M the mean body axes, so the remaining error of h affects z as well: with the prediction's ∂/∂h = (m_e
// M_n − m_n M_e)/H². w grows with the spread within the window and with the deviation of the *horizontal* strength from the
// Earth's, which shows a disturbed field where total strength and dip do not ("docs/odometry.md", compass).
extension AidingSource<PlanarFilter> {
  static let compass = AidingSource(
    AidDescription("compass", unit: "rad", axes: ["azimuth"], patience: TimeSpan(5))
  ) { filter, event, measurement in
    guard case .compass(let window, let earth) = event else { return .nothing }
    return filter.proposeCompassDirection(window, earth, &measurement)
  }
}

extension PlanarFilter {
  fileprivate mutating func proposeCompassDirection(
    _ window: CompassWindow.Mean, _ earth: EarthField?, _ measurement: inout Measurement
  ) -> Proposal {
    fusesWindowAsField = false
    guard parameters.compass != .off else { return .off(.switchedOff) }
    guard yawFollows != .outside else { return .off(.headingElsewhere) }
    let field = window.level(without: hardIron)
    let strength = hypot(field.x, field.y)
    guard strength > parameters.compassWeakest.value else { return .refuse(.tooWeak) }
    let azimuth = atan2(field.x, field.y)
    let z = (earth?.declination ?? 0) - azimuth
    judgeRememberedYaw(z)
    // The first window sets the yaw and is fused as well: this leaves a standard deviation that includes the possible errors of a
    // compass, and the right correlations with `here` and `neighbourhood`.
    if !hasCompass { startHeading(z) }
    guard !isHeld else { return .wait(.notNeeded) }
    judgeSurroundings(window, earth)
    fusesWindowAsField = earth != nil && fusesField
    if fusesWindowAsField { return .nothing }
    let off = earth.map { max(0, (strength - $0.horizontal).magnitude - parameters.compassStrengthPlay.value) } ?? 0
    let sigma = parameters.compassNoise.radians + window.spread + parameters.compassStrengthNoise.radians * off
    measurement.gate = .inflate(beyond: parameters.compassOutlier)
    measurement.add(
      compassRow(window), observation: Angle.radians(z).wrapped.radians,
      innovation: compassInnovation(window, declination: earth?.declination ?? 0),
      variance: sigma * sigma + quarantineVariance)
    return .fuse
  }

  /// Whether motion and fixes hold the heading, so that the compass would only add the error of the place. With `.assist` the
  /// compass is left out earlier.
  var isHeld: Bool {
    let enough = parameters.compassEnough.radians, assist = parameters.compassAssist.radians
    guard sinceFix < parameters.compassAlone.value else { return false }
    if yawVarianceByFixes < enough * enough { return true }
    return parameters.compass == .assist && yawSigma < assist
  }

  func compassInnovation(_ window: CompassWindow.Mean, declination: Double) -> Double {
    let field = window.level(without: hardIron)
    return Angle.radians(declination - atan2(field.x, field.y) - yaw - here - neighbourhood).wrapped.radians
  }

  func compassRow(_ window: CompassWindow.Mean) -> SparseRow {
    var row = SparseRow(Index.yaw, 1)
    row.add(Index.here, 1)
    row.add(Index.neighbourhood, 1)
    let field = window.level(without: hardIron)
    let square = field.x * field.x + field.y * field.y
    row.add(Index.hardIron, (window.bodyNorth * field.x - window.bodyEast * field.y) / square)
    return row
  }

  /// Turns a magnetic heading to true north when the first place gives the declination.
  mutating func turnToTrueNorth(declination: Double) {
    guard isYawMagnetic else { return }
    isYawMagnetic = false
    yaw = Angle.radians(yaw + declination).wrapped.radians
  }

  private mutating func startHeading(_ z: Double) {
    hasCompass = true
    guard startsByCompass, yawSigma > 0.5 * parameters.initialYaw.radians else { return }
    yaw = Angle.radians(z).wrapped.radians
    isYawMagnetic = true
    let sigma = parameters.initialYaw.radians
    covariance.reset(Index.yaw, variance: sigma * sigma)
  }
}
