public import Samples
import Text
import Wire

// Requests for routes, as events for the clients that answer them.
extension ScenePublisher {
  /// Whether a client answers requests for routes.
  public var hasRouter: Bool { groups.contains { $0.selection.parts.contains(.requests) && !$0.members.isEmpty } }

  /// Publishes a request for a route to the clients that answer them. A request that it replaces is refused.
  public func request(_ request: RouteRequest, at time: BootInstant) -> RouteRequest {
    if let old = scene.route.waiting { refuse(old, "a newer request has taken its place", at: time) }
    let added = scene.route.add(request, at: time)
    publish(added.message(at: time), .requests)
    return added
  }

  public func refuse(_ request: RouteRequest, _ english: String, at time: BootInstant) {
    scene.route.end(request: request.number)
    let parameters: JSONValue = [
      "request": .integer(Int64(request.number)), "reason": .string(request.reason.rawValue),
      "name": .string(request.name),
    ]
    publish(
      SceneEventMessage(
        kind: "route", code: "refused", time: time.nanoseconds, parameters: parameters,
        english: "no route\(request.name.isEmpty ? "" : " to \(request.name)"): \(english)"), .route)
  }

  /// Refuses a request without an answer.
  public func tendRequests(at time: BootInstant) {
    guard let request = scene.route.expire(at: time) else { return }
    refuse(request, "no client has answered in \(Int(RouteDesk.patience.value)) s", at: time)
  }
}
