import Geometry
import Odometry
public import Samples

extension LearnedState {
  /// Returns the state learned under one set of calibrations, converted to another: for a reading m the filter has learned b in m
  /// − o − b, so that under another offset o′ it is b′ = b + o − o′. Matrices are near the identity and are neglected.
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
