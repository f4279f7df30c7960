import Foundation
import Text

/// The data that a client has received, message by message.
struct CityStream {
  private var pose: JSONValue?
  private(set) var alignment: CityAlignment?
  /// Values of the last step, since a pose and the frame of the same time come on different connections.
  private var moments: [Int64: (pose: JSONValue, alignment: CityAlignment?)] = [:]
  private(set) var alignments: [CityAlignment] = []
  private(set) var corrections: [JSONValue] = []
  private(set) var events: [JSONValue] = []
  private(set) var dropped: Int64 = 0
  /// Whether a frame came without its pose.
  private(set) var isMissing = false

  /// Applies one message; returns a frame with the pose and alignment of its time.
  mutating func ingest(_ message: JSONValue) -> CityFrame? {
    dropped += message["dropped"]?.integer ?? 0
    if let value = message["alignment"], let read = CityAlignment(value) {
      alignment = read
      alignments.append(read)
      if let time = pose?["time_boot_ns"]?.integer, time == read.time { moments[time]?.alignment = read }
    }
    if let value = message["correction"] { corrections.append(value) }
    if let value = message["event"] { events.append(value) }
    if let value = message["pose"], let time = value["time_boot_ns"]?.integer {
      pose = value
      if moments.count > 200 { moments = moments.filter { $0.key > time - 500_000_000 } }
      moments[time] = (value, alignment)
    }
    guard let frame = message["frame"], let time = frame["time_boot_ns"]?.integer else { return nil }
    guard let moment = moments[time] else {
      isMissing = isMissing || alignment != nil
      return nil
    }
    return CityFrame(time: time, json: frame, pose: moment.pose, alignment: moment.alignment)
  }

  func codes(_ kind: String) -> [String] {
    events.filter { $0["kind"]?.string == kind }.compactMap { $0["code"]?.string }
  }
}

/// The relation of the scene to the Earth, as received.
struct CityAlignment {
  var time: Int64
  var yaw: Double
  var applied: Double
  /// The wearer's place: drawn, and estimated.
  var drawn: Flat?
  var place: Flat?
  var shift: Flat
  /// The wearer's position in the scene, x east and z south.
  var scene: Flat
  var isPinned: Bool
  /// How often the drawing has jumped.
  var snaps: Int

  init?(_ json: JSONValue) {
    guard let time = json["time_boot_ns"]?.integer, let yaw = json["yaw_deg"]?.double,
      let applied = json["applied_yaw_deg"]?.double, let shift = json["applied_shift"].flatMap(Flat.init(scene:)),
      let scene = json["scene_position"].flatMap(Flat.init(scene:))
    else { return nil }
    (self.time, self.yaw, self.applied, self.shift, self.scene) = (time, yaw, applied, shift, scene)
    isPinned = json["is_pinned"]?.bool == true
    snaps = json["snaps"]?.integer.map { Int($0) } ?? 0
    if let latitude = json["place"]?["latitude_deg"]?.double, let longitude = json["place"]?["longitude_deg"]?.double {
      let known = City.ground.flat(Spot(latitude: latitude, longitude: longitude))
      place = known
      drawn = known + shift
    }
  }

  /// Returns the drawn place of a point of the scene in the city.
  func city(_ point: Flat) -> Flat? { drawn.map { $0 + (point - scene).turned(applied) } }
}

extension Flat {
  /// A vector of the scene, or of the level frame, seen from above.
  init?(scene json: JSONValue) {
    guard let x = json["x"]?.double, let z = json["z"]?.double else { return nil }
    self.init(east: x, north: -z)
  }
}

/// A frame with the pose and the alignment of its time. In the scene "east" and "north" are only approximate.
struct CityFrame {
  var time: Int64
  var json: JSONValue
  var eyes: Flat
  private var turn: (x: Double, y: Double, z: Double, w: Double)
  private var position: (x: Double, y: Double, z: Double)
  var alignment: CityAlignment?

  init?(time: Int64, json: JSONValue, pose: JSONValue, alignment: CityAlignment?) {
    guard let q = pose["orientation"], let x = q["x"]?.double, let y = q["y"]?.double, let z = q["z"]?.double,
      let w = q["w"]?.double, let p = pose["position"], let eyes = Flat(scene: p), let height = p["y"]?.double
    else { return nil }
    (self.time, self.json, self.alignment, self.eyes) = (time, json, alignment, eyes)
    turn = (x, y, z, w)
    position = (eyes.east, height, -eyes.north)
  }

  var seconds: Double { Double(time) * 1e-9 }
  var status: String? { json["status"]?["state"]?.string }
  var isShown: Bool { status == "shown" && alignment?.drawn != nil }
  /// The drawn place of the wearer.
  var place: Flat? { alignment?.city(eyes) }

  func placement(_ id: String) -> JSONValue? { json["placements"]?.array?.first { $0["id"]?.string == id } }

  /// Returns a vector of the body in the scene: v + 2w(q × v) + 2q × (q × v).
  private func scene(_ v: (x: Double, y: Double, z: Double)) -> (x: Double, y: Double, z: Double) {
    let q = turn
    let t = (x: 2 * (q.y * v.z - q.z * v.y), y: 2 * (q.z * v.x - q.x * v.z), z: 2 * (q.x * v.y - q.y * v.x))
    return (
      v.x + q.w * t.x + q.y * t.z - q.z * t.y, v.y + q.w * t.y + q.z * t.x - q.x * t.z,
      v.z + q.w * t.z + q.x * t.y - q.y * t.x
    )
  }

  /// Direction of the body, as an azimuth of the scene.
  var facing: Double {
    let ahead = scene((0, 0, -1))
    return Flat(east: ahead.x, north: -ahead.z).azimuth
  }

  /// Returns a point of the scene in the body's axes: x right, y up, z back.
  func body(_ point: JSONValue) -> (x: Double, y: Double, z: Double)? {
    guard let x = point["x"]?.double, let y = point["y"]?.double, let z = point["z"]?.double else { return nil }
    let v = (x - position.x, y - position.y, z - position.z)
    func along(_ axis: (x: Double, y: Double, z: Double)) -> Double { axis.x * v.0 + axis.y * v.1 + axis.z * v.2 }
    return (along(scene((1, 0, 0))), along(scene((0, 1, 0))), along(scene((0, 0, 1))))
  }
}
