public import Geometry
import Text

extension StatusMessage {
  /// A receiver of gpsd: whether its fixes are used and why, and what it states.
  public struct Receiver: Equatable, Sendable {
    /// gpsd's path of its device; empty if gpsd states none.
    public var device: String
    public var isUsed: Bool
    /// The reason why it is used; nil for one that is not used.
    public var reason: String?
    /// 0 without a fix, 2 or 3 dimensions.
    public var mode: Int
    /// The horizontal 95 % radius of its last fix.
    public var statedError: Length?
    /// Fixes a second.
    public var rate: Double?
    /// The boot time of its last fix in nanoseconds.
    public var fix: Int64?
    /// The numbers of its fixes that were used and that were not.
    public var usedCount: Int
    public var unusedCount: Int

    public init(
      device: String, isUsed: Bool, reason: String? = nil, mode: Int, statedError: Length? = nil, rate: Double? = nil,
      fix: Int64? = nil, usedCount: Int = 0, unusedCount: Int = 0
    ) {
      self.device = device
      self.isUsed = isUsed
      self.reason = reason
      self.mode = mode
      self.statedError = statedError
      self.rate = rate
      self.fix = fix
      self.usedCount = usedCount
      self.unusedCount = unusedCount
    }
  }
}

extension StatusMessage.Receiver {
  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("device", text: device)
    writer.member("is_used", isUsed)
    writer.member("reason", orNull: reason)
    writer.member("mode", Int64(mode))
    writer.member("stated_error", statedError)
    writer.member("rate_hz", orNull: rate, decimals: 3)
    writer.member("fix_boot_ns", orNull: fix)
    writer.member("used", Int64(usedCount))
    writer.member("unused", Int64(unusedCount))
    writer.endObject()
  }

  init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "receivers")
    device = try members.text("device")
    isUsed = try members.flag("is_used")
    reason = try members.textIfAny("reason")
    mode = Int(try members.integer("mode"))
    statedError = try members.numberIfAny("stated_error").map { Length($0) }
    rate = try members.numberIfAny("rate_hz")
    fix = try members.integerIfAny("fix_boot_ns")
    usedCount = Int(try members.integer("used"))
    unusedCount = Int(try members.integer("unused"))
  }

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
