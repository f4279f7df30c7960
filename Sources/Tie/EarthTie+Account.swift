public import Fusion
public import Geometry

// The knowledge for the next session, and the states for display.
extension EarthTie {
  /// The device's own field, in µT.
  public var deviceField: SIMD3<Double> { bank.members[bank.heaviest].state.mean.three(at: Index.device) }

  @inline(__always) private var deviceVariance: SIMD3<Double> {
    let top = bank.heaviest
    func variance(_ axis: Int) -> Double { bank.members[top].state.variance(Index.device + axis) }
    return SIMD3(variance(0), variance(1), variance(2))
  }

  /// The tie's knowledge of its sources.
  public struct Grounds: Sendable {
    /// 1 σ of the device's own field as it is known now; nil where it is not estimated.
    public let deviceFieldSigma: FluxDensity?
    public let awaitsTurn: Bool, isCompassProven: Bool
    public let doubts: SourceDoubts
  }

  /// Returns them together. It changes nothing: it is mutating because the tie would be copied for each of them.
  public mutating func grounds() -> Grounds {
    Grounds(
      deviceFieldSigma: deviceFieldSigma, awaitsTurn: awaitsTurn, isCompassProven: isCompassProven, doubts: doubts)
  }

  @inline(__always) var deviceFieldSigma: FluxDensity? {
    parameters.device.value > 0 ? FluxDensity(deviceVariance.max().squareRoot()) : nil
  }

  /// The learned stride, if it is known better than at a start.
  public var strideBelief: (logarithm: Double, sigma: Double)? {
    let top = bank.heaviest, sigma = bank.members[top].state.variance(Index.stride).squareRoot()
    return sigma < 0.8 * parameters.stride || steps.isRemembered
      ? (bank.members[top].state.mean[Index.stride], sigma) : nil
  }

  /// The learned field of the device, if it is known better than at a start.
  public var deviceBelief: (field: SIMD3<Double>, sigma: SIMD3<Double>)? {
    let cold = parameters.device.value, variance = deviceVariance
    guard cold > 0, variance.min() < 0.64 * cold * cold else { return nil }
    return (deviceField, SIMD3(variance.x.squareRoot(), variance.y.squareRoot(), variance.z.squareRoot()))
  }

  public mutating func set(stride: Double, sigma: Double) {
    steps.isRemembered = true
    bank.revise { $0.reset(Index.stride, to: stride, variance: sigma * sigma) }
  }

  public mutating func set(device: SIMD3<Double>, sigma: SIMD3<Double>) {
    guard parameters.device.value > 0 else { return }
    let most = SIMD3(repeating: parameters.device.value), known = pointwiseMin(sigma, most)
    compass.device = (device, known * known)
    for i in 0..<bank.count {
      for axis in 0..<3 {
        bank.members[i].state.reset(Index.device + axis, to: device[axis], variance: known[axis] * known[axis])
      }
    }
  }

  /// Number of hypotheses that were not added because the bank was full.
  public var unborn: Int { bank.unborn }

  /// The states of the heaviest hypothesis, for display.
  public var states: [FilterState] {
    let state = bank.members[bank.heaviest].state
    func one(_ name: String, _ unit: String, _ index: Int) -> FilterState {
      FilterState(name, unit: unit, state.mean[index], variance: state.variance(index))
    }
    return [
      one("place east", "m", Index.place), one("place north", "m", Index.place + 1), one("yaw", "rad", Index.yaw),
      one("drift", "rad/s", Index.drift), one("log stride", "", Index.stride),
      one("fix bias east", "m", Index.slow), one("fix bias north", "m", Index.slow + 1),
      one("compass spot", "rad", Index.spot), one("compass surroundings", "rad", Index.room),
      one("compass chip", "rad", Index.chip), one("device field x", "µT", Index.device),
      one("device field y", "µT", Index.device + 1), one("device field z", "µT", Index.device + 2),
      FilterState("hypotheses", unit: "", Double(bank.count), variance: 0),
      FilterState("weight", unit: "", bank.members[bank.heaviest].weight, variance: 0),
    ]
  }
}
