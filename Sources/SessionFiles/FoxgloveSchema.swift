/// The schemas of the messages in JSON, as JSON Schema. Names, fields and units of those that begin with `foxglove.` are Foxglove's
/// own (docs.foxglove.dev, message schemas), so its panels draw them; those of `gnomon.` are for its plots and tables.
public struct FoxgloveSchema: Sendable {
  public var name: String
  public var text: String

  private static let time =
    #"{"type":"object","title":"time","properties":{"sec":{"type":"integer","minimum":0},"nsec":{"type":"integer","minimum":0,"maximum":999999999}}}"#
  private static let number = #"{"type":"number"}"#
  private static let integer = #"{"type":"integer"}"#
  private static let flag = #"{"type":"boolean"}"#
  private static let text = #"{"type":"string"}"#
  private static let vector =
    #"{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"}}}"#
  private static let quaternion =
    #"{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"},"w":{"type":"number"}}}"#
  private static let poseOnly = object([("position", vector), ("orientation", quaternion)])
  private static let color = object([("r", number), ("g", number), ("b", number), ("a", number)])
  private static let covariance = #"{"type":"array","items":{"type":"number"},"minItems":9,"maxItems":9}"#

  private init(_ name: String, _ properties: [(name: String, schema: String)]) {
    self.name = name
    text = Self.object(properties, title: name)
  }

  private static func object(_ properties: [(name: String, schema: String)], title: String? = nil) -> String {
    let members = properties.map { "\"\($0.name)\":\($0.schema)" }.joined(separator: ",")
    return (title.map { #"{"title":"\#($0)","# } ?? "{") + #""type":"object","properties":{\#(members)}}"#
  }
  private static func list(of items: String) -> String { #"{"type":"array","items":\#(items)}"# }

  public static let transform = FoxgloveSchema(
    "foxglove.FrameTransform",
    [
      ("timestamp", time), ("parent_frame_id", text), ("child_frame_id", text), ("translation", vector),
      ("rotation", quaternion),
    ])
  public static let pose = FoxgloveSchema(
    "foxglove.PoseInFrame",
    [
      ("timestamp", time), ("frame_id", text),
      ("pose", poseOnly),
    ])
  public static let place = FoxgloveSchema(
    "foxglove.LocationFix",
    [
      ("timestamp", time), ("frame_id", text), ("latitude", number), ("longitude", number), ("altitude", number),
      ("position_covariance", covariance), ("position_covariance_type", integer),
    ])
  public static let log = FoxgloveSchema(
    "foxglove.Log",
    [
      ("timestamp", time), ("level", integer), ("message", text), ("name", text), ("file", text),
      ("line", integer),
    ])
  static let vectorSample = FoxgloveSchema(
    "gnomon.Vector3", [("timestamp", time), ("frame_id", text), ("x", number), ("y", number), ("z", number)])
  static let scalar = FoxgloveSchema("gnomon.Scalar", [("timestamp", time), ("value", number)])
  public static let state = FoxgloveSchema(
    "gnomon.State",
    [
      ("timestamp", time), ("scene", integer), ("tracking", text), ("localization", text),
      ("heading_deg", number), ("heading_sigma_deg", number), ("yaw_deg", number), ("speed_m_s", number),
      ("horizontal_accuracy_m", number), ("vertical_accuracy_m", number), ("east_m", number), ("north_m", number),
      ("up_m", number),
    ])
  public static let rates = FoxgloveSchema(
    "gnomon.Rates",
    [
      ("timestamp", time), ("accelerometer_hz", number), ("gyroscope_hz", number), ("magnetometer_hz", number),
      ("barometer_hz", number), ("temperature_hz", number), ("gnss_hz", number), ("odometry_hz", number),
      ("refused", integer),
    ])
  public static let scene = FoxgloveSchema(
    "foxglove.SceneUpdate",
    [
      ("deletions", list(of: object([("timestamp", time), ("type", integer), ("id", text)]))),
      (
        "entities",
        list(
          of: object([
            ("timestamp", time), ("frame_id", text), ("id", text),
            ("lifetime", object([("sec", integer), ("nsec", integer)], title: "duration")), ("frame_locked", flag),
            ("metadata", list(of: object([("key", text), ("value", text)]))),
            (
              "arrows",
              list(
                of: object([
                  ("pose", poseOnly), ("shaft_length", number), ("shaft_diameter", number), ("head_length", number),
                  ("head_diameter", number), ("color", color),
                ]))
            ),
            ("cubes", list(of: object([("pose", poseOnly), ("size", vector), ("color", color)]))),
            ("spheres", list(of: object([("pose", poseOnly), ("size", vector), ("color", color)]))),
            ("cylinders", list(of: object([("pose", poseOnly), ("size", vector), ("color", color)]))),
            (
              "lines",
              list(
                of: object([
                  ("type", integer), ("pose", poseOnly), ("thickness", number), ("scale_invariant", flag),
                  ("points", list(of: vector)), ("color", color), ("colors", list(of: color)),
                  ("indices", list(of: integer)),
                ]))
            ),
            ("triangles", list(of: object([("pose", poseOnly), ("points", list(of: vector))]))),
            (
              "texts",
              list(
                of: object([
                  ("pose", poseOnly), ("billboard", flag), ("font_size", number), ("scale_invariant", flag),
                  ("color", color), ("text", text),
                ]))
            ),
            ("models", list(of: object([("pose", poseOnly), ("url", text)]))),
          ]))
      ),
    ])
}

extension SessionTopic {
  var schema: FoxgloveSchema {
    switch self {
    case .transforms: .transform
    case .pose, .odometry, .global: .pose
    case .place, .fix, .truth: .place
    case .corrections: .log
    case .imu, .accelerometer, .gyroscope, .magnetometer, .fixVelocity: .vectorSample
    case .barometer, .temperature: .scalar
    case .state: .state
    }
  }

  /// The unit of the numbers, for the channels of `gnomon.` schemas.
  var unit: String {
    switch self {
    case .accelerometer: "m/s2"
    case .gyroscope: "rad/s"
    case .magnetometer: "T"
    case .barometer: "Pa"
    case .temperature: "degC"
    case .fixVelocity: "m/s, to the east, north, up"
    default: "SI, degrees"
    }
  }
}
