/// The streams of a subscription.
public struct Streams: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let pose = Streams(rawValue: 1)
  public static let geopose = Streams(rawValue: 2)
  public static let alignment = Streams(rawValue: 4)
  public static let state = Streams(rawValue: 8)
  public static let sensors = Streams(rawValue: 16)
  public static let correction = Streams(rawValue: 32)
  public static let guidance = Streams(rawValue: 64)
  public static let aids = Streams(rawValue: 128)

  /// The streams of values, of which a slow reader gets only the latest; the others are events, which are queued.
  public static let values: Streams = [.pose, .geopose, .alignment, .sensors, .aids]

  public static let named: [(name: String, stream: Streams)] = [
    ("pose", .pose), ("geopose", .geopose), ("alignment", .alignment), ("state", .state), ("sensors", .sensors),
    ("correction", .correction), ("guidance", .guidance), ("aids", .aids),
  ]

  /// nil for an unknown name.
  public init?(name: String) {
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found.stream
  }

  public var names: [String] { Self.named.filter { contains($0.stream) }.map(\.name) }
}
