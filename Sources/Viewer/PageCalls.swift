import Text
import WebPages
import Wire

/// The part of the daemon that a page can reach: its subscriptions, and the calls behind its buttons.
enum PageCalls {
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
  static func call(_ json: JSONValue, ofReplay: Bool) throws(PageRefusal) -> Request {
    guard let method = json["method"]?.string, let members = methods[method],
      !(ofReplay && method.hasSuffix("Recording"))
    else {
      throw PageRefusal(403, "the page may not call this method")
    }
    let parameters = members.compactMap { name in json["parameters"]?[name].map { JSONMember(name, $0) } }
    return Request(method: method, parameters: .object(parameters))
  }

  /// The subscriptions of a page; each needs its own connection, because a stream occupies one.
  static func subscriptions(_ stream: PageStream) -> [(event: String, request: Request)] {
    func subscription(_ method: String, _ parameters: JSONValue) -> Request {
      var request = Request(method: method, parameters: parameters)
      request.more = true
      return request
    }
    return [
      (
        "pose",
        subscription(
          TrackingMethod.subscribe.name,
          ["streams": ["pose", "alignment"], "rate_hz": .number(max(60, 2 * stream.rate))])
      ),
      (
        "news",
        subscription(
          TrackingMethod.subscribe.name,
          ["streams": ["state", "correction", "guidance", "sensors", "aids"], "rate_hz": 5])
      ),
      (
        "scene",
        subscription(
          SceneMethod.subscribe.name,
          [
            "include": [
              "placements", "clusters", "billboards", "arrows", "line", "markers", "anchors", "radar", "hint", "finish",
              "progress", "light",
              "announcements", "proximity", "route",
            ],
            "viewport": [
              "width_px": .number(stream.width), "height_px": .number(stream.height),
              "field_of_view_deg": .number(stream.fieldOfView),
            ],
            "rate_hz": .number(stream.rate), "everything": true,
            // Labels as large as signs up to 60 m, and smaller beyond.
            "style": ["scaling": [["scheme": "linear-buffer", "buffer": 60, "threshold": 2000]]],
          ])
      ),
    ]
  }
}
