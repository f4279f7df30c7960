/// The parts of a scene subscription.
public struct SceneParts: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  // Parts of a frame
  public static let placements = SceneParts(rawValue: 1)
  /// The members of each placement.
  public static let clusters = SceneParts(rawValue: 1 << 1)
  public static let arrows = SceneParts(rawValue: 1 << 2)
  public static let markers = SceneParts(rawValue: 1 << 3)
  public static let anchors = SceneParts(rawValue: 1 << 4)
  public static let radar = SceneParts(rawValue: 1 << 5)
  public static let hint = SceneParts(rawValue: 1 << 6)
  public static let finish = SceneParts(rawValue: 1 << 7)
  public static let progress = SceneParts(rawValue: 1 << 8)
  public static let light = SceneParts(rawValue: 1 << 9)
  // Events, which are sent one by one
  public static let announcements = SceneParts(rawValue: 1 << 10)
  public static let proximity = SceneParts(rawValue: 1 << 11)
  public static let statuses = SceneParts(rawValue: 1 << 12)
  public static let route = SceneParts(rawValue: 1 << 13)

  /// Members of each placement: the owner's data, and the orientation of its label.
  public static let payload = SceneParts(rawValue: 1 << 14)
  public static let billboards = SceneParts(rawValue: 1 << 15)
  /// The route's line on the ground, a part of a frame.
  public static let line = SceneParts(rawValue: 1 << 16)

  /// The pose and alignment of the frame itself.
  public static let pose = SceneParts(rawValue: 1 << 17)

  /// The parts that add members to placements.
  public static let ofPlacements: SceneParts = [.clusters, .payload, .billboards]
  public static let events: SceneParts = [.announcements, .proximity, .statuses, .route]

  public static let named: [(name: String, part: SceneParts)] = [
    ("placements", .placements), ("clusters", .clusters), ("payload", .payload),
    ("billboards", .billboards), ("arrows", .arrows), ("line", .line), ("markers", .markers),
    ("anchors", .anchors), ("radar", .radar), ("hint", .hint), ("finish", .finish), ("progress", .progress),
    ("light", .light), ("pose", .pose), ("announcements", .announcements), ("proximity", .proximity),
    ("statuses", .statuses),
    ("route", .route),
  ]

  /// nil for an unknown name.
  public init?(name: String) {
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found.part
  }

  public var names: [String] { Self.named.filter { contains($0.part) }.map(\.name) }
}
