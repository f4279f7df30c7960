public import Geodesy
public import Geometry
import Samples

/// The estimates of the last ten minutes, at most two hundred, in order of time: what the heading is fitted to and the best
/// estimate is chosen from.
///
/// When it is full, the estimate that tells least is left out: the one whose neighbours in time are closest together, by
/// its radius. So a fast receiver does not shorten the buffer, and good fixes outlive poor ones.
public struct EstimateBuffer: Sendable {
  /// An estimate in the plane: east and north of the buffer's origin, and of the scene's.
  struct Point: Sendable {
    var time: BootInstant
    var earth: SIMD2<Double>
    var scene: SIMD2<Double>
    var radius: Double
    var driftSigma: Double
    var way: Double
  }

  public private(set) var estimates: [Estimate] = []
  private(set) var points: [Point] = []
  private var plane: TangentPlane?
  /// Left out because there was no room, and because they had become too old.
  public private(set) var crowdedOut = 0
  public private(set) var agedOut = 0
  /// Not taken: not finite, or older than what is here.
  public private(set) var refused = 0

  let parameters: EstimateParameters

  public init(_ parameters: EstimateParameters = .init()) {
    self.parameters = parameters
    estimates.reserveCapacity(parameters.capacityCount + 1)
    points.reserveCapacity(parameters.capacityCount + 1)
  }

  public var isEmpty: Bool { estimates.isEmpty }
  public var count: Int { estimates.count }

  /// Adds an estimate; one that is not later than the newest is refused, and said to be.
  @discardableResult
  public mutating func add(_ estimate: Estimate) -> Bool {
    guard estimate.place.isFinite, estimate.radius.isFinite, estimate.radius.value > 0, estimate.scene.isFinite,
      estimates.last.map({ estimate.time > $0.time }) ?? true
    else {
      refused += 1
      return false
    }
    var plane = self.plane ?? TangentPlane(origin: estimate.place)
    if plane.level(estimate.place).norm.value > 10_000 {
      // Far off: the plane moves along, so that the ground may count as flat for what comes.
      plane = TangentPlane(origin: estimate.place)
      for i in points.indices { points[i].earth = Self.flat(plane.level(estimates[i].place)) }
    }
    self.plane = plane
    estimates.append(estimate)
    points.append(
      Point(
        time: estimate.time, earth: Self.flat(plane.level(estimate.place)),
        scene: SIMD2(estimate.scene.x, -estimate.scene.z), radius: estimate.radius.value,
        driftSigma: estimate.driftSigma.value,
        way: estimate.way.value))
    forget(before: estimate.time - parameters.longestAge)
    if estimates.count > parameters.capacityCount { crowdOut() }
    return true
  }

  public mutating func removeAll() {
    estimates.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    plane = nil
  }

  /// Forgets all but the newest so many: what came before a jump of the fixes says nothing of the place after it.
  public mutating func keepNewest(_ count: Int) {
    let excess = max(0, estimates.count - count)
    estimates.removeFirst(excess)
    points.removeFirst(excess)
    agedOut += excess
  }

  /// The best estimate for a wearer who is at `scene` and has walked `way`: the smallest radius, or the smallest with what
  /// the way since may have spoilt, newest among equals; only of those within reach. With none in reach, the newest.
  public func best(from scene: Displacement<Scene>, way: Length) -> Estimate? {
    var best: Int?, least = Double.infinity
    let here = SIMD2(scene.x, -scene.z), reach = parameters.reach.value * parameters.reach.value
    for i in points.indices {
      let across = points[i].scene - here
      guard (across * across).sum() <= reach else { continue }
      var rank = points[i].radius * points[i].radius
      if parameters.order == .radiusAndWay {
        let spoilt = parameters.drift * (way.value - points[i].way)
        rank += spoilt * spoilt
      }
      if rank <= least {
        least = rank
        best = i
      }
    }
    return best.map { estimates[$0] } ?? estimates.last
  }

  /// The longest way in the scene between a position and an estimate.
  public func longestWay(from position: Displacement<Scene>) -> Length {
    let here = SIMD2(position.x, -position.z)
    var longest = 0.0
    for point in points {
      let way = point.scene - here
      longest = max(longest, (way * way).sum())
    }
    return Length(longest.squareRoot())
  }

  private static func flat(_ offset: Displacement<Level>) -> SIMD2<Double> { SIMD2(offset.x, -offset.z) }

  private mutating func forget(before time: BootInstant) {
    let old = estimates.prefix { $0.time < time }.count
    guard old > 0 else { return }
    estimates.removeFirst(old)
    points.removeFirst(old)
    agedOut += old
  }

  private mutating func crowdOut() {
    var least = Double.infinity, index = 0
    for i in 1..<(points.count - 1) {
      let room = (points[i + 1].time - points[i - 1].time).value / points[i].radius
      if room < least {
        least = room
        index = i
      }
    }
    estimates.remove(at: index)
    points.remove(at: index)
    crowdedOut += 1
  }
}

extension Estimate {
  /// Where the wearer is by dead reckoning: this estimate's place and the way since, turned by the alignment.
  public func deadReckoned(to scene: Displacement<Scene>, yaw: Angle) -> Geodetic {
    TangentPlane(origin: place).geodetic(Rotation<Scene, Level>.yaw(yaw)(scene - self.scene))
  }
}
