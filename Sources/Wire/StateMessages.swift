public import Text

/// The state of motion tracking.
public struct TrackingReport: Equatable, Sendable {
  public enum Phase: String, CaseIterable, Sendable { case initializing, normal, limited }
  public struct Reasons: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let noGyroscope = Reasons(rawValue: 1), saturated = Reasons(rawValue: 2)
    public static let odometryLost = Reasons(rawValue: 4), stale = Reasons(rawValue: 8)
    /// The names in the order of their bits, as published.
    public static var names: [String] { named.map { "\($0.name)" } }
    static let named: [(name: StaticString, reason: Reasons)] = [
      ("no-gyro", .noGyroscope), ("saturated", .saturated), ("odometry-lost", .odometryLost), ("stale", .stale),
    ]
  }

  public var phase: Phase
  public var reasons: Reasons

  public init(_ phase: Phase, _ reasons: Reasons = []) {
    self.phase = phase
    self.reasons = reasons
  }

  /// `limited(no-gyro+stale)`
  public var text: String { joined(phase.rawValue, Reasons.named.filter { reasons.contains($0.reason) }.map(\.name)) }
}

/// The state of localization on Earth.
public struct LocalizationReport: Equatable, Sendable {
  public enum Phase: String, CaseIterable, Sendable { case none, localizing, localized, lost }
  public struct Reasons: OptionSet, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }
    /// The names in the order of their bits, as published.
    public static var names: [String] { named.map { "\($0)" } }
    static let named: [StaticString] = [
      "waiting-for-fix", "no-motion", "magnetic-disturbance", "poor-fix", "undecided-walk", "contradicted-heading",
      "compass-contradicted", "receiver-elsewhere", "steps-unseen",
    ]

    /// The reason of that name; none for an unknown one.
    public init(name: String) {
      self.init(rawValue: Self.names.firstIndex(of: name).map { 1 << UInt16($0) } ?? 0)
    }

    /// Returns the names of the reasons that there are.
    var present: [StaticString] {
      Self.named.indices.filter { rawValue & (1 << UInt16($0)) != 0 }.map { Self.named[$0] }
    }
  }

  public var phase: Phase
  public var reasons: Reasons
  public var isPinned: Bool

  public init(_ phase: Phase, _ reasons: Reasons = [], isPinned: Bool = false) {
    self.phase = phase
    self.reasons = reasons
    self.isPinned = isPinned
  }

  /// `lost(poor-fix)+pinned`
  public var text: String {
    joined(phase.rawValue, reasons.present) + (isPinned ? "+pinned" : "")
  }
}

private func joined(_ phase: String, _ reasons: [StaticString]) -> String {
  phase + (reasons.isEmpty ? "" : "(\(reasons.map { "\($0)" }.joined(separator: "+")))")
}

/// Both states, published when one of them changes.
public struct StateMessage: Equatable, Sendable {
  /// Nanoseconds of CLOCK_BOOTTIME, as in all messages.
  public var time: Int64
  public var scene: Int
  public var tracking: TrackingReport
  public var localization: LocalizationReport

  public init(time: Int64, scene: Int, tracking: TrackingReport, localization: LocalizationReport) {
    self.time = time
    self.scene = scene
    self.tracking = tracking
    self.localization = localization
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("time_boot_ns", time)
    writer.member("scene_id", Int64(scene))
    writer.member("tracking", tracking)
    writer.member("localization", localization)
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    time = try members.integer("time_boot_ns")
    scene = Int(try members.integer("scene_id"))
    tracking = try TrackingReport(members.object("tracking"))
    localization = try LocalizationReport(members.object("localization"))
  }
}

extension TrackingReport {
  /// Reads a state. Unknown reasons come from a later version and are skipped.
  init(_ members: Members) throws(MessageFault) {
    guard let phase = Phase(rawValue: try members.text("state")) else {
      throw MessageFault(member: "tracking.state", expected: Phase.allCases.map(\.rawValue).joined(separator: " | "))
    }
    self.init(phase)
    for element in try members.elements("reasons") {
      if let known = Reasons.named.first(where: { "\($0.name)" == element.string }) { reasons.insert(known.reason) }
    }
  }
}

extension LocalizationReport {
  init(_ members: Members) throws(MessageFault) {
    guard let phase = Phase(rawValue: try members.text("state")) else {
      throw MessageFault(
        member: "localization.state", expected: Phase.allCases.map(\.rawValue).joined(separator: " | "))
    }
    self.init(phase, isPinned: try members.flag("is_pinned"))
    for element in try members.elements("reasons") {
      if let bit = Reasons.named.firstIndex(where: { "\($0)" == element.string }) {
        reasons.insert(Reasons(rawValue: 1 << UInt16(bit)))
      }
    }
  }
}

extension JSONWriter {
  mutating func member(_ name: StaticString, _ report: TrackingReport) {
    key(name)
    beginObject()
    key("state")
    switch report.phase {
    case .initializing: value(text: "initializing")
    case .normal: value(text: "normal")
    case .limited: value(text: "limited")
    }
    key("reasons")
    beginArray()
    for (name, reason) in TrackingReport.Reasons.named where report.reasons.contains(reason) { value(text: name) }
    endArray()
    endObject()
  }

  mutating func member(_ name: StaticString, _ report: LocalizationReport) {
    key(name)
    beginObject()
    key("state")
    switch report.phase {
    case .none: value(text: "none")
    case .localizing: value(text: "localizing")
    case .localized: value(text: "localized")
    case .lost: value(text: "lost")
    }
    key("reasons")
    beginArray()
    for bit in LocalizationReport.Reasons.named.indices where report.reasons.rawValue & (1 << UInt16(bit)) != 0 {
      value(text: LocalizationReport.Reasons.named[bit])
    }
    endArray()
    member("is_pinned", report.isPinned)
    endObject()
  }
}
