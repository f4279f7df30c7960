public import Geodesy
public import Geometry
import Samples

/// The published accuracies: 68 %, never below half the best stated accuracy of a fix, since a receiver's bias does not average
/// out within minutes, and always growing while there are no fixes, whatever the filter's covariance.
struct StatedAccuracy: Sendable {
  var horizontal = 0.0, vertical = 0.0
}

/// Result of a vehicle filter at a moment: small, while the filter itself is too large to be copied at every sample.
public struct VehicleAnswer: Sendable {
  public var orientation: Rotation<Body, Level>
  /// Turn of the body in the last sample, in its own axes.
  public var turn: Rotation<Body, Body>
  public var velocity: Velocity<Level>
  /// 1 σ; nil while there is no heading.
  public var headingSigma: Angle?
  /// Height of the place; nil while it or its accuracy is unknown.
  public var height: Length?
  /// Whether the place is finite.
  public var isFinite: Bool
}

/// Where a vehicle is on Earth.
public struct VehiclePlace: Sendable {
  public var place: Geodetic?
  public var horizontalAccuracy: Length?
  public var verticalAccuracy: Length?
  /// Whether there has been a heading since the start.
  public var isOriented: Bool
}

extension VehicleOdometry {
  // Mutating, though they change nothing: in place, where the filter is stored in an optional.
  public mutating func answer() -> VehicleAnswer {
    VehicleAnswer(
      orientation: orientation, turn: turn, velocity: levelVelocity, headingSigma: headingSigma, height: height(),
      isFinite: position.sum().isFinite)
  }

  public mutating func located() -> VehiclePlace {
    VehiclePlace(
      place: nearPlace(), horizontalAccuracy: horizontalAccuracy, verticalAccuracy: verticalAccuracy,
      isOriented: isMountKnown)
  }

  /// The fused place, computed from a nearby one.
  private mutating func nearPlace() -> Geodetic? {
    guard let step = stepFromNear(NearPlaces.reach), let near else { return place }
    return near.places.place(Displacement<Level>(step))
  }

  private mutating func height() -> Length? {
    guard fixes.hasHeight else { return nil }
    guard let step = stepFromNear(NearPlaces.reach), let near else { return place?.height }
    return near.places.anchor.height + Length(step.y)
  }

  /// Makes places around the present one cheap.
  mutating func prepareNear() {
    guard isStarted, let plane, stepFromNear(NearPlaces.reach * 0.5) == nil else { return }
    near = NearPlaces(plane.geodetic(Displacement<Level>(position))).map { ($0, position) }
  }

  /// The way from the near place; nil beyond a reach.
  @inline(__always) private mutating func stepFromNear(_ reach: Length) -> SIMD3<Double>? {
    guard isStarted, let near else { return nil }
    let step = strapdown.position - near.position
    return (step * step).sum() < reach.value * reach.value ? step : nil
  }

  /// The fused place; the last fix's until there is a course; nil before the first one.
  public var place: Geodetic? {
    guard let plane else { return nil }
    if isStarted { return plane.geodetic(Displacement<Level>(position)) }
    return fixes.last?.place ?? lastKnown?.place
  }

  public var levelVelocity: Velocity<Level> { isStarted ? Velocity(velocity) : .zero }

  public var horizontalAccuracy: Length? {
    guard fixes.last != nil else {
      return lastKnown.map { Length($0.radius + $0.speed * (time - $0.time).value) }
    }
    return Length(accuracy.horizontal)
  }

  public var verticalAccuracy: Length? { fixes.hasHeight ? Length(accuracy.vertical) : nil }

  /// 1 σ of the heading; nil before there is one.
  public var headingSigma: Angle? {
    let i = Index.theta + 1
    return isStarted ? .radians(max(0, covariance[i, i]).squareRoot()) : nil
  }

  /// Time without a fix after which the published accuracies grow, and their least growth: more than the filter's noises state.
  private static let fixWait = TimeSpan(2), outageGrowth = Speed(0.5)
  /// Speed that a vehicle may have before there is a course: that of a town.
  private static let unknownSpeed = Speed(14)

  /// Updates the published accuracies after a window or a fix.
  mutating func stateAccuracy(_ span: Double) {
    guard let best = fixes.best, let last = fixes.last, let lastTime = fixes.lastTime else { return }
    let i = Index.position, claim = FixClaim(last)
    let sigma = isStarted ? max(0, 0.5 * (covariance[i, i] + covariance[i + 2, i + 2])).squareRoot() : claim.horizontal
    let sigmaUp = isStarted ? max(0, covariance[i + 1, i + 1]).squareRoot() : claim.vertical
    let growth = Self.outageGrowth.value
    let outage = (time - lastTime).value - Self.fixWait.value
    let before = accuracy
    accuracy.horizontal = RadiusPerSigma.of68 * max(sigma, 0.5 * best.horizontal)
    accuracy.vertical = max(sigmaUp, 0.5 * best.vertical)
    if !isStarted, !standing.isStanding {
      accuracy.horizontal += Self.unknownSpeed.value * max(0, (time - lastTime).value)
    }
    guard outage > 0 else { return }
    // A vehicle drifts by more than the filter's noises: add a fixed growth per second.
    accuracy.horizontal = max(accuracy.horizontal + growth * outage, before.horizontal + growth * span)
    accuracy.vertical = max(accuracy.vertical + growth * outage, before.vertical + growth * span)
  }
}
