public import Geodesy
public import Geometry
public import Text
public import Wire

/// The content of a scene subscription, or of one frame.
public struct SceneRequest: Sendable {
  public var parts: SceneParts
  public var viewport: ViewportMessage?
  /// Frames per second; nil for 10.
  public var rate: Double?
  /// The place for the `hint` part; nil for the route: its next point, or its destination.
  public var target: PlacementMessage.Name?
  public var pointsToDestination = false
  public var radarRange: Length?

  public init(_ parts: SceneParts) { self.parts = parts }

  fileprivate var members: [JSONMember] {
    var members = [JSONMember("include", .array(parts.names.map { .string($0) }))]
    if let viewport { members.append(JSONMember("viewport", viewport.json)) }
    if let target {
      members.append(JSONMember("target", ["layer": .string(target.layer), "id": .string(target.id)]))
    } else if pointsToDestination {
      members.append(JSONMember("target", ["route": "destination"]))
    }
    if let radarRange { members.append(JSONMember("radar_range", .number(radarRange.value))) }
    return members
  }
}

/// A message of a scene subscription: a complete frame with all requested parts, or an event.
public struct SceneUpdate: Sendable {
  public var frame: SceneFrameMessage?
  public var event: SceneEventMessage?
  /// Number of events lost before this one.
  public var dropped: Int
}

/// The position of a new anchor.
public enum AnchorPlace: Sendable {
  /// At the height of the eyes if no kind is given, else at a height of that kind: `ground`, `ellipsoid`, `sea-level`.
  case geographic(Geodetic, heightKind: String? = nil)
  /// A point of the current scene.
  case scene(Displacement<Scene>)
  /// A point relative to the wearer's head.
  case head(Displacement<Body>)

  fileprivate var member: JSONMember {
    func vector<F: Frame>(_ v: Displacement<F>) -> JSONValue {
      ["x": .number(v.x), "y": .number(v.y), "z": .number(v.z)]
    }
    switch self {
    case .geographic(let place, let kind):
      var members = [
        JSONMember("latitude_deg", .number(place.latitude.value)),
        JSONMember("longitude_deg", .number(place.longitude.value)),
      ]
      if let kind {
        members += [JSONMember("height_kind", .string(kind)), JSONMember("height", .number(place.height.value))]
      }
      return JSONMember("geographic", .object(members))
    case .scene(let point): return JSONMember("scene", vector(point))
    case .head(let point): return JSONMember("head", vector(point))
    }
  }
}

/// The orientation of an anchor's content.
public enum AnchorFacing: Sendable {
  /// The true azimuth in which its nose, −z, points.
  case heading(Angle)
  /// Its readable side, +z, toward the wearer.
  case wearer
}

/// The line of sight for `pick`.
public enum SceneGaze: Sendable {
  case straightAhead
  case through(ViewportMessage, x: Double, y: Double)
  /// A line of sight from an origin; the default is the wearer's eyes.
  case along(Direction<Scene>, from: Displacement<Scene>? = nil)
}

// Frames, events and anchors of org.gnomon.Scene, typed.
extension Client {
  /// Runs until `each` returns false; then the connection cannot be used any more. The daemon sends only changes, but `each` gets
  /// complete frames.
  public func subscribe(
    to request: SceneRequest, each: (SceneUpdate) throws(ClientFault) -> Bool
  ) throws(ClientFault) {
    var view = SceneView()
    let rate = request.rate.map { [JSONMember("rate_hz", .number($0))] } ?? []
    try stream("org.gnomon.Scene.Subscribe", .object(request.members + rate)) { (json) throws(ClientFault) in
      try each(
        understood { () throws(MessageFault) in
          let reply = try SceneReply(json: json)
          var frame: SceneFrameMessage?
          if let change = reply.frame {
            view.apply(change)
            frame = try SceneFrameMessage(json: view.frame)
          }
          return SceneUpdate(frame: frame, event: reply.event, dropped: reply.dropped)
        })
    }
  }

  /// Returns one frame with all requested parts.
  public func frame(_ request: SceneRequest) throws(ClientFault) -> SceneFrameMessage {
    let answer = try call("org.gnomon.Scene.GetFrame", .object(request.members))
    return try understood { () throws(MessageFault) in try SceneFrameMessage(json: answer["frame"] ?? .null) }
  }

  /// Returns the place whose label lies under the line of sight; nil if there is none.
  public func pick(_ gaze: SceneGaze = .straightAhead) throws(ClientFault) -> PlacementMessage? {
    var parameters: [JSONMember] = []
    switch gaze {
    case .straightAhead: break
    case .through(let viewport, let x, let y):
      parameters = [
        JSONMember("viewport", viewport.json), JSONMember("x_px", .number(x)), JSONMember("y_px", .number(y)),
      ]
    case .along(let direction, let origin):
      parameters = [
        JSONMember(
          "direction", ["x": .number(direction.x), "y": .number(direction.y), "z": .number(direction.z)])
      ]
      if let origin {
        parameters.append(
          JSONMember("origin", ["x": .number(origin.x), "y": .number(origin.y), "z": .number(origin.z)]))
      }
    }
    let answer = try call("org.gnomon.Scene.Pick", .object(parameters))
    guard let value = answer["placement"], !value.isNull else { return nil }
    return try understood { () throws(MessageFault) in try PlacementMessage(json: value) }
  }

  /// Adds an anchor, or replaces the one with the same id. Returns its owner's name and the end of its lease in nanoseconds of
  /// CLOCK_BOOTTIME. Without a lease the anchor ends with this connection.
  @discardableResult
  public func addAnchor(
    _ id: String, at place: AnchorPlace, payload: JSONValue? = nil, lease: TimeSpan? = nil, tags: [String] = [],
    facing: AnchorFacing? = nil
  ) throws(ClientFault) -> (owner: String, expires: Int64?) {
    var parameters = [JSONMember("id", .string(id)), place.member]
    if let payload { parameters.append(JSONMember("payload", payload)) }
    if let lease { parameters.append(JSONMember("lease_s", .number(lease.value))) }
    if !tags.isEmpty { parameters.append(JSONMember("tags", .array(tags.map { .string($0) }))) }
    switch facing {
    case .heading(let heading): parameters.append(JSONMember("heading_deg", .number(heading.degrees)))
    case .wearer: parameters.append(JSONMember("faces_wearer", true))
    case nil: break
    }
    let answer = try call("org.gnomon.Scene.AddAnchor", .object(parameters))
    return (answer["owner"]?.string ?? "", answer["expires_boot_ns"]?.integer)
  }

  /// Renews an anchor's lease and returns its end in nanoseconds of CLOCK_BOOTTIME.
  @discardableResult
  public func renewAnchor(_ id: String, lease: TimeSpan) throws(ClientFault) -> Int64 {
    try call("org.gnomon.Scene.RenewAnchor", ["id": .string(id), "lease_s": .number(lease.value)])["expires_boot_ns"]?
      .integer ?? 0
  }

  /// Removes an anchor; administrators may name another owner.
  public func removeAnchor(_ id: String, of owner: String? = nil) throws(ClientFault) {
    try call("org.gnomon.Scene.RemoveAnchor", .object([JSONMember("id", .string(id))] + member("owner", owner)))
  }
}
