public import Fusion
import Geometry

// The state vector for display (`gnomon watch`, the stream `aids`).
extension VehicleOdometry {
  public var states: [FilterState] {
    let level = ["east", "up", "south"], body = ["x", "y", "z"]
    let heading = Index.theta + 1,
      tilt = max(
        covariance[Index.theta, Index.theta], covariance[Index.theta + 2, Index.theta + 2])
    var all = vector("position", "m", position, Index.position, level)
    all += vector("velocity", "m/s", velocity, Index.velocity, level)
    all.append(FilterState("heading error", unit: "rad", 0, variance: covariance[heading, heading]))
    all.append(FilterState("tilt", unit: "rad", 0, variance: tilt))
    all += vector("gyroscope bias", "rad/s", bias.components, Index.bias, body)
    all += vector("accelerometer bias", "m/s²", strapdown.accelerometerBias.components, Index.accelerometer, body)
    all += vector("fix bias", "m", fixBias, Index.fixBias, level)
    let yaw = Index.mountYaw, pitch = Index.mountPitch
    all.append(FilterState("mount yaw error", unit: "rad", 0, variance: covariance[yaw, yaw]))
    all.append(FilterState("mount pitch error", unit: "rad", 0, variance: covariance[pitch, pitch]))
    let late = Index.latency, lag = Index.velocityLag
    all.append(FilterState("fix latency error", unit: "s", latencyError.value, variance: covariance[late, late]))
    all.append(FilterState("velocity lag error", unit: "s", velocityLagError.value, variance: covariance[lag, lag]))
    return all
  }
}
