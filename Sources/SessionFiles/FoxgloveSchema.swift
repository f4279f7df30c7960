/// The schemas of the messages in JSON, as JSON Schema. Names, fields and units of those that begin with `foxglove.` are Foxglove's
/// own (docs.foxglove.dev, message schemas), so its panels draw them; those of `gnomon.` are for its plots and tables.
struct FoxgloveSchema {
  var name: String
  var text: String

  private static let time =
    #"{"type":"object","title":"time","properties":{"sec":{"type":"integer","minimum":0},"nsec":{"type":"integer","minimum":0,"maximum":999999999}}}"#
  private static let number = #"{"type":"number"}"#
  private static let text = #"{"type":"string"}"#
  private static let vector =
    #"{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"}}}"#
  private static let quaternion =
    #"{"type":"object","properties":{"x":{"type":"number"},"y":{"type":"number"},"z":{"type":"number"},"w":{"type":"number"}}}"#
  private static let covariance = #"{"type":"array","items":{"type":"number"},"minItems":9,"maxItems":9}"#

  private init(_ name: String, _ properties: [(name: String, schema: String)]) {
    self.name = name
    let members = properties.map { "\"\($0.name)\":\($0.schema)" }.joined(separator: ",")
    text = #"{"title":"\#(name)","type":"object","properties":{\#(members)}}"#
  }

  static let transform = FoxgloveSchema(
    "foxglove.FrameTransform",
    [
      ("timestamp", time), ("parent_frame_id", text), ("child_frame_id", text), ("translation", vector),
      ("rotation", quaternion),
    ])
  static let pose = FoxgloveSchema(
    "foxglove.PoseInFrame",
    [
      ("timestamp", time), ("frame_id", text),
      ("pose", #"{"type":"object","properties":{"position":\#(vector),"orientation":\#(quaternion)}}"#),
    ])
  static let place = FoxgloveSchema(
    "foxglove.LocationFix",
    [
      ("timestamp", time), ("frame_id", text), ("latitude", number), ("longitude", number), ("altitude", number),
      ("position_covariance", covariance), ("position_covariance_type", #"{"type":"integer"}"#),
    ])
  static let log = FoxgloveSchema(
    "foxglove.Log",
    [
      ("timestamp", time), ("level", #"{"type":"integer"}"#), ("message", text), ("name", text), ("file", text),
      ("line", #"{"type":"integer"}"#),
    ])
  static let vectorSample = FoxgloveSchema(
    "gnomon.Vector3", [("timestamp", time), ("frame_id", text), ("x", number), ("y", number), ("z", number)])
  static let scalar = FoxgloveSchema("gnomon.Scalar", [("timestamp", time), ("value", number)])
  static let state = FoxgloveSchema(
    "gnomon.State",
    [
      ("timestamp", time), ("scene", #"{"type":"integer"}"#), ("tracking", text), ("localization", text),
      ("heading_deg", number), ("heading_sigma_deg", number), ("yaw_deg", number), ("speed_m_s", number),
      ("horizontal_accuracy_m", number), ("vertical_accuracy_m", number), ("east_m", number), ("north_m", number),
      ("up_m", number),
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
