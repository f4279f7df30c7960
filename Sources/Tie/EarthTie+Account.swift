public import Fusion
public import Geometry

// The knowledge for the next session, and the states for display.
extension EarthTie {
  private var top: Gaussian { bank.members[bank.heaviest].state }

  /// The device's own field, in µT.
  public var deviceField: SIMD3<Double> { top.mean.three(at: Index.device) }

  /// 1 σ of the device's own field as it is known now; nil where it is not estimated.
  public var deviceFieldSigma: FluxDensity? {
    guard parameters.device.value > 0 else { return nil }
    let i = Index.device
    return FluxDensity(max(top.variance(i), top.variance(i + 1), top.variance(i + 2)).squareRoot())
  }

  /// The learned stride, if it is known better than at a start.
  public var strideBelief: (logarithm: Double, sigma: Double)? {
    let sigma = top.variance(Index.stride).squareRoot()
    return sigma < 0.8 * parameters.stride || steps.isRemembered ? (top.mean[Index.stride], sigma) : nil
  }

  /// The learned field of the device, if it is known better than at a start.
  public var deviceBelief: (field: SIMD3<Double>, sigma: SIMD3<Double>)? {
    let cold = parameters.device.value
    let variance = SIMD3(
      top.variance(Index.device), top.variance(Index.device + 1), top.variance(Index.device + 2))
    guard cold > 0, variance.min() < 0.64 * cold * cold else { return nil }
    return (deviceField, SIMD3(variance.x.squareRoot(), variance.y.squareRoot(), variance.z.squareRoot()))
  }

  public mutating func set(stride: Double, sigma: Double) {
    steps.isRemembered = true
    bank.revise { $0.reset(Index.stride, to: stride, variance: sigma * sigma) }
  }

  public mutating func set(device: SIMD3<Double>, sigma: SIMD3<Double>) {
    guard parameters.device.value > 0 else { return }
    for i in 0..<bank.count {
      for axis in 0..<3 {
        let known = min(sigma[axis], parameters.device.value)
        bank.members[i].state.reset(Index.device + axis, to: device[axis], variance: known * known)
      }
    }
  }

  /// Number of hypotheses that were not added because the bank was full.
  public var unborn: Int { bank.unborn }

  /// The states of the heaviest hypothesis, for display.
  public var states: [FilterState] {
    let state = top
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
