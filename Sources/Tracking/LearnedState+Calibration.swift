import Geometry
import Odometry
public import Samples

extension LearnedState {
  /// What was learned of the sensors under one set of calibrations, said in terms of another: of a reading m the filter has learned
  /// b in m − o − b, so that under another offset o′ it is b′ = b + o − o′. Matrices are near the identity, and left out.
  public func rebased(from old: CalibrationSet, to new: CalibrationSet) -> LearnedState {
    var state = self
    if let gyroscope, old.gyroscope != new.gyroscope {
      let then = old.gyroscope?.offset(at: gyroscope.temperature) ?? .zero
      let now = new.gyroscope?.offset(at: gyroscope.temperature) ?? .zero
      state.gyroscope?.belief = BiasBelief(
        bias: gyroscope.belief.bias + then - now, sigma: gyroscope.belief.sigma)
    }
    if let deviceField, old.magnetometer != new.magnetometer {
      let then = old.magnetometer?.offset ?? .zero, now = new.magnetometer?.offset ?? .zero
      state.deviceField?.field = deviceField.field + then - now
    }
    return state
  }
}
