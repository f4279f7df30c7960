public import Geodesy
import Geometry
public import Samples
import Text
public import Wire

/// A request for a route, which a client with a routing server answers.
public struct RouteRequest: Sendable {
  public struct Via: Sendable {
    public var position: Geodetic
    public var name: String

    public init(_ position: Geodetic, _ name: String = "") {
      self.position = position
      self.name = name
    }
  }

  public enum Reason: String, Sendable {
    case asked
    /// The wearer has left the route.
    case offRoute = "off-route"
  }

  public var reason: Reason
  public var start: Geodetic
  public var end: RouteDoor
  public var via: [Via]
  public var name: String
  public static let usualMode = "walking"
  /// The means of travel.
  public var mode: String
  /// The user whose route it will be.
  public var user: UInt32
  /// It takes the place of another user's route.
  public var replaces: Bool
  public internal(set) var number = 0
  /// A request without an answer until then is refused.
  var deadline: BootInstant?

  public init(
    _ reason: Reason, from start: Geodetic, to end: RouteDoor, via: [Via], name: String, mode: String, by user: UInt32,
    replaces: Bool
  ) {
    self.reason = reason
    self.start = start
    self.end = end
    self.via = via
    self.name = name
    self.mode = mode
    self.user = user
    self.replaces = replaces
  }

  func message(at time: BootInstant) -> SceneEventMessage {
    func position(_ place: Geodetic) -> JSONValue {
      ["latitude_deg": .number(place.latitude.value), "longitude_deg": .number(place.longitude.value)]
    }
    return SceneEventMessage(
      kind: "requests", code: "requested", time: time.nanoseconds,
      parameters: [
        "request": .integer(Int64(number)), "reason": .string(reason.rawValue), "name": .string(name),
        "mode": .string(mode), "from": position(start), "to": position(end.entrance ?? end.place),
        "via": .array(via.map { position($0.position) }),
      ], english: "a route\(name.isEmpty ? "" : " to \(name)") is requested")
  }
}

// The one request that waits for an answer, and the requests of the desk itself.
extension RouteDesk {
  /// Time without an answer after which a request is refused.
  static let patience = TimeSpan(60)
  /// Time off the route before a new one is requested: most wearers come back from the wrong side of a corner sooner.
  static let strayed = TimeSpan(10)
  /// Least time between two requests of the desk itself.
  static let pause = TimeSpan(30)

  /// Adds a request in place of the one that waits, and returns it with its number.
  @discardableResult
  public func add(_ request: RouteRequest, at time: BootInstant) -> RouteRequest {
    var request = request
    requests += 1
    request.number = requests
    request.deadline = time + Self.patience
    waiting = request
    return request
  }

  /// Returns the waiting request of this number.
  public func request(_ number: Int) throws(CallError) -> RouteRequest {
    guard let waiting, waiting.number == number else { throw CallError.noSuchRequest(request: number) }
    return waiting
  }

  /// Ends the waiting request; returns it if it has this number.
  @discardableResult
  public func end(request number: Int) -> RouteRequest? {
    guard let request = waiting, request.number == number else { return nil }
    waiting = nil
    return request
  }

  /// Ends a request whose time is over, and returns it.
  func expire(at time: BootInstant) -> RouteRequest? {
    guard let request = waiting, let deadline = request.deadline, deadline <= time else { return nil }
    waiting = nil
    return request
  }

  /// Returns a request for a new route after the wearer has been off the route for a while; its destination and the stops that
  /// are still ahead stay.
  func reroute(from place: Geodetic, at time: BootInstant) -> RouteRequest? {
    guard let route, route.status == .offRoute, let owner else {
      strayedSince = nil
      return nil
    }
    let since = strayedSince ?? time
    strayedSince = since
    guard time - since >= Self.strayed, waiting == nil, reroutedAt.map({ time - $0 >= Self.pause }) ?? true else {
      return nil
    }
    reroutedAt = time
    let track = route.track, ahead = route.nextStop..<max(route.nextStop, track.route.stops.count)
    return add(
      RouteRequest(
        .offRoute, from: place, to: door ?? RouteDoor(track.place(at: track.length)),
        via: ahead.map { RouteRequest.Via(track.stop($0).place, track.route.stops[$0].name) }, name: track.route.name,
        mode: mode ?? RouteRequest.usualMode, by: owner, replaces: false), at: time)
  }
}
