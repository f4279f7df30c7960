public import Geodesy
public import Geometry
public import Samples

/// How far the wearer has come on a route. A value: another route replaces it whole, by assignment.
///
/// The wearer's place is snapped to the nearest segment inside a window that begins a little behind the farthest point reached and
/// ends where one can be by now; so a route that crosses or repeats itself is followed in its own order. While the accuracy is worse
/// than 25 m nothing moves. Who has never been on the route is approaching it. What lies farther from the route than 20 m and the accuracy is a deviation, and moves nothing either:
/// after 3 s of it the wearer is off route, and is looked for on all that remains of the route until they are within 20 m of it.
public struct RouteProgress: Sendable {
  public enum Status: String, CaseIterable, Sendable {
    /// No place good enough has come yet.
    case waiting
    /// The wearer has not been on the route yet.
    case approaching
    case following
    case offRoute = "off-route"
    case arrived
  }

  public let track: RouteTrack
  public let parameters: RouteParameters
  public private(set) var status = Status.waiting
  /// The last place was too poor to go by.
  public private(set) var isFrozen = false
  /// The step to come: an index of the track's steps.
  public private(set) var step = 0
  /// While off route, and while approaching.
  public private(set) var deviation: RouteDeviation?
  /// Places that were none, or came before an earlier one.
  public private(set) var refused = 0

  private var point = RoutePoint(segment: 0, length: 0, distance: 0)
  /// The farthest point reached.
  private var furthest = 0.0
  /// Where the wearer was then, from the Earth's centre.
  private var furthestFrom: SIMD3<Double>?
  private var lastTime: BootInstant?
  private var outsideSince: BootInstant?
  /// The step's end has been near.
  private var isEntered = false
  /// Steps before these are not announced any more.
  private var nextEarly = 0, nextLate = 0
  /// The last search off route.
  private var searched: Search?
  /// This deviation has been said.
  private var isPublished = false
  private var publishedAt: BootInstant?
  private var publishedFrom = SIMD3<Double>()
  /// Approaching: since when, whether that was said, and whether it is the start that one goes to.
  private var approachingSince: BootInstant?
  private var isApproachSaid = false
  private var goesToStart = true

  /// The way along the route that a place may always advance at no cost: the noise of a place.
  private static let reachSlack = Length(5)
  /// Way along the route for each meter moved that costs nothing: a path's detours about the straight line.
  private static let reachPerMove = 1.5
  /// Way along the route for each meter moved that is searched beyond `RouteParameters.ahead`.
  private static let aheadPerMove = 2.0
  /// After this way the whole rest of the route is searched again.
  private static let searchInterval = Length(5)
  /// Until then, the part of the route before and after the last nearest point that is searched.
  private static let searchReach = Length(20)
  /// The wearer arrives only on the last part of the way: at most so many times `RouteParameters.arrival` before the end, …
  private static let arrivalWay = 2.0
  /// … and of a short route at most this part of it, or `RouteParameters.arrival` where that is more.
  private static let arrivalShare = 0.5

  public init(_ track: RouteTrack, _ parameters: RouteParameters = .init()) {
    self.track = track
    self.parameters = parameters
  }

  /// The way from the start to where the wearer is on the route.
  public var length: Length { .metres(point.length) }
  /// How far the wearer is from there.
  public var distanceOff: Length { .metres(point.distance) }
  public var remaining: Length { status == .arrived ? .zero : track.length - length }
  /// By the planner's time, shared out by length; else at a walker's speed.
  public var remainingTime: TimeSpan {
    guard let stated = track.route.statedDuration, stated.value > 0 else { return remaining / parameters.walkingSpeed }
    return stated * (remaining / track.length)
  }
  public var place: Geodetic { track.place(at: length) }
  /// The step to come.
  public var currentStep: RouteStep { track.steps[step] }
  /// Along the route.
  public var distanceToStep: Length { max(.zero, currentStep.length - length) }
  /// In which the point on the route lies; where arrows are looked for.
  var segment: Int { point.segment }

  /// How much higher the ground of the route is so far from its start than where the wearer is on it; nothing where the route has no
  /// heights.
  public func rise(at length: Length) -> Length {
    track.hasHeights ? .metres(rise(at: length.value, in: track.segment(at: length.value))) : .zero
  }

  func rise(at length: Double, in segment: Int) -> Double {
    guard track.hasHeights else { return 0 }
    return track.height(at: length, in: segment) - track.height(at: point.length, in: point.segment)
  }

  /// Takes the wearer's place with its 68 % radius, and where they look if that is known. What happened is appended.
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
    isFrozen = accuracy > parameters.coarsest
    if isFrozen || status == .arrived { return }
    let plane = LocalPlane(place)
    if status == .waiting { begin(plane, accuracy, &events) }
    if status == .approaching {
      approach(plane, accuracy, heading, time, &events)
    } else if status == .offRoute {
      comeBack(plane, accuracy, time, &events)
    } else {
      follow(plane, accuracy, time, &events)
    }
    if status != .following || outsideSince != nil { return }
    if arrive(plane, &events) { return }
    advance(&events)
    announceTurns(&events)
  }

  /// The first place: the earliest point of the route where one may be.
  private mutating func begin(_ plane: LocalPlane, _ accuracy: Length, _ events: inout [RouteEvent]) {
    let near = parameters.corridor.value + accuracy.value
    let first = track.earliest(plane, notBefore: 0, from: 0, within: near)
    if first.distance <= near {
      status = .following
      jump(to: first, plane, &events)
    } else {
      status = .approaching
    }
    events.append(.announcement(.start(length: remaining, duration: remainingTime)))
  }

  /// Until the route is near: where to go, said once when it has been so for 3 s, for the first places are often poor.
  private mutating func approach(
    _ plane: LocalPlane, _ accuracy: Length, _ heading: Angle?, _ time: BootInstant, _ events: inout [RouteEvent]
  ) {
    let nearest = nearestOfRemaining(plane, 0), near = parameters.corridor.value + accuracy.value
    if nearest.distance <= near {
      status = .following
      deviation = nil
      searched = nil
      jump(
        to: track.earliest(plane, notBefore: 0, from: 0, within: near, guess: nearest.segment), plane, &events)
      events.append(.onRoute)
      return
    }
    point.distance = nearest.distance
    // To the start, unless the route comes by much nearer; with hysteresis, so that the goal does not change to and fro.
    let start = plane.anywhere(track.vertices[0]), toStart = (start * start).sum().squareRoot()
    let share = parameters.joinShare + (goesToStart ? 0 : parameters.joinHysteresis)
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

  private mutating func follow(
    _ plane: LocalPlane, _ accuracy: Length, _ time: BootInstant, _ events: inout [RouteEvent]
  ) {
    let moved = furthestFrom.map { plane.distance(to: $0) } ?? 0
    let candidate = track.snap(
      plane, hint: point.segment, furthest: furthest, behind: parameters.behind.value,
      reachable: Self.reachSlack.value + Self.reachPerMove * moved,
      ahead: parameters.ahead.value + Self.aheadPerMove * moved)
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
    status = .offRoute
    outsideSince = nil
    comeBack(plane, accuracy, time, &events)
  }

  /// Off route: either what remains of the route is near again, or it is said how to get there.
  private mutating func comeBack(
    _ plane: LocalPlane, _ accuracy: Length, _ time: BootInstant, _ events: inout [RouteEvent]
  ) {
    let first = track.segment(at: point.length, from: point.segment)
    let nearest = nearestOfRemaining(plane, first)
    // Who has been told comes back for certain; who has not may just have been on another part of it.
    let near = parameters.corridor.value + (isPublished ? 0 : accuracy.value)
    if nearest.distance <= near {
      status = .following
      if isPublished { events.append(.backOnRoute) }
      isPublished = false
      deviation = nil
      searched = nil
      let earliest = track.earliest(
        plane, notBefore: point.length, from: first, within: near, guess: nearest.segment)
      jump(to: earliest, plane, &events)
      return
    }
    point.distance = nearest.distance
    let way = plane.anywhere(track.point(at: nearest.length, in: nearest.segment))
    let news = RouteDeviation(
      distance: .metres(nearest.distance), rejoin: track.place(at: .metres(nearest.length)),
      rejoinLength: .metres(nearest.length), azimuth: Angle.arcTangent(way.x, -way.y).azimuth)
    deviation = news
    if let last = publishedAt {
      if time - last < parameters.repeatTime { return }
      if isPublished && plane.distance(to: publishedFrom) < parameters.repeatDistance.value { return }
    }
    publishedAt = time
    publishedFrom = plane.center
    events.append(.offRoute(news))
    if !isPublished { events.append(.announcement(.offRoute(news))) }
    isPublished = true
  }

  /// What was nearest a few metres ago is nearest still, or else something is by not more than those metres: all of the route is
  /// only looked at again after `searchInterval`, or when it may have come near.
  private mutating func nearestOfRemaining(_ plane: LocalPlane, _ first: Int) -> RoutePoint {
    if var last = searched, last.point.segment >= first {
      let moved = plane.distance(to: last.from)
      if moved < Self.searchInterval.value, last.distance - moved > parameters.corridor.value {
        last.point = track.nearest(
          plane, about: last.point, within: Self.searchReach.value, notBefore: point.length)
        searched = last
        return last.point
      }
    }
    let nearest = track.nearest(plane, notBefore: point.length, from: first, guess: searched?.point.segment)
    searched = Search(point: nearest, distance: nearest.distance, from: plane.center)
    return nearest
  }

  /// A search of all that remains.
  private struct Search {
    /// The nearest point, kept up to date.
    var point: RoutePoint
    /// As it was when all was looked at, and from where.
    var distance: Double
    var from: SIMD3<Double>
  }

  /// On to another point of the route, and past the steps before it in silence.
  private mutating func jump(to other: RoutePoint, _ plane: LocalPlane, _ events: inout [RouteEvent]) {
    let before = step
    point = other
    furthest = max(furthest, point.length)
    furthestFrom = plane.center
    outsideSince = nil
    while step + 1 < track.steps.count && track.steps[step].length.value < point.length {
      step += 1
      isEntered = false
    }
    nextEarly = max(nextEarly, step)
    nextLate = max(nextLate, step)
    if step != before { events.append(.step(step)) }
  }

  /// Near the destination, and on the last part of the way: a loop ends where it starts.
  private mutating func arrive(_ plane: LocalPlane, _ events: inout [RouteEvent]) -> Bool {
    let near = parameters.arrival.value
    let left = track.length.value - point.length
    guard left <= min(Self.arrivalWay * near, max(near, track.length.value * Self.arrivalShare)),
      plane.distance(to: track.vertices[track.vertices.count - 1]) <= near
    else { return false }
    if step != track.steps.count - 1 {
      step = track.steps.count - 1
      events.append(.step(step))
    }
    status = .arrived
    events.append(.arrived)
    events.append(.announcement(.arrival))
    return true
  }

  /// A step is over when its end has been near and is 2 m behind, along the route.
  private mutating func advance(_ events: inout [RouteEvent]) {
    while step + 1 < track.steps.count {
      let end = track.steps[step].length.value
      if (end - point.length).magnitude <= parameters.enter.value || point.length > end { isEntered = true }
      guard isEntered, point.length >= end + parameters.leave.value else { return }
      step += 1
      isEntered = false
      events.append(.step(step))
    }
  }

  /// Each turn once at 50 m and once at 15 m; what is first seen nearer is said as it is, and only once. The place on the route leaps
  /// with the noise, at sharp corners over the turn itself: what should have been said meanwhile is said with its true distance,
  /// unless the turn is 20 m behind.
  private mutating func announceTurns(_ events: inout [RouteEvent]) {
    while nextLate < track.steps.count {
      let distance = track.steps[nextLate].length.value - point.length
      if distance > parameters.late.value { break }
      if track.steps[nextLate].isTurn && distance >= -parameters.missed.value {
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
