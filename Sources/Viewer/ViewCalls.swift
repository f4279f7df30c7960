import BrowserServer
import Text
import WebPages
import Wire

/// The part of the daemon that a page can reach: its subscriptions, and the calls behind its buttons.
enum ViewCalls {
  /// The permitted methods, each with the members that are passed on; others are left out.
  private static let methods: [String: [String]] = [
    TrackingMethod.getStatus.name: [],
    TrackingMethod.getPose.name: ["time_boot_ns", "covariance"],
    TrackingMethod.getAlignment.name: [],
    TrackingMethod.resetScene.name: [],
    TrackingMethod.nudgeHeading.name: ["degrees"],
    TrackingMethod.releaseHeading.name: [],
    ControlMethod.getInfo.name: [],
    ControlMethod.startRecording.name: [],
    ControlMethod.stopRecording.name: [],
    SceneMethod.getRoute.name: ["points"],
    SceneMethod.pick.name: ["viewport", "x_px", "y_px"],
  ]

  /// A call from `{"method":…,"parameters":{…}}`, the form of the socket.
  static func call(_ json: JSONValue, ofReplay: Bool) throws(BrowserRefusal) -> Request {
    guard let method = json["method"]?.string, let members = methods[method],
      !(ofReplay && method.hasSuffix("Recording"))
    else {
      throw BrowserRefusal(.method, 403, "the page may not call this method")
    }
    let parameters = members.compactMap { name in json["parameters"]?[name].map { JSONMember(name, $0) } }
    return Request(method: method, parameters: .object(parameters))
  }

  /// The streams of a page, for the viewport of its request.
  static func streams(_ request: PageRequest, rate: Double) throws(BrowserRefusal) -> [BrowserCall] {
    let width = try request.value("width", in: 64...8192).rounded(),
      height = try request.value("height", in: 64...8192).rounded()
    let fieldOfView = try request.value("field_of_view", in: 10...150)
    func call(_ event: String, _ method: String, _ parameters: JSONValue) -> BrowserCall {
      var request = Request(method: method, parameters: parameters)
      request.more = true
      return BrowserCall(request, event: event)
    }
    return [
      call(
        "pose", TrackingMethod.subscribe.name,
        ["streams": ["pose", "alignment"], "rate_hz": .number(max(60, 2 * rate))]),
      call(
        "news", TrackingMethod.subscribe.name,
        ["streams": ["state", "correction", "guidance", "sensors", "aids"], "rate_hz": 5]),
      call(
        "scene", SceneMethod.subscribe.name,
        [
          "include": [
            "placements", "clusters", "billboards", "arrows", "line", "markers", "anchors", "radar", "hint", "finish",
            "progress", "light",
            "announcements", "proximity", "route",
          ],
          "viewport": [
            "width_px": .number(width), "height_px": .number(height),
            "field_of_view_deg": .number(fieldOfView),
          ],
          "rate_hz": .number(rate), "everything": true,
          // Labels as large as signs up to 60 m, and smaller beyond.
          "style": ["scaling": [["scheme": "linear-buffer", "buffer": 60, "threshold": 2000]]],
        ]),
    ]
  }
}
