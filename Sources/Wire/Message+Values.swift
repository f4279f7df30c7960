public import Geodesy
public import Geometry
import Text

// Values that an interface gives as several members.

extension PoseMessage {
  public var pose: Pose<Body, Scene> { Pose(rotation: orientation, position: position) }
  /// The place on Earth; nil until known.
  public var place: Geodetic? {
    latitude.flatMap { latitude in longitude.map { Geodetic(latitude: latitude, longitude: $0) } }
  }
}

extension FramePoseMessage {
  public var pose: Pose<Body, Scene> { Pose(rotation: orientation, position: position) }
}

extension PlaceMessage {
  public var position: Geodetic { Geodetic(latitude: latitude, longitude: longitude) }
}

extension PlacementMessage {
  public var key: PlaceName { PlaceName(layer: layer, id: id) }
  /// True after a reset, until place and heading are known again.
  public var isStale: Bool { status.reason == .stale }
}

extension RadarMessage {
  public var key: PlaceName { PlaceName(layer: layer, id: id) }
}

extension TrackingReport {
  /// `limited(no-gyro+stale)`
  public var text: String { joined(state.word, reasons.words) }
}

extension LocalizationReport {
  /// `lost(poor-fix)+pinned`
  public var text: String { joined(state.word, reasons.words) + (isPinned ? "+pinned" : "") }

  /// The reasons for people: `waiting for fix`, `not enough motion yet`.
  public var plainReasons: [String] {
    reasons.words.map { $0 == "no-motion" ? "not enough motion yet" : String($0.map { $0 == "-" ? " " : $0 }) }
  }
}

private func joined(_ state: String, _ reasons: [String]) -> String {
  state + (reasons.isEmpty ? "" : "(\(reasons.joined(separator: "+")))")
}

extension Streams {
  /// The streams of values, of which a slow reader gets only the latest; the others are events, which are queued.
  public static let values: Streams = [.pose, .geopose, .alignment, .sensors, .aids]
}

extension SceneParts {
  /// The parts that add members to placements.
  public static let ofPlacements: SceneParts = [.clusters, .payload, .billboards]
  public static let events: SceneParts = [.announcements, .proximity, .statuses, .route, .requests, .level]
}

extension ReceiverMessage {
  /// `/dev/ttyACM0: used, 3D, ± 1.2 m, 5 Hz, 120 fixes used: the first receiver with a fix`
  public var line: String {
    var parts = [isUsed ? "used" : "not used", mode == 0 ? "no fix" : "\(mode)D"]
    if let statedError { parts.append("± \(Self.tenths(statedError.value)) m") }
    if let rate { parts.append("\(Self.tenths(rate)) Hz") }
    if usedCount > 0 { parts.append("\(usedCount) fixes used") }
    if unusedCount > 0 { parts.append("\(unusedCount) fixes not used") }
    return
      "\(device.isEmpty ? "without a name" : device): \(parts.joined(separator: ", "))\(reason.map { ": \($0)" } ?? "")"
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    guard tenths.magnitude < 1e12 else { return "\(value)" }
    let whole = Int(tenths)
    return whole % 10 == 0 ? "\(whole / 10)" : "\(whole / 10).\((whole % 10).magnitude)"
  }
}
