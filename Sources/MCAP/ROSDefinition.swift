/// The types of ROS 2's messages that are written, with their definitions for the schemas of a file.
///
/// A definition has the fields of the package's own `.msg` file (ros2/common_interfaces, ros2/geometry2, ros2/rcl_interfaces) in
/// their order, without its comments; those of the types within it follow after a line of 80 equals signs and a line `MSG: type`,
/// as the encoding `ros2msg` of MCAP's registry of encodings prescribes.
public enum ROSDefinition: String, CaseIterable, Sendable {
  case imu = "sensor_msgs/msg/Imu"
  case fix = "sensor_msgs/msg/NavSatFix"
  case field = "sensor_msgs/msg/MagneticField"
  case pressure = "sensor_msgs/msg/FluidPressure"
  case temperature = "sensor_msgs/msg/Temperature"
  case velocity = "geometry_msgs/msg/TwistWithCovarianceStamped"
  case pose = "geometry_msgs/msg/PoseStamped"
  case odometry = "nav_msgs/msg/Odometry"
  case transforms = "tf2_msgs/msg/TFMessage"
  case log = "rcl_interfaces/msg/Log"

  /// The text of the schema.
  public var text: String {
    let (own, inner) = parts
    return inner.reduce(own) { text, name in
      "\(text)\n\(String(repeating: "=", count: 80))\nMSG: \(name)\n\(Self.inner[name] ?? "")"
    }
  }

  private var parts: (own: String, inner: [String]) {
    let header = ["std_msgs/Header", "builtin_interfaces/Time"]
    let vector = "geometry_msgs/Vector3", quaternion = "geometry_msgs/Quaternion"
    let pose = ["geometry_msgs/Pose", "geometry_msgs/Point", quaternion]
    let twist = ["geometry_msgs/TwistWithCovariance", "geometry_msgs/Twist", vector]
    switch self {
    case .imu:
      let own = """
        std_msgs/Header header
        geometry_msgs/Quaternion orientation
        float64[9] orientation_covariance
        geometry_msgs/Vector3 angular_velocity
        float64[9] angular_velocity_covariance
        geometry_msgs/Vector3 linear_acceleration
        float64[9] linear_acceleration_covariance
        """
      return (own, header + [quaternion, vector])
    case .fix:
      let own = """
        uint8 COVARIANCE_TYPE_UNKNOWN=0
        uint8 COVARIANCE_TYPE_APPROXIMATED=1
        uint8 COVARIANCE_TYPE_DIAGONAL_KNOWN=2
        uint8 COVARIANCE_TYPE_KNOWN=3
        std_msgs/Header header
        sensor_msgs/NavSatStatus status
        float64 latitude
        float64 longitude
        float64 altitude
        float64[9] position_covariance
        uint8 position_covariance_type
        """
      return (own, header + ["sensor_msgs/NavSatStatus"])
    case .field:
      let own = """
        std_msgs/Header header
        geometry_msgs/Vector3 magnetic_field
        float64[9] magnetic_field_covariance
        """
      return (own, header + [vector])
    case .pressure: return ("std_msgs/Header header\nfloat64 fluid_pressure\nfloat64 variance", header)
    case .temperature: return ("std_msgs/Header header\nfloat64 temperature\nfloat64 variance", header)
    case .velocity: return ("std_msgs/Header header\ngeometry_msgs/TwistWithCovariance twist", header + twist)
    case .pose: return ("std_msgs/Header header\ngeometry_msgs/Pose pose", header + pose)
    case .odometry:
      let own = """
        std_msgs/Header header
        string child_frame_id
        geometry_msgs/PoseWithCovariance pose
        geometry_msgs/TwistWithCovariance twist
        """
      return (own, header + ["geometry_msgs/PoseWithCovariance"] + pose + twist)
    case .transforms:
      return (
        "geometry_msgs/TransformStamped[] transforms",
        ["geometry_msgs/TransformStamped"] + header + ["geometry_msgs/Transform", vector, quaternion]
      )
    case .log:
      let own = """
        byte DEBUG=10
        byte INFO=20
        byte WARN=30
        byte ERROR=40
        byte FATAL=50
        builtin_interfaces/Time stamp
        uint8 level
        string name
        string msg
        string file
        string function
        uint32 line
        """
      return (own, ["builtin_interfaces/Time"])
    }
  }

  private static let inner: [String: String] = [
    "std_msgs/Header": "builtin_interfaces/Time stamp\nstring frame_id",
    "builtin_interfaces/Time": "int32 sec\nuint32 nanosec",
    "geometry_msgs/Vector3": "float64 x\nfloat64 y\nfloat64 z",
    "geometry_msgs/Point": "float64 x\nfloat64 y\nfloat64 z",
    "geometry_msgs/Quaternion": "float64 x 0\nfloat64 y 0\nfloat64 z 0\nfloat64 w 1",
    "geometry_msgs/Pose": "geometry_msgs/Point position\ngeometry_msgs/Quaternion orientation",
    "geometry_msgs/PoseWithCovariance": "geometry_msgs/Pose pose\nfloat64[36] covariance",
    "geometry_msgs/Twist": "geometry_msgs/Vector3 linear\ngeometry_msgs/Vector3 angular",
    "geometry_msgs/TwistWithCovariance": "geometry_msgs/Twist twist\nfloat64[36] covariance",
    "geometry_msgs/Transform": "geometry_msgs/Vector3 translation\ngeometry_msgs/Quaternion rotation",
    "geometry_msgs/TransformStamped":
      "std_msgs/Header header\nstring child_frame_id\ngeometry_msgs/Transform transform",
    "sensor_msgs/NavSatStatus": """
    int8 STATUS_UNKNOWN=-2
    int8 STATUS_NO_FIX=-1
    int8 STATUS_FIX=0
    int8 STATUS_SBAS_FIX=1
    int8 STATUS_GBAS_FIX=2
    uint16 SERVICE_UNKNOWN=0
    uint16 SERVICE_GPS=1
    uint16 SERVICE_GLONASS=2
    uint16 SERVICE_COMPASS=4
    uint16 SERVICE_GALILEO=8
    int8 status -2
    uint16 service
    """,
  ]
}
