import Geodesy
import Geometry
import ScenePublishing
import Scenery
import SocketServer
import Storage
import Text
import Wire

// Requests for routes, which clients with a routing server answer.
extension SceneInterface {
  /// The parameters of RequestRoute.
  struct RouteToRequest {
    var end: Thing
    var name: String
    var via: [RouteRequest.Via]
    var replaces: Bool
  }

  /// As many as the planners with the lowest limit allow.
  private static let mostStops = 23
  private static let stopsMeaning = "an array of at most \(mostStops) of latitude_deg and longitude_deg"

  static func routeToRequest(_ parameters: CallParameters) throws(CallError) -> RouteToRequest {
    let end = try thing(parameters)
    var via: [RouteRequest.Via] = []
    if let given = parameters["via"], !given.isNull {
      guard let stops = given.array, stops.count <= mostStops else { throw parameters.invalid("via", stopsMeaning) }
      for stop in stops {
        guard let latitude = stop["latitude_deg"]?.double, let longitude = stop["longitude_deg"]?.double,
          latitude.magnitude <= 90, longitude.magnitude <= 360
        else { throw parameters.invalid("via", stopsMeaning) }
        via.append(RouteRequest.Via(Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))))
      }
    }
    return RouteToRequest(
      end: end, name: try parameters.textIfAny("name") ?? "", via: via, replaces: try parameters.flag("replace"))
  }

  func requestRoute(_ given: RouteToRequest, _ call: Call) throws(CallError) -> Server.Answer {
    switch given.end {
    case .point(let point): return try request(given, to: point, named: given.name, call)
    case .place(let key):
      return daemon.answer(call, after: scene.places.place(key, from: viewpoint)) { [self] (place) throws(CallError) in
        try request(given, to: place.position, named: given.name.isEmpty ? place.name : given.name, call)
      }
    }
  }

  private func request(
    _ given: RouteToRequest, to end: Geodetic, named name: String, _ call: Call
  ) throws(CallError) -> Server.Answer {
    let user = call.connection.user
    try scene.route.require(of: user, replaces: given.replaces)
    guard scenePublisher.hasRouter else {
      throw CallError.noRouter(
        english: "no client answers requests for routes; start one: gnomon route follow --router URL")
    }
    guard let here = engine.latest?.place else { throw CallError.notPlaced(reason: "waiting-for-fix") }
    let request = RouteRequest(
      .asked, from: here, to: end, via: given.via, name: name, by: user, replaces: given.replaces)
    return .reply(RequestRouteReply(request: scenePublisher.request(request, at: sessionTime).number))
  }

  static func requestToRefuse(_ parameters: CallParameters) throws(CallError) -> RefuseRouteCall {
    guard let number = try parameters.countIfAny("request", in: 1...Int(Int32.max)) else {
      throw parameters.invalid("request", "the number of a request")
    }
    return RefuseRouteCall(request: number, english: try parameters.text("english", longest: Limits.name))
  }

  func refuseRoute(_ given: RefuseRouteCall, _ call: Call) throws(CallError) -> Server.Answer {
    scenePublisher.refuse(try scene.route.request(given.request), given.english, at: sessionTime)
    return .done
  }
}
