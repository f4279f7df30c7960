import Alignment
public import Geodesy
import Geometry
public import MCAP
import Samples
import Tracking

/// A session as an MCAP file: poses, transforms, fixes, raw samples, corrections and the truth, in time as the pipeline got them.
///
/// Two vocabularies: Foxglove's schemas as JSON, which its viewer draws by itself, or ROS 2's messages in CDR. Each channel is
/// added with its first message. The file's clock is UTC if the caller knows its offset, else the recording's.
public struct MessageFile {
  public enum Vocabulary: Sendable { case foxglove, ros2 }

  public private(set) var writer: MCAPWriter
  /// Items whose times the file cannot express: before 1970, or before the start of the machine's clock.
  public private(set) var withoutTime = 0
  /// Accelerometer's samples that are in no message: ROS's message has both sensors, at the gyroscope's time.
  public private(set) var withoutGyroscope = 0

  private let vocabulary: Vocabulary
  /// UTC less the recording's time, ns.
  private let clock: Int64
  private let frames: SessionFrames?
  private let poseStep: Int64
  private var nextPose = Int64.min
  private var scene: Int?
  private var json = FoxgloveMessages()
  private var cdr = ROSMessages()
  private var channels: [SessionTopic: UInt16] = [:]
  private var schemas: [String: UInt16] = [:]

  /// `origin` is that of the map; without it there is none. `poseStep` is the least time between poses, ns.
  public init(
    _ vocabulary: Vocabulary, clock: Int64, origin: Geodetic?, poseStep: Int64, creator: String,
    compression: String, compress: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) {
    self.vocabulary = vocabulary
    self.clock = clock
    self.poseStep = poseStep
    frames = origin.map(SessionFrames.init)
    writer = MCAPWriter(
      profile: vocabulary == .ros2 ? "ros2" : "", library: creator, compression: compression, compress: compress)
  }

  /// Appends the pairs that describe the session, and the origin of the map.
  public mutating func appendMetadata(_ pairs: [(key: String, value: String)]) {
    var pairs = pairs
    if let origin = frames?.origin {
      pairs.append(("map_origin_latitude", "\(origin.latitude.value)"))
      pairs.append(("map_origin_longitude", "\(origin.longitude.value)"))
      pairs.append(("map_origin_height", "\(origin.height.value)"))
    }
    writer.appendMetadata(name: "gnomon", pairs)
  }

  public mutating func removeOutput() { writer.removeOutput() }
  public mutating func finish() { writer.finish() }

  /// Returns the file's time of a recording's; nil before zero.
  private func stamp(_ time: BootInstant) -> UInt64? {
    let (sum, isBeyond) = time.nanoseconds.addingReportingOverflow(clock)
    return isBeyond || sum < 0 ? nil : UInt64(sum)
  }

  public mutating func append(_ item: SessionItem) {
    switch item {
    case .sample(let sample): append(sample)
    case .pose(let pose): append(pose)
    case .correction(let correction):
      send(.corrections, correction.time) { (file, stamp) in
        file.vocabulary == .ros2 ? file.cdr.log(correction, stamp) : file.json.log(correction, stamp)
      }
    case .truth(let reference):
      guard let place = reference.place else { return }
      send(.truth, reference.time) { (file, stamp) in
        file.vocabulary == .ros2 ? file.cdr.truth(place, stamp) : file.json.truth(place, stamp)
      }
    }
  }

  private mutating func append(_ pose: TrackedPose) {
    let time = pose.time.nanoseconds
    guard time >= nextPose || pose.scene != scene else { return }
    nextPose =
      nextPose == .min || time - nextPose > poseStep || pose.scene != scene ? time + poseStep : nextPose + poseStep
    scene = pose.scene
    let inScene = SessionFrames.inOdometry(pose), inMap = frames?.inMap(pose), scene = frames?.sceneInMap(pose)
    let isROS = vocabulary == .ros2
    send(.transforms, pose.time) { (file, stamp) in
      isROS ? file.cdr.transforms(inScene, scene, stamp) : file.json.transform(inScene, toMap: false, stamp)
    }
    if !isROS, let scene {
      send(.transforms, pose.time) { (file, stamp) in file.json.transform(scene, toMap: true, stamp) }
    }
    send(.pose, pose.time) { (file, stamp) in
      isROS ? file.cdr.pose(inScene, stamp) : file.json.pose(inScene, stamp)
    }
    if isROS {
      send(.odometry, pose.time) { (file, stamp) in file.cdr.odometry(pose, inScene, SessionFrames.odometry, nil, stamp)
      }
      if let inMap {
        let covariance = SessionFrames.covariance(pose)
        send(.global, pose.time) { (file, stamp) in
          file.cdr.odometry(pose, inMap, SessionFrames.map, covariance, stamp)
        }
      }
    } else {
      send(.state, pose.time) { (file, stamp) in file.json.state(pose, inMap, stamp) }
    }
    if pose.place != nil {
      send(.place, pose.time) { (file, stamp) in isROS ? file.cdr.place(pose, stamp) : file.json.place(pose, stamp) }
    }
  }

  private mutating func append(_ sample: Sample) {
    let isROS = vocabulary == .ros2
    switch sample {
    case .accelerometer(let sample):
      if isROS {
        if cdr.holdForce(sample) { withoutGyroscope += 1 }
      } else {
        let v = SessionFrames.robot(sample.force)
        send(.accelerometer, sample.time) { (file, stamp) in file.json.vector(v, stamp) }
      }
    case .gyroscope(let sample):
      let v = SessionFrames.robot(sample.rate)
      if isROS {
        send(.imu, sample.time) { (file, stamp) in file.cdr.imu(v, sample.time, stamp) }
      } else {
        send(.gyroscope, sample.time) { (file, stamp) in file.json.vector(v, stamp) }
      }
    case .magnetometer(let sample):
      // µT to tesla, the unit of both vocabularies.
      let v = SessionFrames.robot(sample.field) * 1e-6
      send(.magnetometer, sample.time) { (file, stamp) in
        isROS ? file.cdr.field(v, stamp) : file.json.vector(v, stamp)
      }
    case .barometer(let sample):
      send(.barometer, sample.time) { (file, stamp) in
        isROS ? file.cdr.scalar(sample.pressure.value, stamp) : file.json.scalar(sample.pressure.value, stamp)
      }
    case .temperature(let sample):
      guard sample.sensor == .imu else { return }
      send(.temperature, sample.time) { (file, stamp) in
        isROS ? file.cdr.scalar(sample.temperature.value, stamp) : file.json.scalar(sample.temperature.value, stamp)
      }
    case .fix(let fix):
      send(.fix, fix.time, at: fix.arrival) { (file, stamp) in
        isROS ? file.cdr.fix(fix, stamp) : file.json.fix(fix, stamp)
      }
      guard let east = fix.velocityEast?.value, let north = fix.velocityNorth?.value else { return }
      let v = SIMD3(east, north, fix.velocityUp?.value ?? 0)
      send(.fixVelocity, fix.time, at: fix.arrival) { (file, stamp) in
        isROS ? file.cdr.velocity(v, fix.speedError, stamp) : file.json.vector(v, stamp)
      }
    case .antennas, .outsidePose, .input: return
    }
  }

  /// Writes a message whose content `body` makes for the stamp of `time`; it is logged at `arrival`.
  private mutating func send(
    _ topic: SessionTopic, _ time: BootInstant, at arrival: BootInstant? = nil, _ body: (inout Self, UInt64) -> [UInt8]
  ) {
    guard let stamp = stamp(time), let logged = self.stamp(arrival ?? time) else {
      withoutTime += 1
      return
    }
    let data = body(&self, stamp)
    writer.append(channel: channel(topic), logged: logged, published: stamp, data)
  }

  private mutating func channel(_ topic: SessionTopic) -> UInt16 {
    if let known = channels[topic] { return known }
    let isROS = vocabulary == .ros2
    let schema = isROS ? topic.definition.rawValue : topic.schema.name
    let id: UInt16
    if let known = schemas[schema] {
      id = known
    } else {
      id = writer.addSchema(
        name: schema, encoding: isROS ? "ros2msg" : "jsonschema",
        text: isROS ? topic.definition.text : topic.schema.text)
      schemas[schema] = id
    }
    // rosbag2 expects the quality of service beside a topic; empty is the default one.
    let channel = writer.addChannel(
      topic: topic.rawValue, schema: id, encoding: isROS ? "cdr" : "json",
      metadata: isROS ? [("offered_qos_profiles", "")] : [("unit", topic.unit)])
    channels[topic] = channel
    return channel
  }
}

extension SessionTopic {
  var definition: ROSDefinition {
    switch self {
    case .transforms: .transforms
    case .pose: .pose
    case .odometry, .global, .state: .odometry
    case .place, .fix, .truth: .fix
    case .fixVelocity: .velocity
    case .imu, .accelerometer, .gyroscope: .imu
    case .magnetometer: .field
    case .barometer: .pressure
    case .temperature: .temperature
    case .corrections: .log
    }
  }
}
