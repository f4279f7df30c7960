public import Geodesy
public import Geometry
public import Samples

/// The estimates of the last ten minutes, at most two hundred, in order of time: the data for fitting the heading and for
/// choosing the best estimate.
///
/// When it is full, the estimate with the least information is left out: the one with the smallest time between its neighbors,
/// divided by its radius. So a fast receiver does not shorten the buffer, and good fixes stay longer than poor ones.
public struct EstimateBuffer: Sendable {
  /// An estimate in the plane: its east and north from the buffer's origin, and from the scene's.
  public struct Point: Sendable {
    public var time: BootInstant
    public internal(set) var earth: SIMD2<Double>
    public var scene: SIMD2<Double>
    public var radius: Double
    var driftSigma: Double
    var way: Double
  }

  public private(set) var estimates: [Estimate] = []
  public private(set) var points: [Point] = []
  private var plane: TangentPlane?
  /// Counts of estimates that were removed: for lack of room, and because of their age.
  public private(set) var crowdedOut = 0
  public private(set) var agedOut = 0
  /// Count of refused estimates: not finite, or older than the newest.
  public private(set) var refused = 0

  public let parameters: MethodParameters

  public init(_ parameters: MethodParameters = .init()) {
    self.parameters = parameters
    estimates.reserveCapacity(parameters.capacityCount + 1)
    points.reserveCapacity(parameters.capacityCount + 1)
  }

  public var isEmpty: Bool { estimates.isEmpty }
  public var count: Int { estimates.count }

  /// Adds an estimate. Returns false if it is refused: not finite, or not later than the newest.
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
      // Far from the origin: a new plane, so that the ground can be treated as flat.
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
    removeAll(before: estimate.time - parameters.longestAge)
    if estimates.count > parameters.capacityCount { crowdOut() }
    return true
  }

  public mutating func removeAll() {
    estimates.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    plane = nil
  }

  /// Returns the best estimate for a wearer at `scene` who has walked `way`, among those within reach: the smallest radius, or
  /// the smallest radius plus the error of the path since, the newest among equals. With none in reach, the newest.
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

  private static func flat(_ offset: Displacement<Level>) -> SIMD2<Double> { SIMD2(offset.x, -offset.z) }

  private mutating func removeAll(before time: BootInstant) {
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
  /// Returns the wearer's place by dead reckoning: this estimate's place and the path since, turned by the alignment.
  public func deadReckoned(to scene: Displacement<Scene>, yaw: Angle) -> Geodetic {
    TangentPlane(origin: place).geodetic(Rotation<Scene, Level>.yaw(yaw)(scene - self.scene))
  }
}
