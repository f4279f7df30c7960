import BrowserServer
import Text
import WebPages
import Wire

/// The addresses of server-sent events, and the subscriptions behind each.
enum BridgeStreams {
  private static let tracking: [String: [JSONValue]] = [
    "/poses": ["pose"], "/geoposes": ["geopose"], "/alignments": ["alignment"], "/sensors": ["sensors"],
    "/aids": ["aids"], "/events": ["state", "correction", "guidance"],
  ]
  static let paths = (tracking.keys + ["/frames"]).sorted()

  /// The calls of an address with its query; nil if there is no such address. Events of the scene come without its frames.
  static func calls(_ request: PageRequest) throws(BrowserRefusal) -> [BrowserCall]? {
    if request.path == "/frames" {
      try check(request, ["rate", "include", "width", "height", "field_of_view"])
      return [BrowserCall(try frames(request))]
    }
    guard let streams = tracking[request.path] else { return nil }
    let isEvents = request.path == "/events"
    try check(request, isEvents ? [] : ["rate"])
    var parameters = [JSONMember("streams", .array(streams))]
    if !isEvents {
      parameters.append(JSONMember("rate_hz", .number(try number(request, "rate", in: 0.1...1000) ?? 30)))
    }
    let own = BrowserCall(subscription(TrackingMethod.subscribe.name, .object(parameters)))
    guard isEvents else { return [own] }
    // A subscription always has frames: as few as possible.
    let scene: JSONValue = ["include": ["announcements", "proximity", "statuses", "route"], "rate_hz": 1]
    return [own, BrowserCall(subscription(SceneMethod.subscribe.name, scene), hasFrames: false)]
  }

  private static func frames(_ request: PageRequest) throws(BrowserRefusal) -> Request {
    let include = (request.query["include"] ?? "placements,arrows,progress").split(separator: ",")
    var parameters = [
      JSONMember("include", .array(include.map { .string(String($0)) })),
      JSONMember("rate_hz", .number(try number(request, "rate", in: 0.1...120) ?? 10)), JSONMember("everything", true),
    ]
    let width = try number(request, "width", in: 64...8192), height = try number(request, "height", in: 64...8192)
    let field = try number(request, "field_of_view", in: 10...150)
    if let width, let height, let field {
      parameters.append(
        JSONMember(
          "viewport",
          [
            "width_px": .number(width.rounded()), "height_px": .number(height.rounded()),
            "field_of_view_deg": .number(field),
          ]))
    } else if width != nil || height != nil || field != nil {
      throw BrowserRefusal(.request, 400, "a viewport needs width, height and field_of_view together")
    }
    return subscription(SceneMethod.subscribe.name, .object(parameters))
  }

  private static func subscription(_ method: String, _ parameters: JSONValue) -> Request {
    var request = Request(method: method, parameters: parameters)
    request.more = true
    return request
  }

  private static func number(
    _ request: PageRequest, _ name: String, in range: ClosedRange<Double>
  ) throws(BrowserRefusal) -> Double? {
    request.query[name] == nil ? nil : try request.value(name, in: range)
  }

  private static func check(_ request: PageRequest, _ names: [String]) throws(BrowserRefusal) {
    if let other = request.query.keys.sorted().first(where: { $0 != "token" && !names.contains($0) }) {
      throw BrowserRefusal(
        .request, 400,
        "\(request.path) has no parameter \(other); it has: \((names + ["token"]).joined(separator: ", "))")
    }
  }
}
