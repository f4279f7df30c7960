public import Geodesy
public import Geometry
public import Text

/// The complete status: the answer to GetStatus.
public struct StatusMessage: Equatable, Sendable {
  public struct Source: Equatable, Sendable {
    public var name: String
    public var state: String
    public var detail: String
    /// The sensor: `accelerometer`, `gyroscope`, `magnetometer`, `barometer`, `receiver`; nil for any other source.
    public var role: String?
    /// The kernel's name of its device, or the address of the receiver's gpsd.
    public var device: String?
    /// The bus or port of the device.
    public var place: String?
    public init(
      name: String, state: String, detail: String, role: String? = nil, device: String? = nil, place: String? = nil
    ) {
      self.name = name
      self.state = state
      self.detail = detail
      self.role = role
      self.device = device
      self.place = place
    }
  }
  public struct Counter: Equatable, Sendable {
    public var reason: String
    public var count: Int
    public init(reason: String, count: Int) {
      self.reason = reason
      self.count = count
    }
  }

  /// A calibration in use, with its health.
  public struct CalibrationState: Equatable, Sendable {
    public var kind: String
    public var sensor: String
    public var grade: String
    public var made: String
    public var health: String
    public var detail: String
    public init(kind: String, sensor: String, grade: String, made: String, health: String, detail: String) {
      self.kind = kind
      self.sensor = sensor
      self.grade = grade
      self.made = made
      self.health = health
      self.detail = detail
    }
  }

  /// A way out of the daemon beside its socket (docs/outlets.md).
  public struct Outlet: Equatable, Sendable {
    /// The setting that opens it.
    public var key: String
    public var address: String
    /// The reason why it is not open.
    public var fault: String?
    public var subscribers: Int
    public var sent: Int
    public var dropped: Int
    public var closed: Int
    public init(
      key: String, address: String, fault: String?, subscribers: Int, sent: Int, dropped: Int, closed: Int
    ) {
      self.key = key
      self.address = address
      self.fault = fault
      self.subscribers = subscribers
      self.sent = sent
      self.dropped = dropped
      self.closed = closed
    }
  }

  public var time: Int64
  public var utc: Int64?
  /// CLOCK_MONOTONIC and CLOCK_REALTIME minus CLOCK_BOOTTIME.
  public var monotonicOffset: Int64 = 0
  public var realtimeOffset: Int64 = 0
  public var speed = 1.0
  public var version = ""
  public var profile = ""
  public var pose: PoseMessage?
  public var place: Geodetic?
  public var horizontalAccuracy: Length?
  public var verticalAccuracy: Length?
  public var guidance: [GuidanceMessage] = []
  public var sources: [Source] = []
  public var receivers: [Receiver] = []
  public var refused: [Counter] = []
  /// Measurements that were not used because they were not needed; no fault.
  public var unneeded: [Counter] = []
  public var aids: [AidsMessage.Aid] = []
  public var hypotheses: [AidsMessage.Hypothesis] = []
  public var calibrations: [CalibrationState] = []
  public var subscribers = 0
  public var outlets: [Outlet] = []
  public var recording: String?

  public init(time: Int64) { self.time = time }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("time_boot_ns", time)
    writer.member("time_utc_ns", orNull: utc)
    writer.member("monotonic_offset_ns", monotonicOffset)
    writer.member("realtime_offset_ns", realtimeOffset)
    writer.member("speed", orNull: speed, decimals: 3)
    writer.member("version", text: version)
    writer.member("profile", text: profile)
    writer.key("pose")
    if let pose { pose.write(to: &writer) } else { writer.null() }
    writer.member("place", place)
    writer.member("horizontal_accuracy", horizontalAccuracy)
    writer.member("vertical_accuracy", verticalAccuracy)
    writer.key("guidance")
    writer.beginArray()
    for advice in guidance { advice.write(to: &writer) }
    writer.endArray()
    writer.member("sources", sources)
    writer.key("receivers")
    writer.beginArray()
    for receiver in receivers { receiver.write(to: &writer) }
    writer.endArray()
    writer.key("refused")
    Self.write(refused, to: &writer)
    writer.key("unneeded")
    Self.write(unneeded, to: &writer)
    writer.member("aids", aids)
    writer.member("hypotheses", hypotheses)
    writer.key("calibrations")
    writer.beginArray()
    for state in calibrations {
      writer.beginObject()
      writer.member("kind", text: state.kind)
      writer.member("sensor", text: state.sensor)
      writer.member("grade", text: state.grade)
      writer.member("made", text: state.made)
      writer.member("health", text: state.health)
      writer.member("detail", text: state.detail)
      writer.endObject()
    }
    writer.endArray()
    writer.member("subscribers", Int64(subscribers))
    writer.key("outlets")
    writer.beginArray()
    for outlet in outlets {
      writer.beginObject()
      writer.member("key", text: outlet.key)
      writer.member("address", text: outlet.address)
      writer.member("fault", orNull: outlet.fault)
      writer.member("subscribers", Int64(outlet.subscribers))
      writer.member("sent", Int64(outlet.sent))
      writer.member("dropped", Int64(outlet.dropped))
      writer.member("closed", Int64(outlet.closed))
      writer.endObject()
    }
    writer.endArray()
    writer.key("recording")
    if let recording { writer.value(recording) } else { writer.null() }
    writer.endObject()
  }

  private static func write(_ counters: [Counter], to writer: inout JSONWriter) {
    writer.beginArray()
    for counter in counters {
      writer.beginObject()
      writer.member("reason", text: counter.reason)
      writer.member("count", Int64(counter.count))
      writer.endObject()
    }
    writer.endArray()
  }

  private static func counters(_ members: Members, _ name: String) throws(MessageFault) -> [Counter] {
    var counters: [Counter] = []
    for element in try members.elements(name) {
      let counter = try Members(element, in: name)
      counters.append(Counter(reason: try counter.text("reason"), count: Int(try counter.integer("count"))))
    }
    return counters
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    time = try members.integer("time_boot_ns")
    utc = try members.integerIfAny("time_utc_ns")
    monotonicOffset = try members.integer("monotonic_offset_ns")
    realtimeOffset = try members.integer("realtime_offset_ns")
    speed = try members.number("speed")
    version = try members.text("version")
    profile = try members.text("profile")
    if let value = json["pose"], !value.isNull { pose = try PoseMessage(json: value) }
    place = try Geodetic(members.objectIfAny("place"))
    horizontalAccuracy = try members.numberIfAny("horizontal_accuracy").map { Length($0) }
    verticalAccuracy = try members.numberIfAny("vertical_accuracy").map { Length($0) }
    for element in try members.elements("guidance") { guidance.append(try GuidanceMessage(json: element)) }
    for element in try members.elements("sources") {
      let source = try Members(element, in: "sources")
      sources.append(
        Source(
          name: try source.text("name"), state: try source.text("state"), detail: try source.text("detail"),
          role: try source.textIfAny("role"), device: try source.textIfAny("device"),
          place: try source.textIfAny("place")))
    }
    // A daemon of an earlier version has no such member.
    if json["receivers"] != nil {
      for element in try members.elements("receivers") { receivers.append(try Receiver(json: element)) }
    }
    refused = try Self.counters(members, "refused")
    // A daemon of an earlier version has no such member.
    unneeded = json["unneeded"] == nil ? [] : try Self.counters(members, "unneeded")
    for element in try members.elements("aids") { aids.append(try AidsMessage.Aid(json: element)) }
    // A daemon of an earlier version has no such member.
    for element in json["hypotheses"]?.array ?? [] { hypotheses.append(try AidsMessage.Hypothesis(json: element)) }
    for element in try members.elements("calibrations") {
      let state = try Members(element, in: "calibrations")
      calibrations.append(
        CalibrationState(
          kind: try state.text("kind"), sensor: try state.text("sensor"), grade: try state.text("grade"),
          made: try state.text("made"), health: try state.text("health"), detail: try state.text("detail")))
    }
    subscribers = Int(try members.integer("subscribers"))
    // A daemon before these has none.
    if json["outlets"] != nil {
      for element in try members.elements("outlets") {
        let outlet = try Members(element, in: "outlets")
        outlets.append(
          Outlet(
            key: try outlet.text("key"), address: try outlet.text("address"), fault: try outlet.textIfAny("fault"),
            subscribers: Int(try outlet.integer("subscribers")), sent: Int(try outlet.integer("sent")),
            dropped: Int(try outlet.integer("dropped")), closed: Int(try outlet.integer("closed"))))
      }
    }
    recording = json["recording"]?.string
  }
}

extension JSONWriter {
  public mutating func member(_ name: StaticString, _ sources: [StatusMessage.Source]) {
    key(name)
    beginArray()
    for source in sources {
      beginObject()
      member("name", text: source.name)
      member("state", text: source.state)
      member("detail", text: source.detail)
      member("role", orNull: source.role)
      member("device", orNull: source.device)
      member("place", orNull: source.place)
      endObject()
    }
    endArray()
  }
}
