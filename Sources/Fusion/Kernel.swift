public import Geometry

/// Result of fusing a measurement, component by component.
public struct Fused: Equatable, Sendable {
  public var count = 0
  public var observation = SIMD3<Double>.zero
  /// Variance of the noise as stated, before a gate raised it.
  public var variance = SIMD3<Double>.zero
  public var innovation = SIMD3<Double>.zero
  /// Variance of the innovation: filter and stated noise together.
  public var innovationVariance = SIMD3<Double>.zero
  /// Largest y²/(gate² · s), with y the innovation and s its variance; beyond 1 the gate took effect, or would have done so.
  public var ratio = 0.0

  public init() {}

  /// The observation of a source that changes the filter without a measurement update.
  public init(_ x: Double) { (count, observation) = (1, SIMD3(x, 0, 0)) }
  /// Result of fusing one component.
  public init(_ observation: Double, _ innovation: Double, noise: Double, spread: Double) {
    self.init(observation)
    self.innovation.x = innovation
    variance.x = noise
    innovationVariance.x = spread
    ratio = innovation * innovation / (9 * spread)
  }
  public init(_ x: Double, _ y: Double) { (count, observation) = (2, SIMD3(x, y, 0)) }
  public init(_ x: Double, _ y: Double, _ z: Double) { (count, observation) = (3, SIMD3(x, y, z)) }
}

public enum FusionOutcome: Sendable {
  case fused(Fused)
  /// The noise was raised by the gate.
  case trustedLess(Fused)
  /// Beyond a gate that refuses.
  case beyondGate(Fused)
  /// Not finite, or without a positive variance: the first such component and those after it are left out.
  case noEffect(Fused)

  public var isFused: Bool {
    switch self {
    case .fused, .trustedLess: true
    case .beyondGate, .noEffect: false
    }
  }
}

// The way in which a measurement changes a filter of one hypothesis. Components are scalar updates, one after the other, whose
// corrections are summed; the filter moves its nominal state once, by the sum. All components therefore share one linearization:
// y_i − h_iᵀ · correction is the innovation that remains after the components before (Bierman, "Factorization Methods for Discrete
// Sequential Estimation", 1977, §V, scalar measurement processing).
extension SymmetricMatrix {
  /// Fuses a measurement and adds its correction to `correction`, which may hold corrections of earlier measurements that the
  /// nominal state has not received yet.
  public mutating func fuse(
    _ measurement: Measurement, correcting correction: inout StateVector, considering considered: Considered? = nil
  ) -> FusionOutcome {
    var result = judge(measurement, given: correction)
    if case .refuse = measurement.gate, result.ratio > 1 { return .beyondGate(result) }
    var isInflated = false
    for i in 0..<measurement.count {
      let component = measurement[i]
      let y = component.innovation - correction.along(component.row)
      var noise = component.variance
      if case .inflate(let sigmas, let tolerance) = measurement.gate, y.magnitude > tolerance {
        let s = self.variance(along: component.row) + component.variance
        let more = max(0, y * y / (sigmas * sigmas) - s)
        noise += more
        isInflated = isInflated || more > 0
      }
      let s = update(
        along: component.row, innovation: y, variance: noise, correcting: &correction, considering: considered)
      guard s != nil else { return .noEffect(result) }
    }
    result.count = measurement.count
    return isInflated ? .trustedLess(result) : .fused(result)
  }

  /// Returns the innovations before any component is fused.
  private func judge(_ measurement: Measurement, given correction: StateVector) -> Fused {
    var result = Fused()
    result.count = measurement.count
    let gate = measurement.gate.sigmas
    for i in 0..<measurement.count {
      let component = measurement[i]
      let y = component.innovation - correction.along(component.row)
      let s = variance(along: component.row) + component.variance
      result.observation[i] = component.observation
      result.variance[i] = component.variance
      result.innovation[i] = y
      result.innovationVariance[i] = s
      result.ratio = max(result.ratio, y * y / (gate * gate * s))
    }
    return result
  }
}
