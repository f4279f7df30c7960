public import Geodesy
public import Geometry
public import Samples

/// The wearer's progress on a route. It is a value: a new route replaces it by assignment.
///
/// The wearer's place is snapped to the nearest segment within a window. The window begins a little behind the farthest point
/// reached and ends at the farthest point the wearer can have reached since; so a route that crosses or repeats itself is
/// followed in its own order. While the accuracy is worse than 25 m the progress does not change. Until the
/// wearer has been on the route the status is `approaching`. A place farther from the route than 20 m (`route.corridor`) plus
/// the accuracy is a deviation and does not change the progress either. After 3 s (`route.patience`) of deviation the status is
/// `offRoute`, and the whole rest of the route is searched until the wearer is within 20 m of it.
public struct RouteProgress: Sendable {
  public enum Status: String, CaseIterable, Sendable {
    /// No place of sufficient accuracy has arrived yet.
    case waiting
    /// The wearer has not been on the route yet.
    case approaching
    case following
    case offRoute = "off-route"
    case arrived
  }

  public let track: RouteTrack
  public var parameters: RouteParameters
  public internal(set) var status = Status.waiting
  /// The last place was too inaccurate to use.
  public private(set) var isFrozen = false
  /// The next step: an index of the track's steps.
  public internal(set) var step = 0
  /// The next stop, an index of the route's stops; their number after the last one.
  public internal(set) var nextStop = 0
  /// Whether the wearer has arrived at each stop; one that was bypassed is behind, and not reached.
  public internal(set) var reached: [Bool]
  /// Set while off route and while approaching.
  public private(set) var deviation: RouteDeviation?
  /// Number of places that were invalid or older than an earlier one.
  public private(set) var refused = 0

  /// The wearer's place on the route.
  var point = RoutePoint(segment: 0, length: 0, distance: 0)
  /// The length of the farthest point reached.
  private(set) var furthest = 0.0
  /// The wearer's place at that moment, from the Earth's center.
  private var furthestFrom: SIMD3<Double>?
  /// Progress and place, from the Earth's center, as means of the last seconds; those of the most progress so far; whether the
  /// wearer was told of going back since.
  private var mean: (length: Double, from: SIMD3<Double>, time: BootInstant)?
  private var best: (length: Double, from: SIMD3<Double>, time: BootInstant)?
  /// True from the announcement that the wearer walks against the route until there is progress again.
  private(set) var isWrongWay = false
  private var lastTime: BootInstant?
  private var outsideSince: BootInstant?
  /// True after the wearer was near the end of the step.
  private var isEntered = false
  /// Steps before these indices are no longer announced.
  private var nextEarly = 0, nextLate = 0
  /// The last searches while off route or approaching: of the rest of the route, and of all of it.
  private var rest = RouteSearch(), whole = RouteSearch()
  /// Near the end since then, but not as near as an arrival is.
  var nearEndSince: BootInstant?
  var arrivedAt: BootInstant?
  /// True once the route is over: the wearer has arrived, and some time has passed.
  public internal(set) var isOver = false
  /// True after this deviation was published.
  private var isPublished = false
  private var publishedAt: BootInstant?
  private var publishedFrom = SIMD3<Double>()
  /// While approaching: the start of this state, whether it was announced, and whether the goal is the route's start.
  private var approachingSince: BootInstant?
  private var isApproachSaid = false
  private var goesToStart = true

  /// Advance along the route that always costs nothing: the noise of a place.
  private static let reachSlack = Length(5)
  /// Advance along the route per meter moved that costs nothing: a path is longer than the straight line.
  private static let reachPerMove = 1.5
  /// Length along the route per meter moved that is searched in addition to `RouteParameters.ahead`.
  private static let aheadPerMove = 2.0
  /// Time over which place and progress are averaged for it: noise goes back and forth.
  private static let directionTime = TimeSpan(2)
  /// Going back for a shorter time is a turn on the spot; in a longer time places wander.
  private static let shortestBack = TimeSpan(6), longestBack = TimeSpan(20)

  public init(_ track: RouteTrack, _ parameters: RouteParameters = .init()) {
    self.track = track
    self.parameters = parameters
    reached = [Bool](repeating: false, count: track.stops.count)
  }

  /// Updates the progress with the wearer's place, its 68 % radius and the heading if known. Events are appended to `events`.
  public mutating func update(
    _ place: Geodetic, accuracy: Length, heading: Angle? = nil, at time: BootInstant, _ events: inout [RouteEvent]
  ) {
    guard place.isFinite, place.latitude.value.magnitude <= 90, place.longitude.value.magnitude <= 360,
      accuracy.value >= 0, lastTime.map({ $0 <= time }) ?? true
    else {
      refused += 1
      return
    }
    lastTime = time
    isFrozen = accuracy > RouteParameters.coarsest
    if isFrozen { return }
    let plane = LocalPlane(place)
    if status == .arrived { return goOn(plane, &events) }
    if status == .waiting { start(plane, accuracy, heading, &events) }
    if status == .approaching {
      approach(plane, accuracy, heading, time, &events)
    } else if status == .offRoute {
      comeBack(plane, accuracy, heading, time, &events)
    } else {
      updateFollowing(plane, accuracy, heading, time, &events)
    }
    if status != .following || outsideSince != nil { return }
    stop(plane, accuracy, &events)
    if arrive(plane, accuracy, time, &events) { return }
    watchDirection(plane, accuracy, heading, time, &events)
    advance(&events)
    announceTurns(&events)
  }

  /// Starts with the first place: at the earliest point of the route within the corridor, else by approaching.
  private mutating func start(
    _ plane: LocalPlane, _ accuracy: Length, _ heading: Angle?, _ events: inout [RouteEvent]
  ) {
    let near = parameters.corridor.value + accuracy.value
    let first = track.earliest(plane, notBefore: 0, from: 0, within: near)
    if first.distance <= near {
      status = .following
      jump(to: first, plane, &events)
    } else {
      status = .approaching
    }
    let turn = status == .following ? turnAhead(plane, heading) : nil
    events.append(.announcement(.start(length: remaining, duration: remainingTime, turn: turn)))
  }

  /// Returns the angle from a heading to the way in which the route goes on.
  private func turnAhead(_ plane: LocalPlane, _ heading: Angle?) -> Angle? {
    heading.map { $0.turn(to: track.azimuth(plane, atLength: point.length)) }
  }

  /// Before the route is reached: sets the goal. It is announced once after 3 s (`route.patience`), as first places are often
  /// poor.
  private mutating func approach(
    _ plane: LocalPlane, _ accuracy: Length, _ heading: Angle?, _ time: BootInstant, _ events: inout [RouteEvent]
  ) {
    let nearest = rest.nearest(track, plane, notBefore: 0, from: 0, parameters),
      near = parameters.corridor.value + accuracy.value
    if nearest.distance <= near {
      status = .following
      endDeviation()
      jump(
        to: track.earliest(plane, notBefore: 0, from: 0, within: near, guess: nearest.segment), plane, &events)
      events.append(.onRoute)
      return
    }
    point.distance = nearest.distance
    // The goal is the start unless another point is much nearer, with hysteresis so that the goal does not alternate.
    let start = plane.anywhere(track.vertices[0]), toStart = (start * start).sum().squareRoot()
    let share = RouteParameters.joinShare + (goesToStart ? 0 : RouteParameters.joinHysteresis)
    goesToStart = nearest.distance > toStart * share
    let target = goesToStart ? 0 : nearest.length, segment = goesToStart ? 0 : nearest.segment
    let way = plane.anywhere(track.point(at: target, in: segment))
    let goal = RouteDeviation(
      distance: .metres(goesToStart ? toStart : nearest.distance), rejoin: track.place(at: .metres(target)),
      rejoinLength: .metres(target), azimuth: Angle.arcTangent(way.x, -way.y).azimuth)
    deviation = goal
    let since = approachingSince ?? time
    approachingSince = since
    if isApproachSaid || time - since < parameters.patience { return }
    isApproachSaid = true
    events.append(.announcement(.approach(goal, turn: heading.map { $0.turn(to: goal.azimuth) })))
  }

  private mutating func updateFollowing(
    _ plane: LocalPlane, _ accuracy: Length, _ heading: Angle?, _ time: BootInstant, _ events: inout [RouteEvent]
  ) {
    let moved = furthestFrom.map { plane.distance(to: $0) } ?? 0
    let candidate = track.snap(
      plane, hint: point.segment, furthest: furthest, behind: parameters.behind.value,
      reachable: Self.reachSlack.value + Self.reachPerMove * moved,
      ahead: RouteParameters.ahead.value + Self.aheadPerMove * moved)
    if candidate.distance <= parameters.corridor.value + accuracy.value {
      point = candidate
      if point.length >= furthest || furthestFrom == nil {
        furthest = point.length
        furthestFrom = plane.center
      }
      outsideSince = nil
      return
    }
    point.distance = candidate.distance
    let since = outsideSince ?? time
    outsideSince = since
    if time - since < parameters.patience { return }
    outsideSince = nil
    if let earlier = walked(plane, within: parameters.corridor.value + accuracy.value) {
      return goBack(to: earlier, plane, &events)
    }
    status = .offRoute
    comeBack(plane, accuracy, heading, time, &events)
  }

  /// Returns the point of the part walked at which the wearer is again: near the last one, else anywhere.
  private func walked(_ plane: LocalPlane, within near: Double) -> RoutePoint? {
    let last = track.nearest(plane, about: point, within: parameters.behind.value + 2 * near, notBefore: 0)
    let earlier = last.distance <= near ? last : track.nearest(plane, notBefore: 0, from: 0)
    return earlier.distance <= near && earlier.length < point.length ? earlier : nil
  }

  /// Goes back to an earlier point of the route; the turns from there on are ahead again. What was reached stays so.
  private mutating func goBack(to earlier: RoutePoint, _ plane: LocalPlane, _ events: inout [RouteEvent]) {
    let before = step
    point = earlier
    (mean, best) = (nil, nil)
    furthest = earlier.length
    furthestFrom = plane.center
    isEntered = false
    step = track.steps.firstIndex { $0.length.value >= earlier.length } ?? track.steps.count - 1
    (nextEarly, nextLate) = (step, step)
    if step != before { events.append(.step(step)) }
  }

  /// Tells once who walks against the route: by the way since the place of the most progress. So it is known on the first steps,
  /// too, where the progress cannot fall. Where a part of the route that is near goes the wearer's way, that may be the part
  /// walked.
  private mutating func watchDirection(
    _ plane: LocalPlane, _ accuracy: Length, _ heading: Angle?, _ time: BootInstant, _ events: inout [RouteEvent]
  ) {
    var mean = mean ?? (point.length, plane.center, time)
    let gain = 1 - exp(-(time - mean.time).value / Self.directionTime.value)
    mean = (mean.length + gain * (point.length - mean.length), mean.from + (plane.center - mean.from) * gain, time)
    self.mean = mean
    guard let best, mean.length <= best.length, time - best.time < Self.longestBack else {
      if best.map({ mean.length > $0.length }) ?? true { isWrongWay = false }
      best = mean
      return
    }
    let moved = plane.anywhere(mean.from) - plane.anywhere(best.from), way = (moved * moved).sum().squareRoot()
    let least = max(parameters.wrongWay.value, 2 * accuracy.value)
    guard !isWrongWay, time - best.time >= Self.shortestBack, way >= least else { return }
    let reach = least + accuracy.value
    let around = way + least
    guard !track.runs(along: moved, plane, from: best.length - around, to: best.length + around, within: reach)
    else { return }
    isWrongWay = true
    let azimuth = track.azimuth(plane, atLength: best.length)
    events.append(.announcement(.wrongWay(azimuth, turn: heading.map { $0.turn(to: azimuth) })))
  }

  /// Off route: returns to the route when the rest of it is near again, or else the part walked; until then updates the deviation.
  private mutating func comeBack(
    _ plane: LocalPlane, _ accuracy: Length, _ heading: Angle?, _ time: BootInstant, _ events: inout [RouteEvent]
  ) {
    let first = track.segment(at: point.length, from: point.segment)
    let nearest = rest.nearest(track, plane, notBefore: point.length, from: first, parameters)
    // After the deviation was published, the return has to be certain; before that, the wearer may be on another part of the
    // route.
    let near = parameters.corridor.value + (isPublished ? 0 : accuracy.value)
    if nearest.distance <= near {
      let earliest = track.earliest(
        plane, notBefore: point.length, from: first, within: near, guess: nearest.segment)
      jump(to: earliest, plane, &events)
      return resume(plane, heading, &events)
    }
    if isPublished {
      let any = whole.nearest(track, plane, notBefore: 0, from: 0, parameters)
      if any.distance <= near {
        goBack(to: any, plane, &events)
        return resume(plane, heading, &events)
      }
    }
    point.distance = nearest.distance
    let way = plane.anywhere(track.point(at: nearest.length, in: nearest.segment))
    let news = RouteDeviation(
      distance: .metres(nearest.distance), rejoin: track.place(at: .metres(nearest.length)),
      rejoinLength: .metres(nearest.length), azimuth: Angle.arcTangent(way.x, -way.y).azimuth)
    deviation = news
    if let last = publishedAt {
      if time - last < RouteParameters.repeatTime { return }
      if isPublished && plane.distance(to: publishedFrom) < RouteParameters.repeatDistance.value { return }
    }
    publishedAt = time
    publishedFrom = plane.center
    events.append(.offRoute(news))
    events.append(.announcement(.offRoute(news, turn: heading.map { $0.turn(to: news.azimuth) })))
    isPublished = true
  }

  /// Ends a deviation; one that was published ends with an event.
  private mutating func resume(_ plane: LocalPlane, _ heading: Angle?, _ events: inout [RouteEvent]) {
    status = .following
    endDeviation()
    guard isPublished else { return }
    isPublished = false
    events.append(.backOnRoute)
    events.append(.announcement(.backOnRoute(remaining: remaining, turn: turnAhead(plane, heading))))
  }

  private mutating func endDeviation() { (deviation, rest, whole) = (nil, RouteSearch(), RouteSearch()) }

  /// Moves to another point of the route; the steps before it are not announced.
  private mutating func jump(to other: RoutePoint, _ plane: LocalPlane, _ events: inout [RouteEvent]) {
    let before = step
    point = other
    (mean, best) = (nil, nil)
    furthest = max(furthest, point.length)
    furthestFrom = plane.center
    outsideSince = nil
    while step + 1 < track.steps.count && track.steps[step].length.value < point.length {
      step += 1
      isEntered = false
    }
    nextEarly = max(nextEarly, step)
    nextLate = max(nextLate, step)
    while nextStop < track.stops.count && track.stops[nextStop].length < point.length - parameters.corridor.value {
      nextStop += 1
    }
    if step != before { events.append(.step(step)) }
  }

  /// Advances the step after its end was near and is 2 m (`route.leave`) behind, along the route.
  private mutating func advance(_ events: inout [RouteEvent]) {
    while step + 1 < track.steps.count {
      let end = track.steps[step].length.value
      if (end - point.length).magnitude <= RouteParameters.enter.value || point.length > end { isEntered = true }
      guard isEntered, point.length >= end + parameters.leave.value else { return }
      step += 1
      isEntered = false
      events.append(.step(step))
    }
  }

  /// Announces each turn once at 50 m and once at 15 m. A turn that is first seen within 15 m is announced once, with its true
  /// distance. The place on the route jumps with the noise, and at sharp corners past the turn itself: a turn passed in this way
  /// is still announced, at distance 0, unless it is more than 20 m behind.
  private mutating func announceTurns(_ events: inout [RouteEvent]) {
    while nextLate < track.steps.count {
      let distance = track.steps[nextLate].length.value - point.length
      if distance > parameters.late.value { break }
      if track.steps[nextLate].isTurn && distance >= -RouteParameters.missed.value {
        events.append(
          .announcement(.turn(step: nextLate, distance: .metres(max(0, distance)), isLate: true)))
      }
      nextLate += 1
    }
    nextEarly = max(nextEarly, nextLate)
    while nextEarly < track.steps.count {
      let distance = track.steps[nextEarly].length.value - point.length
      if distance > parameters.early.value { break }
      if track.steps[nextEarly].isTurn {
        events.append(.announcement(.turn(step: nextEarly, distance: .metres(distance), isLate: false)))
      }
      nextEarly += 1
    }
  }
}
