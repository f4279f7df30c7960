import Geodesy
import Geometry
import Samples
import Scenery

/// A path in flat meters about a place, for walkers with geometry of their own.
struct FlatWay {
  /// East and north.
  var corners: [SIMD2<Double>]
  var origin = Geodetic(latitude: Degrees(48.2), longitude: Degrees(16.37))

  var length: Double { zip(corners, corners.dropFirst()).reduce(0) { $0 + distance($1.0, $1.1) } }

  func place(_ point: SIMD2<Double>) -> Geodetic {
    TangentPlane(origin: origin).geodetic(Displacement<ENU>(point.x, point.y, 0))
  }

  func route(_ name: String = "home", manoeuvres: [Route.Manoeuvre] = []) -> Route {
    Route(name: name, points: corners.map { place($0) }, manoeuvres: manoeuvres)
  }

  /// Point at a distance from the start; straight on past the end.
  func point(at length: Double) -> SIMD2<Double> {
    var rest = length
    for (a, b) in zip(corners, corners.dropFirst()) {
      let side = distance(a, b)
      if rest <= side { return a + (b - a) * (rest / side) }
      rest -= side
    }
    return corners[corners.count - 1]
  }

  func distance(to point: SIMD2<Double>) -> Double {
    zip(corners, corners.dropFirst()).map { pair in
      let along = pair.1 - pair.0, from = point - pair.0
      let share = max(0, min(1, (from * along).sum() / (along * along).sum()))
      return distance(from, along * share)
    }.min() ?? .infinity
  }

  func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { ((b - a) * (b - a)).sum().squareRoot() }

  static let square = FlatWay(corners: [[0, 0], [200, 0], [200, 200], [0, 200], [0, 0]])
  /// Two squares that share a crossing, walked straight across it.
  static let eight = FlatWay(corners: [
    [0, -150], [0, 150], [150, 150], [150, 0], [-150, 0], [-150, -150], [0, -150],
  ])
  /// Twelve random corners within 300 m, each at least 60 m from the next; each bend is large enough and not too sharp to be a
  /// turn.
  static func wild(seed: UInt64) -> FlatWay {
    var generator = Generator(seed: seed, stream: "way")
    var way = FlatWay(corners: [[0, 0]])
    while way.corners.count < 12 {
      let next = SIMD2(generator.uniform(in: -150...150), generator.uniform(in: -150...150))
      let last = way.corners[way.corners.count - 1]
      let side = next - last, length = way.distance(last, next)
      if length < 60 { continue }
      if way.corners.count > 1 {
        let before = last - way.corners[way.corners.count - 2]
        let cosine = (side * before).sum() / (length * (before * before).sum().squareRoot())
        if !(-0.9...0.8).contains(cosine) { continue }
      }
      way.corners.append(next)
    }
    return way
  }
  static let outAndBack = FlatWay(corners: [[0, 0], [250, 0], [0, 0]])
}

/// Noise with a correlation time: a Gauss-Markov process on each axis.
struct WanderingNoise {
  var generator: Generator
  let sigma: Double
  let correlation: Double
  var value: SIMD2<Double>

  init(seed: UInt64, sigma: Double, correlation: Double = 35) {
    generator = Generator(seed: seed)
    self.sigma = sigma
    self.correlation = correlation
    value = SIMD2(sigma * generator.gaussian(), sigma * generator.gaussian())
  }

  mutating func next(after seconds: Double) -> SIMD2<Double> {
    let kept = exp(-seconds / correlation)
    let fresh = sigma * (1 - kept * kept).squareRoot()
    value = kept * value + SIMD2(fresh * generator.gaussian(), fresh * generator.gaussian())
    return value
  }
}

/// A walk along a route, or off it, with the events of the progress and their times.
struct Walked {
  var progress: RouteProgress
  var events: [(time: Double, event: RouteEvent)] = []
  var announcements: [RouteAnnouncement] {
    events.compactMap { if case .announcement(let said) = $0.event { said } else { nil } }
  }
  var deviations: Int { events.count { if case .offRoute = $0.event { true } else { false } } }

  init(_ progress: RouteProgress) { self.progress = progress }

  mutating func update(_ way: FlatWay, _ point: SIMD2<Double>, at time: Double, accuracy: Double) {
    var news: [RouteEvent] = []
    progress.update(way.place(point), accuracy: .metres(accuracy), at: BootInstant(seconds: time), &news)
    events += news.map { (time, $0) }
  }

  /// Walks to the end at 1.4 m/s, and stays there for a while.
  static func along(
    _ way: FlatWay, _ route: Route, seed: UInt64, sigma: Double, interval: Double = 1, correlation: Double = 35
  ) -> Walked? {
    guard let track = RouteTrack(route) else { return nil }
    var walked = Walked(RouteProgress(track))
    var noise = WanderingNoise(seed: seed, sigma: sigma, correlation: correlation)
    var time = 0.0
    while time * 1.4 < way.length + 100 {
      walked.update(
        way, way.point(at: time * 1.4) + noise.next(after: interval), at: time, accuracy: max(1, 1.515 * sigma))
      time += interval
    }
    return walked
  }
}
