public import Geometry
public import Text

/// The aiding sources and the states of the filters: the used sources, and the refused ones with the reason.
public struct AidsMessage: Equatable, Sendable {
  public struct Aid: Equatable, Sendable {
    public struct Count: Equatable, Sendable {
      public var reason: String
      public var english: String
      public var count: Int
      public init(reason: String, english: String, count: Int) {
        self.reason = reason
        self.english = english
        self.count = count
      }
    }

    public var name: String
    /// Unit of observation and innovation; the variances are in its square. Angles are in degrees.
    public var unit = ""
    public var axes: [String] = []
    /// off, waiting, fusing, refused, timed-out
    public var state: String
    /// The reason why it is off, waiting, refused or has less weight: a code and a text.
    public var reason: String?
    public var english: String?
    public var measuredTime: Int64?
    public var fusedTime: Int64?
    /// One number per axis; empty before the first measurement.
    public var observation: [Double] = []
    public var variance: [Double] = []
    public var innovation: [Double] = []
    public var innovationVariance: [Double] = []
    /// Squared innovation divided by its variance and by the square of the gate; from 1 on the gate has an effect.
    public var ratio: Double?
    public var fused = 0
    public var refused: [Count] = []
    /// Its changes of the heading in degrees, clockwise: the sum, the sum of the magnitudes, and the last one.
    public var turned = 0.0
    public var turnedInAll = 0.0
    public var lastTurn = 0.0

    public init(name: String, state: String) {
      self.name = name
      self.state = state
    }
  }

  public struct State: Equatable, Sendable {
    public var name: String
    public var unit: String
    public var value: Double
    public var sigma: Double
    public init(name: String, unit: String, value: Double, sigma: Double) {
      self.name = name
      self.unit = unit
      self.value = value
      self.sigma = sigma
    }
  }

  public var time: Int64
  public var scene: Int
  public var aids: [Aid] = []
  public var states: [State] = []
  /// The hypotheses of a walk's tie to the Earth, the heaviest first.
  public var hypotheses: [Hypothesis] = []

  public init(time: Int64, scene: Int) {
    self.time = time
    self.scene = scene
  }

  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("time_boot_ns", time)
    writer.member("scene_id", Int64(scene))
    writer.member("aids", aids)
    writer.key("states")
    writer.beginArray()
    for state in states {
      writer.beginObject()
      writer.member("name", text: state.name)
      writer.member("unit", text: state.unit)
      writer.member("value", orNull: state.value, decimals: 6)
      writer.member("sigma", orNull: state.sigma, decimals: 6)
      writer.endObject()
    }
    writer.endArray()
    writer.member("hypotheses", hypotheses)
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    time = try members.integer("time_boot_ns")
    scene = Int(try members.integer("scene_id"))
    for element in try members.elements("aids") { aids.append(try Aid(json: element)) }
    for element in try members.elements("states") {
      let state = try Members(element, in: "states")
      states.append(
        State(
          name: try state.text("name"), unit: try state.text("unit"), value: try state.number("value"),
          sigma: try state.number("sigma")))
    }
    // A daemon of an earlier version has no such member.
    for element in json["hypotheses"]?.array ?? [] { hypotheses.append(try Hypothesis(json: element)) }
  }
}

extension AidsMessage {
  /// A hypothesis: heading, place and the sources held to be wrong, with its probability.
  public struct Hypothesis: Equatable, Sendable {
    public var weight: Double
    public var yaw: Angle
    public var yawSigma: Angle
    /// Its place against the published one.
    public var east: Length?
    public var north: Length?
    public var radius: Length?
    /// steps-lead-nowhere, compass-wrong, compass-turned, device-magnetized, receiver-elsewhere, velocity-wrong, steps-unseen.
    public var doubts: [String] = []

    public init(weight: Double, yaw: Angle, yawSigma: Angle) {
      (self.weight, self.yaw, self.yawSigma) = (weight, yaw, yawSigma)
    }

    func write(to writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("weight", orNull: weight, decimals: 4)
      writer.member("yaw_deg", degrees: yaw)
      writer.member("yaw_sigma_deg", degrees: yawSigma)
      writer.member("east", east)
      writer.member("north", north)
      writer.member("radius", radius)
      writer.key("doubts")
      writer.beginArray()
      for doubt in doubts { writer.value(doubt) }
      writer.endArray()
      writer.endObject()
    }

    public init(json: JSONValue) throws(MessageFault) {
      let members = try Members(json, in: "hypotheses")
      self.init(
        weight: try members.number("weight"), yaw: .degrees(try members.number("yaw_deg")),
        yawSigma: .degrees(try members.number("yaw_sigma_deg")))
      east = try members.numberIfAny("east").map { Length($0) }
      north = try members.numberIfAny("north").map { Length($0) }
      radius = try members.numberIfAny("radius").map { Length($0) }
      doubts = try members.elements("doubts").compactMap(\.string)
    }
  }
}

extension JSONWriter {
  mutating func member(_ name: StaticString, _ hypotheses: [AidsMessage.Hypothesis]) {
    key(name)
    beginArray()
    for one in hypotheses { one.write(to: &self) }
    endArray()
  }
}

extension AidsMessage.Aid {
  func write(to writer: inout JSONWriter) {
    func numbers(_ name: StaticString, _ values: [Double]) {
      writer.key(name)
      writer.beginArray()
      for value in values { writer.value(orNull: value, decimals: 6) }
      writer.endArray()
    }
    writer.beginObject()
    writer.member("name", text: name)
    writer.member("unit", text: unit)
    writer.key("axes")
    writer.beginArray()
    for axis in axes { writer.value(axis) }
    writer.endArray()
    writer.member("state", text: state)
    writer.key("reason")
    if let reason { writer.value(reason) } else { writer.null() }
    writer.key("english")
    if let english { writer.value(english) } else { writer.null() }
    writer.member("measured_boot_ns", orNull: measuredTime)
    writer.member("fused_boot_ns", orNull: fusedTime)
    numbers("observation", observation)
    numbers("variance", variance)
    numbers("innovation", innovation)
    numbers("innovation_variance", innovationVariance)
    writer.member("ratio", orNull: ratio, decimals: 4)
    writer.member("fused", Int64(fused))
    writer.key("refused")
    writer.beginArray()
    for count in refused {
      writer.beginObject()
      writer.member("reason", text: count.reason)
      writer.member("english", text: count.english)
      writer.member("count", Int64(count.count))
      writer.endObject()
    }
    writer.endArray()
    writer.member("turned_deg", orNull: turned, decimals: 4)
    writer.member("turned_in_all_deg", orNull: turnedInAll, decimals: 4)
    writer.member("last_turn_deg", orNull: lastTurn, decimals: 4)
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "aids")
    self.init(name: try members.text("name"), state: try members.text("state"))
    func numbers(_ name: String) throws(MessageFault) -> [Double] {
      try members.elements(name).compactMap(\.double)
    }
    unit = try members.text("unit")
    axes = try members.elements("axes").compactMap(\.string)
    reason = json["reason"]?.string
    english = json["english"]?.string
    measuredTime = try members.integerIfAny("measured_boot_ns")
    fusedTime = try members.integerIfAny("fused_boot_ns")
    observation = try numbers("observation")
    variance = try numbers("variance")
    innovation = try numbers("innovation")
    innovationVariance = try numbers("innovation_variance")
    ratio = try members.numberIfAny("ratio")
    fused = Int(try members.integer("fused"))
    for element in try members.elements("refused") {
      let count = try Members(element, in: "refused")
      refused.append(
        Count(
          reason: try count.text("reason"), english: try count.text("english"),
          count: Int(try count.integer("count"))))
    }
    turned = try members.number("turned_deg")
    turnedInAll = try members.number("turned_in_all_deg")
    lastTurn = try members.number("last_turn_deg")
  }
}

extension JSONWriter {
  public mutating func member(_ name: StaticString, _ aids: [AidsMessage.Aid]) {
    key(name)
    beginArray()
    for aid in aids { aid.write(to: &self) }
    endArray()
  }
}
