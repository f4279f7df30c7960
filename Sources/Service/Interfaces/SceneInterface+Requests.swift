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
    var mode: String
    var replaces: Bool
  }

  static func routeToRequest(_ given: RequestRouteCall) throws(MessageFault) -> RouteToRequest {
    RouteToRequest(
      end: try thing(given.layer, given.id, given.latitude, given.longitude), name: given.name ?? "",
      via: (given.via ?? []).map { RouteRequest.Via(Geodetic(latitude: $0.latitude, longitude: $0.longitude)) },
      mode: given.mode ?? RouteRequest.usualMode, replaces: given.replace == true)
  }

  func requestRoute(_ given: RouteToRequest, _ call: Call) throws(CallError) -> Server.Answer {
    switch given.end {
    case .point(let point):
      try refuseExchanged(point)
      return try request(given, to: RouteDoor(point), named: given.name, call)
    case .place(let key):
      return daemon.answer(call, after: scene.places.place(key, from: viewpoint)) { [self] (place) throws(CallError) in
        try request(
          given, to: RouteDoor(place.position, entrance: place.entrance),
          named: given.name.isEmpty ? place.name : given.name, call)
      }
    }
  }

  private func request(
    _ given: RouteToRequest, to end: RouteDoor, named name: String, _ call: Call
  ) throws(CallError) -> Server.Answer {
    let user = call.connection.user
    try scene.route.require(of: user, replaces: given.replaces)
    guard scenePublisher.hasRouter else {
      throw CallError.noRouter(
        english: "no client answers requests for routes; start one: gnomon route follow --router URL")
    }
    guard let here = engine.latest?.place else { throw CallError.notPlaced(reason: "waiting-for-fix") }
    let request = RouteRequest(
      .asked, from: here, to: end, via: given.via, name: name, mode: given.mode, by: user, replaces: given.replaces)
    return .reply(RequestRouteReply(request: scenePublisher.request(request, at: sessionTime).number))
  }

  func refuseRoute(_ given: RefuseRouteCall, _ call: Call) throws(CallError) -> Server.Answer {
    scenePublisher.refuse(try scene.route.request(given.request), given.english, at: sessionTime)
    return .done
  }
}
