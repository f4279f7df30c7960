import Text

/// A picture of the scene as `foxglove.SceneUpdate`: entities in odom, each replaced by the next one with its name.
public struct FoxgloveScene: Sendable {
  /// Red, green, blue and opacity, from 0 to 1.
  public typealias Color = SIMD4<Double>

  public enum Part: Sendable {
    /// A ball with a text above it.
    case mark(SIMD3<Double>, diameter: Double, text: String, Color)
    /// Arrows on the ground: their tails, and rotations that turn x along them.
    case arrows([SessionFrames.Placed], length: Double, Color)
    case line([SIMD3<Double>], width: Double, Color)
  }

  public struct Entity: Sendable {
    /// Unique among the entities.
    public var id: String
    public var part: Part
    /// Shown when the entity is chosen.
    public var facts: [(key: String, value: String)]

    public init(_ id: String, _ part: Part, facts: [(key: String, value: String)] = []) {
      self.id = id
      self.part = part
      self.facts = facts
    }
  }

  /// Those of the last update.
  private var ids: Set<String> = []
  private var writer = JSONWriter(capacity: 1 << 12)

  public init() {}

  /// Returns the update to these entities; the others of the last one are deleted.
  public mutating func update(_ entities: [Entity], _ stamp: UInt64) -> [UInt8] {
    let now = Set(entities.map(\.id))
    writer.removeAll()
    writer.beginObject()
    writer.key("deletions")
    writer.beginArray()
    for gone in ids.subtracting(now).sorted() {
      writer.beginObject()
      FoxgloveMessages.write("timestamp", stamp, &writer)
      writer.key("type")
      // Foxglove: 0 is the entity with this id.
      writer.value(0)
      writer.key("id")
      writer.value(gone)
      writer.endObject()
    }
    writer.endArray()
    writer.key("entities")
    writer.beginArray()
    for entity in entities { write(entity, stamp) }
    writer.endArray()
    writer.endObject()
    ids = now
    return writer.buffer.bytes
  }

  private mutating func write(_ entity: Entity, _ stamp: UInt64) {
    writer.beginObject()
    FoxgloveMessages.write("timestamp", stamp, &writer)
    writer.key("frame_id")
    writer.value(SessionFrames.odometry)
    writer.key("id")
    writer.value(entity.id)
    // Foxglove: a lifetime of 0 is without end.
    FoxgloveMessages.write("lifetime", 0, &writer)
    writer.key("frame_locked")
    writer.value(true)
    writer.key("metadata")
    writer.beginArray()
    for fact in entity.facts {
      writer.beginObject()
      writer.key("key")
      writer.value(fact.key)
      writer.key("value")
      writer.value(fact.value)
      writer.endObject()
    }
    writer.endArray()
    for name: StaticString in ["cubes", "cylinders", "triangles", "models"] { write(list: name) { _ in } }
    write(list: "arrows") { writer in
      guard case .arrows(let arrows, let length, let color) = entity.part else { return }
      for arrow in arrows { Self.write(arrow, length: length, color, &writer) }
    }
    write(list: "spheres") { writer in
      guard case .mark(let point, let diameter, _, let color) = entity.part else { return }
      writer.beginObject()
      Self.write(pose: point, Self.unturned, &writer)
      writer.key("size")
      FoxgloveMessages.write(SIMD3(repeating: diameter), &writer)
      Self.write(color, &writer)
      writer.endObject()
    }
    write(list: "lines") { writer in
      guard case .line(let points, let width, let color) = entity.part else { return }
      Self.write(line: points, width: width, color, &writer)
    }
    write(list: "texts") { writer in
      guard case .mark(let point, let diameter, let text, let color) = entity.part else { return }
      writer.beginObject()
      Self.write(pose: point + SIMD3(0, 0, diameter), Self.unturned, &writer)
      writer.key("billboard")
      writer.value(true)
      writer.key("font_size")
      writer.value(14)
      writer.key("scale_invariant")
      writer.value(true)
      Self.write(color, &writer)
      writer.key("text")
      writer.value(text)
      writer.endObject()
    }
    writer.endObject()
  }

  private mutating func write(list name: StaticString, _ body: (inout JSONWriter) -> Void) {
    writer.key(name)
    writer.beginArray()
    body(&writer)
    writer.endArray()
  }

  private static let unturned = SIMD4<Double>(0, 0, 0, 1)

  private static func write(pose position: SIMD3<Double>, _ rotation: SIMD4<Double>, _ writer: inout JSONWriter) {
    writer.key("pose")
    writer.beginObject()
    writer.key("position")
    FoxgloveMessages.write(position, &writer)
    writer.key("orientation")
    FoxgloveMessages.write(rotation, &writer)
    writer.endObject()
  }

  private static func write(
    _ arrow: SessionFrames.Placed, length: Double, _ color: Color, _ writer: inout JSONWriter
  ) {
    writer.beginObject()
    write(pose: arrow.position, arrow.rotation, &writer)
    for (name, share) in [
      ("shaft_length", 0.6), ("shaft_diameter", 0.15), ("head_length", 0.4), ("head_diameter", 0.4),
    ] as [(StaticString, Double)] {
      writer.key(name)
      writer.value(length * share, decimals: 3)
    }
    write(color, &writer)
    writer.endObject()
  }

  private static func write(
    line points: [SIMD3<Double>], width: Double, _ color: Color, _ writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.key("type")
    // Foxglove: 0 is a strip.
    writer.value(0)
    write(pose: .zero, unturned, &writer)
    writer.key("thickness")
    writer.value(width, decimals: 3)
    writer.key("scale_invariant")
    writer.value(false)
    writer.key("points")
    writer.beginArray()
    for point in points { FoxgloveMessages.write(point, &writer) }
    writer.endArray()
    write(color, &writer)
    for name: StaticString in ["colors", "indices"] {
      writer.key(name)
      writer.beginArray()
      writer.endArray()
    }
    writer.endObject()
  }

  private static func write(_ color: Color, _ writer: inout JSONWriter) {
    writer.key("color")
    writer.beginObject()
    for (name, value) in [("r", color.x), ("g", color.y), ("b", color.z), ("a", color.w)] as [(StaticString, Double)] {
      writer.key(name)
      writer.value(value, decimals: 3)
    }
    writer.endObject()
  }
}
