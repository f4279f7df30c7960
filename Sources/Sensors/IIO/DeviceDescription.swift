public import Samples

/// A quantity that a device measures and the tracker uses.
public enum SensorRole: Int, CaseIterable, Sendable {
  case accelerometer, gyroscope, magnetometer, barometer

  /// The name in the configuration and in messages.
  public var name: String {
    switch self {
    case .accelerometer: "accelerometer"
    case .gyroscope: "gyroscope"
    case .magnetometer: "magnetometer"
    case .barometer: "barometer"
    }
  }
}

/// An IIO device as found by a scan.
public struct DeviceDescription: Equatable, Sendable {
  public enum Quantity: Equatable, Sendable {
    case role(SensorRole)
    case temperature
    case timestamp
    case other
  }

  public struct Channel: Equatable, Sendable {
    public var id: String
    public var quantity: Quantity
    /// 0 x, 1 y, 2 z; nil for a quantity without direction.
    public var axis: Int?
    /// Its format in a buffer; nil when it cannot be part of one. The offset is known only when the buffer is open.
    public var format: ScanElement.Format?
    /// (raw + offset) · scale is in the unit of the kernel's interface.
    public var scale: Double?
    public var offset: Double?
    /// Whether an attribute gives the raw number, and whether one gives the value itself, without scale and offset.
    public var hasRaw: Bool
    public var hasValue: Bool
    public var mount: String

    public init(
      id: String, quantity: Quantity, axis: Int? = nil, format: ScanElement.Format? = nil, scale: Double? = nil,
      offset: Double? = nil, hasRaw: Bool = false, hasValue: Bool = false, mount: String = ""
    ) {
      self.id = id
      self.quantity = quantity
      self.axis = axis
      self.format = format
      self.scale = scale
      self.offset = offset
      self.hasRaw = hasRaw
      self.hasValue = hasValue
      self.mount = mount
    }
  }

  /// The kernel's name, `iio:device0`; it may change with the next boot.
  public var id: String
  /// The driver's name.
  public var name: String
  /// The label from the firmware or the device tree: `accel-display`.
  public var label: String
  /// The place where it is plugged in, in a text that stays the same after a restart.
  public var place: String
  public var mount: String
  /// Whether a trigger can drive it, and the trigger that is set.
  public var hasTrigger: Bool
  public var trigger: String
  /// The text of `sampling_frequency_available`.
  public var rates: String
  /// The hardware database's matrix, if there is one.
  public var databaseMount: String?
  public var channels: [Channel]

  public init(
    id: String, name: String, label: String = "", place: String = "", mount: String = "", hasTrigger: Bool = false,
    trigger: String = "",
    rates: String = "", databaseMount: String? = nil, channels: [Channel]
  ) {
    self.id = id
    self.name = name
    self.label = label
    self.place = place
    self.mount = mount
    self.hasTrigger = hasTrigger
    self.trigger = trigger
    self.rates = rates
    self.databaseMount = databaseMount
    self.channels = channels
  }

  /// The channels of a role in the order of its axes; nil if any is missing.
  func channels(of role: SensorRole) -> [Channel]? {
    let found = channels.filter { $0.quantity == .role(role) && ($0.hasRaw || $0.hasValue || $0.format != nil) }
    if role == .barometer { return found.first.map { [$0] } }
    let axes = (0..<3).compactMap { axis in found.first { $0.axis == axis } }
    return axes.count == 3 ? axes : nil
  }

  var source: SourceStatus.Device { SourceStatus.Device(id: id, place: place, words: shown) }

  public var identity: SensorIdentity { SensorIdentity(name: name, label: label, place: place) }

  /// A text that distinguishes it from other devices.
  public var shown: String {
    label.isEmpty ? "\(name.isEmpty ? "unnamed" : name), \(id)" : "\(name), \(id), label \(label)"
  }
}
