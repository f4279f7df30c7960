import Text
public import Wire

/// A message of a scene subscription: a complete frame with all requested parts, or an event.
public struct SceneUpdate: Sendable {
  public var frame: SceneFrameMessage?
  public var event: SceneEventMessage?
  /// Number of events lost before this one.
  public var dropped: Int
}

// Subscriptions and calls that are more than one request and its answer.
extension SceneCalls {
  /// Runs until `each` returns false; then the connection cannot be used any more. The daemon sends only changes, but `each` gets
  /// complete frames.
  public func watch(_ wanted: SceneCall, each: (SceneUpdate) throws(ClientFault) -> Bool) throws(ClientFault) {
    var view = SceneView()
    try client.stream(SceneMethod.subscribe, wanted, pause: nil) { (reply: SceneReply) throws(ClientFault) in
      var update = SceneUpdate(event: reply.event, dropped: reply.dropped)
      if let change = reply.frame {
        view.apply(change)
        update.frame = try understood { () throws(MessageFault) in try SceneFrameMessage(json: view.frame) }
      }
      return try each(update)
    }
  }

  /// Adds places to a layer; the daemon reads each by itself, and its answer names the refused ones.
  @discardableResult
  public func addPlaces(places: [PlaceMessage], layer: String? = nil) throws(ClientFault) -> AddPlacesReply {
    try addPlaces(places: places.map(\.json), layer: layer)
  }

  /// Sends places to add without waiting for the answer, so that the next ones can be prepared while the daemon writes these.
  /// `placesAdded` has to be called once for each, before any other call.
  public func sendPlaces(_ places: [PlaceMessage], layer: String? = nil) throws(ClientFault) {
    try client.send(SceneMethod.addPlaces, AddPlacesCall(places: places.map(\.json), layer: layer))
  }

  /// Returns the answer to `sendPlaces`.
  public func placesAdded() throws(ClientFault) -> AddPlacesReply {
    let answer = try client.reply().parameters
    return try understood { () throws(MessageFault) in try AddPlacesReply(json: answer) }
  }
}
