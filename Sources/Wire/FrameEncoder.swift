public import Text

/// The frames of one subscription: a section for each thing that was asked for, of which a frame has those that are other than
/// in the frame before; all of them for a reader who has missed one.
///
///     {"parameters":{"frame":{"time_boot_ns":…,"scene_id":…,"is_stale":…,"status":{…},"arrows":{…}}},"continues":true}␀
///
/// The buffers are reused; null stands for a section that has nothing to say.
public struct FrameEncoder: Sendable {
  public enum Section: Int, CaseIterable, Sendable {
    case placements, arrows, markers, anchors, radar, hint, finish, progress, light, upright

    var name: StaticString {
      switch self {
      case .placements: "placements"
      case .arrows: "arrows"
      case .markers: "markers"
      case .anchors: "anchors"
      case .radar: "radar"
      case .hint: "hint"
      case .finish: "finish"
      case .progress: "progress"
      case .light: "light"
      case .upright: "upright_deg"
      }
    }
  }

  private struct Content {
    var text = TextBuffer()
    var before = TextBuffer()
    var isWritten = false
    var hasChanged = false

    mutating func take(_ value: TextBuffer) {
      swap(&text, &before)
      text.removeAll()
      text.append(value)
      hasChanged = text.bytes != before.bytes
      isWritten = true
    }
  }

  private var writer = JSONWriter()
  private var contents = [Content](repeating: Content(), count: Section.allCases.count)
  /// What stands before the sections, but for the time.
  private var head = TextBuffer()
  private var headBefore = TextBuffer()
  private var time: Int64 = 0

  public init() {}

  /// Begins a frame.
  public mutating func begin(time: Int64, scene: Int, isStale: Bool, status: PlacementReport, fault: String?) {
    self.time = time
    for index in contents.indices {
      contents[index].isWritten = false
      contents[index].hasChanged = false
    }
    writer.removeAll()
    writer.beginObject()
    writer.member("scene_id", Int64(scene))
    writer.member("is_stale", isStale)
    writer.member("status", status)
    if let fault { writer.member("fault", text: fault) }
    writer.endObject()
    swap(&head, &headBefore)
    head.removeAll()
    head.append(writer.buffer)
  }

  /// One section of it: exactly one value.
  public mutating func write(_ section: Section, _ value: (inout JSONWriter) -> Void) {
    writer.removeAll()
    value(&writer)
    contents[section.rawValue].take(writer.buffer)
  }

  /// Something is other than in the frame before.
  public var hasChanged: Bool { head.bytes != headBefore.bytes || contents.contains { $0.hasChanged } }

  /// The frame as a member's value, after what is in the buffer.
  public func append(everything: Bool, to buffer: inout TextBuffer) {
    buffer.append("{\"time_boot_ns\":" as StaticString)
    buffer.append(time)
    buffer.append(UInt8(ascii: ","))
    // Without its brackets.
    head.withBytes { buffer.append(contentsOf: UnsafeBufferPointer(rebasing: $0[1..<($0.count - 1)])) }
    for section in Section.allCases {
      let content = contents[section.rawValue]
      guard content.isWritten, everything || content.hasChanged else { continue }
      buffer.append(",\"" as StaticString)
      buffer.append(section.name)
      buffer.append("\":" as StaticString)
      buffer.append(content.text)
    }
    buffer.append(UInt8(ascii: "}"))
  }

  /// The frame as a message of a stream.
  public func message(everything: Bool, in buffer: inout TextBuffer) {
    buffer.removeAll()
    buffer.append("{\"parameters\":{\"frame\":" as StaticString)
    append(everything: everything, to: &buffer)
    buffer.append("},\"continues\":true}" as StaticString)
    buffer.append(UInt8(0))
  }
}
