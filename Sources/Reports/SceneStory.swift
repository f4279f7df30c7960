import Bridge
import Formats
import Geodesy
import Geometry
public import Samples
public import Scenery
public import Tracking

/// The story of places and routes in a replayed session, from the daemon's own `PlaceBoard` and `RouteProgress`.
///
/// Routes come from the recording, or are given at the start together with the places.
public struct SceneStory: Sendable {
  /// A route, and the time in which it was followed.
  public struct Followed: Sendable {
    public var track: RouteTrack
    public var since: BootInstant?
    public var until: BootInstant?
  }

  /// An event. The names and instructions in `text` reveal the place; `plain` is without them.
  struct Happening: Sendable {
    var time: BootInstant
    var kind: SessionEvent.Kind
    var text: String
    var plain: String
    var isGrave = false
  }

  /// The wearer's progress on the route: distance along it, and distance from it.
  struct Station: Sendable {
    var time: BootInstant
    var length: Length
    var off: Length
  }

  /// The record of a place in this session.
  struct Visit: Sendable {
    var place: Place
    var nearest: Length?
    var nearestAt: BootInstant?
    var shownAt: BootInstant?
    var shown = TimeSpan.zero
  }

  public private(set) var routes: [Followed] = []
  public private(set) var unreadableRoutes = 0
  private(set) var happenings: [Happening] = []
  private(set) var stations: [Station] = []
  private(set) var visits: [Visit] = []
  let routeParameters = RouteParameters()
  private var progress: RouteProgress?
  private var board = PlaceBoard()
  private var events: [RouteEvent] = []
  private var geoidSeparation: Length?
  private var nextRoute = BootInstant(nanoseconds: .min), nextBoard = BootInstant(nanoseconds: .min)
  private static let routeStep = TimeSpan(0.2), boardStep = TimeSpan(0.5), stationStep = TimeSpan(1)
  /// Most events that are kept; a route that is left and met again all day has too many, and the rest is only counted.
  static let mostHappenings = 400
  private(set) var crowdedOut = 0

  public init(places: [Place] = [], route: Route? = nil) {
    _ = board.replace(with: places)
    visits = board.places.map { Visit(place: $0) }
    if let route { load(route, at: nil) }
  }

  public var isEmpty: Bool { routes.isEmpty && visits.isEmpty && unreadableRoutes == 0 }
  var status: RouteProgress.Status? { progress?.status }
  var remaining: Length? { progress?.remaining }

  private mutating func log(
    _ time: BootInstant, _ kind: SessionEvent.Kind, _ text: String, plain: String, isGrave: Bool = false
  ) {
    guard happenings.count < Self.mostHappenings else { return crowdedOut += 1 }
    happenings.append(Happening(time: time, kind: kind, text: text, plain: plain, isGrave: isGrave))
  }

  // MARK: inputs

  /// Applies a client's command: a route was loaded or cleared.
  mutating func apply(_ event: InputEvent, wearer: Geodetic?) {
    guard event.kind == RecordedRoute.kind else { return }
    guard let recorded = RecordedRoute(json: event.json), let text = recorded.text else {
      routes.indices.last.map { routes[$0].until = routes[$0].until ?? event.time }
      // One that has ended by itself keeps its end.
      if progress?.isOver == true { return }
      progress = nil
      return log(event.time, .route, "the route was cleared", plain: "the route was cleared")
    }
    do throws(RouteFault) {
      var route = try RouteReader.read(Array(text.utf8), name: recorded.name, wearer: wearer).route
      if let place = recorded.place { route.lead(to: place, entrance: recorded.entrance) }
      load(route, at: event.time)
    } catch {
      unreadableRoutes += 1
      log(
        event.time, .route, "a route that cannot be read: \(error)", plain: "a route that cannot be read", isGrave: true
      )
    }
  }

  private mutating func load(_ route: Route, at time: BootInstant?) {
    guard let track = RouteTrack(route) else { return unreadableRoutes += 1 }
    routes.indices.last.map { routes[$0].until = routes[$0].until ?? time }
    routes.append(Followed(track: track, since: time))
    progress = RouteProgress(track, routeParameters)
    nextRoute = BootInstant(nanoseconds: .min)
    guard let time else { return }
    let way = "a route of \(Reports.length(track.length.value)) was loaded"
    log(time, .route, route.name.isEmpty ? way : "\(way), to \(route.name)", plain: way)
  }

  mutating func record(_ fix: Fix) { if let separation = fix.geoidSeparation { geoidSeparation = separation } }

  // MARK: poses

  public mutating func record(_ pose: TrackedPose) {
    if let progress, !progress.isOver, pose.time >= nextRoute { updateRoute(pose) }
    if !visits.isEmpty, pose.time >= nextBoard { updateBoard(pose) }
  }

  private mutating func updateRoute(_ pose: TrackedPose) {
    nextRoute = pose.time + Self.routeStep
    events.removeAll(keepingCapacity: true)
    progress?.tend(at: pose.time, &events)
    if let place = pose.place, let accuracy = pose.horizontalAccuracy {
      progress?.update(place, accuracy: accuracy, heading: pose.heading, at: pose.time, &events)
    }
    guard let progress else { return }
    if progress.status != .waiting, stations.last.map({ pose.time - $0.time >= Self.stationStep }) ?? true {
      stations.append(Station(time: pose.time, length: progress.length, off: progress.distanceOff))
    }
    for event in events { record(event, on: progress, at: pose.time) }
  }

  private mutating func record(_ event: RouteEvent, on progress: RouteProgress, at time: BootInstant) {
    switch event {
    case .announcement(.offRoute), .announcement(.backOnRoute), .announcement(.stop), .announcement(.arrival), .step:
      break
    case .announcement(let said):
      log(
        time, .announcement, "said: \u{201c}\(said.english(on: progress.track))\u{201d}",
        plain: "said: \(said.code.rawValue)"
      )
    case .onRoute: log(time, .route, "on the route", plain: "on the route")
    case .ended: log(time, .route, "the route has ended", plain: "the route has ended")
    case .offRoute(let deviation):
      let text = "off the route by \(Reports.length(deviation.distance.value))"
      log(time, .route, text, plain: text, isGrave: true)
    case .backOnRoute: log(time, .route, "back on the route", plain: "back on the route")
    case .stop(let index):
      let name = progress.track.route.stops[index].name
      log(
        time, .route, name.isEmpty ? "at stop \(index + 1)" : "at stop \(index + 1): \(name)",
        plain: "at stop \(index + 1)")
    case .arrived:
      let name = progress.track.route.name
      log(time, .route, name.isEmpty ? "arrived" : "arrived: \(name)", plain: "arrived")
    }
  }

  private mutating func updateBoard(_ pose: TrackedPose) {
    nextBoard = pose.time + Self.boardStep
    let view = Viewpoint(pose, geoidSeparation: geoidSeparation, isStale: false)
    board.update(view)
    for placement in board.placements {
      if visits[placement.index].shownAt == nil { visits[placement.index].shownAt = pose.time }
      visits[placement.index].shown += Self.boardStep
    }
    if let place = pose.place {
      for index in visits.indices {
        let offset = place.smallOffset(to: visits[index].place.position)
        let distance = Length((offset.x * offset.x + offset.z * offset.z).squareRoot())
        if visits[index].nearest.map({ distance < $0 }) ?? true {
          visits[index].nearest = distance
          visits[index].nearestAt = pose.time
        }
      }
    }
    for event in board.proximity {
      let verb =
        switch event.kind {
        case .entered: "came near"
        case .at: "was at"
        case .left: "left"
        }
      log(event.time, .place, "\(verb) \(event.name)", plain: "\(verb) a place")
    }
  }
}
