import Fusion
import Geometry

// The horizontal strength of the field as a measurement of the device's own field h (`hardIron`): |m̄ − M h| is the Earth's H
// except for the surroundings, so y = |m̄ − M ĥ| − H, with the prediction's ∂/∂h = (m_e M_e + m_n M_n)/|m|. During a walk on one
// course with turns of the head, direction alone cannot separate h from the yaw; strength can. It is fused once per stretch of
// path: surroundings with a correlation length λ give a stretch s the weight s/2λ of an independent reading, and while the wearer
// stands there is no information.
extension AidingSource<PlanarFilter> {
  static let fieldStrength = AidingSource(
    AidDescription("field-strength", unit: "µT", axes: ["strength"], patience: TimeSpan(60)),
    propose: { filter, event, measurement in
      guard case .compass(let window, let earth) = event else { return .nothing }
      return filter.proposeFieldStrength(window, earth, &measurement)
    }, settle: { filter, _ in filter.wayOfStrength = filter.way })
}

extension PlanarFilter {
  fileprivate func proposeFieldStrength(
    _ window: CompassWindow.Mean, _ earth: EarthField?, _ measurement: inout Measurement
  ) -> Proposal {
    guard parameters.compass != .off, parameters.hardIron.value > 0 else { return .off(.switchedOff) }
    guard let earth else { return .wait(.noEarthField) }
    guard !fusesField else { return .wait(.notNeeded) }
    let stretch = way - wayOfStrength, length = parameters.compassHereLength.value
    guard stretch > length / 3 else { return .nothing }
    let noise = parameters.strengthNoise.value
    let variance = noise * noise * max(1, 2 * length / stretch)
    let innovation = strengthInnovation(window, horizontal: earth.horizontal)
    measurement.add(
      strengthRow(window), observation: innovation + earth.horizontal, innovation: innovation, variance: variance)
    return .fuse
  }

  func strengthInnovation(_ window: CompassWindow.Mean, horizontal: Double) -> Double {
    let field = window.level(without: hardIron)
    return hypot(field.x, field.y) - horizontal
  }

  func strengthRow(_ window: CompassWindow.Mean) -> SparseRow {
    let field = window.level(without: hardIron)
    let strength = max(hypot(field.x, field.y), 1e-3)
    var row = SparseRow()
    row.add(Index.hardIron, (window.bodyEast * field.x + window.bodyNorth * field.y) / strength)
    return row
  }
}
