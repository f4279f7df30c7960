import Samples

/// A fault of a simulated session from a moment on: `--fault KIND[:TARGET]@START[+LENGTH][=VALUE]`.
public struct Fault: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// The target sends nothing.
    case gap
    /// One axis repeats its last value.
    case stuck
    /// VALUE is added to one axis of one sample, in the sensor's unit.
    case spike
    /// The target's clock steps by VALUE seconds; `utc` is the receiver's civil time.
    case clock
    /// The receiver learns the leap second late: UTC is VALUE seconds ahead until then.
    case leap
    /// A magnet is stuck to the device: VALUE µT on each axis.
    case magnet
    /// The azimuth of the antennas is off by VALUE degrees: the receiver has settled for wrong whole wavelengths.
    case turn
    /// Nothing is recorded, while the boot clock and the wearer go on.
    case suspend
  }

  public enum Target: String, CaseIterable, Sendable {
    case all, accelerometer, gyroscope, magnetometer, barometer, gnss, utc, antennas
  }

  public var kind: Kind
  public var target: Target
  /// Index of the axis: 0, 1, 2 for x, y, z.
  public var axis: Int
  public var start: Double
  public var length: Double
  public var value: Double

  func holds(at time: Double) -> Bool { time >= start && time < start + length }
  func concerns(_ sensor: Target) -> Bool { target == .all || target == sensor }

  /// Reads the text form; the error states the mistake in it.
  public init(_ text: String) throws(FaultSyntax) {
    guard let at = text.firstIndex(of: "@") else { throw FaultSyntax(text, "no '@START'") }
    let head = text[..<at].split(separator: ":", maxSplits: 1)
    let kindName = head.first.map(String.init) ?? ""
    guard let kind = Kind(rawValue: kindName) else {
      throw FaultSyntax(
        text, "no fault '\(kindName)'; there are \(Kind.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.kind = kind
    target = .all
    axis = 0
    if head.count > 1 {
      let names = head[1].split(separator: ".", maxSplits: 1)
      guard let target = names.first.flatMap({ Target(rawValue: String($0)) }) else {
        throw FaultSyntax(
          text, "no target '\(head[1])'; there are \(Target.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      self.target = target
      if names.count > 1 {
        guard let axis = ["x", "y", "z"].firstIndex(of: String(names[1])) else {
          throw FaultSyntax(text, "an axis is x, y or z, not '\(names[1])'")
        }
        self.axis = axis
      }
    }
    var rest = text[text.index(after: at)...]
    func number(_ text: Substring, _ what: String, of whole: String) throws(FaultSyntax) -> Double {
      guard let value = Double(text), value.isFinite else { throw FaultSyntax(whole, "\(what) must be a number") }
      return value
    }
    value = kind == .spike ? 50 : kind == .magnet ? 20 : kind == .leap ? 18 : kind == .turn ? 40 : 1
    if let equals = rest.firstIndex(of: "=") {
      value = try number(rest[rest.index(after: equals)...], "VALUE", of: text)
      rest = rest[..<equals]
    }
    length = kind == .spike ? 0 : kind == .clock || kind == .leap ? .infinity : 5
    if let plus = rest.firstIndex(of: "+") {
      length = try number(rest[rest.index(after: plus)...], "LENGTH", of: text)
      rest = rest[..<plus]
    }
    start = try number(rest, "START", of: text)
    guard start >= 0, length >= 0 else { throw FaultSyntax(text, "START and LENGTH must not be negative") }
    let needsSensor = kind == .stuck || kind == .spike || kind == .clock
    if needsSensor && target == .all {
      throw FaultSyntax(text, "'\(kind.rawValue)' needs a target, as in \(kind.rawValue):gyroscope@30")
    }
  }
}

/// Error in the text of a fault.
public struct FaultSyntax: Error, Equatable, Sendable, CustomStringConvertible {
  public let text: String
  public let reason: String
  init(_ text: String, _ reason: String) {
    self.text = text
    self.reason = reason
  }
  public var description: String {
    "fault '\(text)': \(reason); write KIND[:TARGET[.AXIS]]@START[+LENGTH][=VALUE], as gap:gyroscope@30+0.5"
  }
}
