import Alignment
public import Geodesy
public import Geometry
public import Samples

/// The tracks of a session in meters east and north of its first fix, on the tangent plane of the Earth there.
public struct SessionPlan {
  struct Point {
    var time: BootInstant
    /// East, north.
    var place: SIMD2<Double>
  }
  struct FixMark {
    var point: Point
    /// 68 % radius, by the receiver's statement.
    var radius: Length?
    var isWithheld: Bool
  }
  /// A turn of the heading by a correction, and the wearer's place at that moment.
  struct Turn {
    var place: SIMD2<Double>
    var correction: Correction
    var angle: Angle { (correction.newYaw - correction.oldYaw).wrapped }
  }

  let origin: Geodetic
  let fixes: [FixMark]
  /// Pieces without a gap: the fused place; the scene as it was first aligned with the Earth; the truth.
  let after: [[Point]], before: [[Point]], truth: [[Point]]
  let turns: [Turn]
  /// Routes to follow, and places to show.
  let routes: [[SIMD2<Double>]]
  let places: [(place: SIMD2<Double>, name: String)]

  /// Time without points after which a line has a gap.
  static let gap = TimeSpan(5)
  /// Least turn of the heading that is drawn on the plan.
  static let leastTurn = Angle.degrees(1)

  /// The motion at one moment: the position in the scene, the yaw of the scene, and the place, if it is known.
  public struct Moment {
    public var time: BootInstant
    public var scene: Int
    public var position: Displacement<Scene>
    public var yaw: Angle
    public var place: Geodetic?

    public init(
      time: BootInstant, scene: Int, position: Displacement<Scene>, yaw: Angle, place: Geodetic?
    ) {
      self.time = time
      self.scene = scene
      self.position = position
      self.yaw = yaw
      self.place = place
    }
  }

  /// A plan of tracks alone.
  public init(
    origin: Geodetic, fixes: [(time: BootInstant, place: Geodetic)], moments: [Moment], route: [Geodetic]
  ) {
    self.origin = origin
    let ground = Ground(origin)
    self.fixes = fixes.map {
      FixMark(point: Point(time: $0.time, place: ground.point($0.place)), radius: nil, isWithheld: false)
    }
    (after, before) = Self.tracks(moments, ground)
    (truth, turns, places) = ([], [], [])
    routes = route.isEmpty ? [] : [route.map(ground.point)]
  }

  /// Returns nil if no fix, pose or truth has a place on Earth.
  init?(_ story: SessionStory) {
    let moments = story.moments.compactMap { moment in
      moment.place.map {
        Moment(time: moment.time, scene: moment.scene, position: moment.position, yaw: moment.yaw, place: $0)
      }
    }
    let firstTruth = story.truth.first?.place
    guard
      let origin = story.fixes.first.map({ $0.fix.geodetic }) ?? moments.first?.place
        ?? firstTruth.map({ Geodetic(latitude: $0.latitude, longitude: $0.longitude, height: $0.height ?? .zero) })
    else { return nil }
    self.origin = origin
    let ground = Ground(origin)
    fixes = story.fixes.map {
      FixMark(
        point: Point(time: $0.fix.time, place: ground.point($0.fix.geodetic)),
        radius: $0.fix.horizontalError.map { $0 / RadiusPerSigma.of95Per68 }, isWithheld: $0.isWithheld)
    }
    truth = Self.pieces(
      story.truth.compactMap { reference in
        reference.place.map { place in
          let known = Geodetic(
            latitude: place.latitude, longitude: place.longitude, height: place.height ?? origin.height)
          return Point(time: reference.time, place: ground.point(known))
        }
      }, gap: TimeSpan(120))
    routes = story.scene.routes.map { $0.track.route.points.map(ground.point) }
    places = story.scene.visits.filter { $0.nearest.map { $0 < .metres(2000) } ?? false }.map {
      (ground.point($0.place.position), $0.place.name)
    }
    (after, before) = Self.tracks(moments, ground)
    let fused = after.flatMap { $0 }
    turns = story.corrections.compactMap { correction in
      guard (correction.newYaw - correction.oldYaw).wrapped.magnitude >= Self.leastTurn,
        let place = Self.place(fused, at: correction.time, reach: Self.gap)
      else { return nil }
      return Turn(place: place, correction: correction)
    }
  }

  /// The tangent plane of the Earth at the origin.
  public struct Ground {
    private let plane: TangentPlane

    public init(_ origin: Geodetic) { plane = TangentPlane(origin: origin) }

    /// East and north in meters, rounded to the millimeter: further digits are rounding errors, and would reveal the place on
    /// Earth.
    public func point(_ place: Geodetic) -> SIMD2<Double> {
      let point = plane.enu(place)
      return (SIMD2(point.x, point.y) * 1000).rounded(.toNearestOrEven) / 1000
    }
  }

  private static func tracks(_ moments: [Moment], _ ground: Ground) -> (after: [[Point]], before: [[Point]]) {
    let fused = moments.compactMap { moment in
      moment.place.map { Point(time: moment.time, place: ground.point($0)) }
    }
    return (pieces(fused), uncorrected(moments, ground).flatMap { pieces($0) })
  }

  /// Returns the track of each scene with its first place and yaw: p(t) = p₀ + R(yaw₀)(s(t) − s₀).
  private static func uncorrected(
    _ moments: [Moment], _ ground: Ground
  ) -> [[Point]] {
    var scenes: [[Point]] = []
    var anchor: (scene: Int, place: SIMD2<Double>, position: Displacement<Scene>, yaw: Angle)?
    for moment in moments {
      if anchor?.scene != moment.scene, let place = moment.place {
        anchor = (moment.scene, ground.point(place), moment.position, moment.yaw)
        scenes.append([])
      }
      guard let anchor else { continue }
      let way = Rotation<Scene, Level>.yaw(anchor.yaw)(moment.position - anchor.position)
      scenes[scenes.count - 1].append(Point(time: moment.time, place: anchor.place + SIMD2(way.x, -way.z)))
    }
    // A scene that never moved (without odometry) has no track.
    return scenes.filter { scene in scene.contains { $0.place != scene[0].place } }
  }

  private static func pieces(_ points: [Point], gap: TimeSpan = SessionPlan.gap) -> [[Point]] {
    var pieces: [[Point]] = []
    for point in points {
      if let last = pieces.last?.last, (point.time - last.time).magnitude <= gap {
        pieces[pieces.count - 1].append(point)
      } else {
        pieces.append([point])
      }
    }
    return pieces
  }

  /// Interpolates between the two points around a moment; nil without them, or if they are more than `reach` apart.
  static func place(_ points: [Point], at time: BootInstant, reach: TimeSpan) -> SIMD2<Double>? {
    var low = 0, high = points.count
    while low < high {
      let middle = (low + high) / 2
      if points[middle].time < time { low = middle + 1 } else { high = middle }
    }
    if low < points.count, points[low].time == time { return points[low].place }
    guard low > 0, low < points.count else { return nil }
    let a = points[low - 1], b = points[low]
    guard b.time - a.time <= reach else { return nil }
    return a.place + (b.place - a.place) * ((time - a.time) / (b.time - a.time))
  }

  /// Returns the length of the pieces. Steps of less than a meter are joined first, so that jitter in place adds nothing.
  static func length(_ pieces: [[Point]]) -> Length {
    var sum = 0.0
    for piece in pieces {
      for (a, b) in zip(
        Thinning.line(piece.map(\.place), spacing: 1), Thinning.line(piece.map(\.place), spacing: 1).dropFirst())
      { sum += hypot(b.x - a.x, b.y - a.y) }
    }
    return .metres(sum)
  }

  /// Returns the root mean square distance of a track from the truth, at the truth's own times.
  func distanceFromTruth(_ track: [Point], reach: TimeSpan) -> Length? {
    var sum = 0.0, count = 0.0
    for point in truth.joined() {
      guard let place = Self.place(track, at: point.time, reach: reach) else { continue }
      let error = place - point.place
      sum += error.x * error.x + error.y * error.y
      count += 1
    }
    return count > 0 ? .metres((sum / count).squareRoot()) : nil
  }
}

extension Fix {
  var geodetic: Geodetic { Geodetic(latitude: latitude, longitude: longitude, height: height ?? .zero) }
}
