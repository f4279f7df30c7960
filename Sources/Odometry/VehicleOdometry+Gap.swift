import Geodesy
import Geometry
import Samples

// Bridging of missing samples, and the restart after implausible values.
extension VehicleOdometry {
  /// 1 σ of acceleration and rate of turn of a vehicle in a gap: firm braking, and a gentle bend.
  private static let gapAcceleration = AccelerationSize(3), gapTurn = AngularRate.degrees(3)

  /// Propagates over an interval without samples: the vehicle continued its motion, more or less.
  mutating func bridge(_ interval: Double) {
    incidents.record(.gap)
    propagate()
    position += velocity * interval
    freePath += free * interval
    for i in 0..<3 { covariance.shear(row: Index.position + i, by: SparseRow(Index.velocity + i, interval)) }
    let push = Self.gapAcceleration.value * interval, turned = Self.gapTurn.radians * interval
    for i in 0..<3 {
      covariance.add(push * push, to: Index.velocity + i)
      covariance.add(push * push * interval * interval / 3, to: Index.position + i)
    }
    for i in 0..<3 { covariance.add(turned * turned, to: Index.theta + i) }
    standing.restart()
    mountFit.interrupt()
    recordMoment()
  }

  /// Restarts after implausible values: it keeps only how the device is held and mounted, biases, and learned
  /// latencies.
  mutating func restart() {
    if isStarted, let place, let radius = horizontalAccuracy, place.isFinite {
      let speed = max(5, dot(velocity, velocity).squareRoot())
      lastKnown = LastKnown(place: place, radius: radius.value, time: time, speed: speed)
    }
    let sigmas = (covariance[Index.mountYaw, Index.mountYaw], covariance[Index.mountPitch, Index.mountPitch])
    let latencies = (
      covariance[Index.latency, Index.latency], covariance[Index.latency, Index.velocityLag],
      covariance[Index.velocityLag, Index.velocityLag]
    )
    if !orientation.isFinite || !mount.isFinite {
      strapdown.orientation = .aligned
      mount = .aligned
      isMountKnown = false
    }
    resetUncertainty()
    // The receiver stays the same, so its latencies stay valid.
    if areLatenciesPlausible {
      covariance.reset(Index.latency, variance: latencies.0)
      covariance.reset(Index.velocityLag, variance: latencies.2)
      covariance[Index.latency, Index.velocityLag] = latencies.1
    } else {
      latencyError = .zero
      velocityLagError = .zero
      learnsLatency = false
    }
    if isMountKnown {
      covariance.reset(Index.mountYaw, variance: sigmas.0)
      covariance.reset(Index.mountPitch, variance: sigmas.1)
    }
    if !bias.isFinite || !strapdown.accelerometerBias.isFinite {
      strapdown.bias = .zero
      strapdown.accelerometerBias = .zero
    }
    isStarted = false
    position = .zero
    velocity = .zero
    fixBias = .zero
    free = .zero
    freePath = .zero
    strapdown.clearWindow()
    fixes = FixMemory()
    mountFit = MountFit()
    history.clear()
    standing.restart()
    pending = StateVector()
    incidents.record(.restart)
  }

  /// All states are finite and the speed is physically possible. Otherwise the filter restarts.
  // Mutating, though it changes nothing: the filter would be copied.
  var isPlausible: Bool {
    mutating get {
      guard orientation.isFinite, bias.isFinite, strapdown.accelerometerBias.isFinite, mount.isFinite else {
        return false
      }
      guard dot(position, position).isFinite, dot(fixBias, fixBias).isFinite else { return false }
      guard areLatenciesPlausible else { return false }
      return dot(velocity, velocity) < 150 * 150
    }
  }
}

/// The vehicle's last place before a restart, which it may have left since.
struct LastKnown: Sendable {
  var place: Geodetic
  var radius: Double
  var time: BootInstant
  var speed: Double
}
