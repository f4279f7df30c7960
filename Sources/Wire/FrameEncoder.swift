public import Geometry
public import Text

/// The encoder for the frames of one subscription. It has a section for each requested part. A frame contains the changes since
/// what was sent last, or everything for a reader that missed a frame.
///
///     {"parameters":{"frame":{"time_boot_ns":…,"is_full":false,"scene_id":…,"is_stale":…,"status":{…},
///       "arrows":{"phase":…,"arrows":[{"number":17,…}]},"left":{"arrows":[16]}}},"continues":true}␀
///
/// Sections that are lists change item by item (`SceneItems`). The buffers are reused. A section without content is null.
public struct FrameEncoder: Sendable {
  public enum Section: Int, CaseIterable, Sendable {
    case placements, arrows, line, markers, anchors, radar, hint, finish, progress, light, pose, upright

    var name: StaticString {
      switch self {
      case .placements: "placements"
      case .arrows: "arrows"
      case .line: "line"
      case .markers: "markers"
      case .anchors: "anchors"
      case .radar: "radar"
      case .hint: "hint"
      case .finish: "finish"
      case .progress: "progress"
      case .light: "light"
      case .pose: "pose"
      case .upright: "upright_deg"
      }
    }

    /// The name of the items within the section, if the section is an object.
    var itemsName: StaticString {
      switch self {
      case .arrows: "arrows"
      case .line: "vertices"
      default: "marks"
      }
    }

    static let lists: [Section] = [.placements, .arrows, .line, .markers, .anchors, .radar]
    var isList: Bool { rawValue <= Section.radar.rawValue }
  }

  /// The text of a section without its items: its value, or the members beside the items.
  private struct Content {
    var text = TextBuffer()
    var before = TextBuffer()
    var isWritten = false
    var hasChanged = false

    mutating func replace(with value: TextBuffer) {
      swap(&text, &before)
      text.removeAll()
      text.append(value)
      hasChanged = text != before
      isWritten = true
    }
  }

  private var writer = JSONWriter()
  private var contents = [Content](repeating: Content(), count: Section.allCases.count)
  private var placements = SceneItems<PlacementMessage>()
  private var arrows = SceneItems<ArrowMessage>()
  private var line = SceneItems<LineVertexMessage>()
  private var markers = SceneItems<MarkerMessage>()
  private var anchors = SceneItems<AnchorMessage>()
  private var radar = SceneItems<RadarMessage>()
  /// The members before the sections, except the time.
  private var head = TextBuffer()
  private var headBefore = TextBuffer()
  private var time: Int64 = 0
  private var eye = Displacement<Scene>.zero
  /// True if each item is sent with its exact values, not as it was sent last.
  private let isExact: Bool

  public init(isExact: Bool = false) { self.isExact = isExact }

  /// Starts a frame, seen from a point of the scene.
  public mutating func startFrame(
    time: Int64, scene: Int, isStale: Bool, status: PlacementReport, band: Angle? = nil, pending: PendingMessage? = nil,
    fault: String?, eye: Displacement<Scene>
  ) {
    self.time = time
    self.eye = eye
    for index in contents.indices {
      contents[index].isWritten = false
      contents[index].hasChanged = false
    }
    writer.removeAll()
    writer.beginObject()
    writer.member("scene_id", Int64(scene))
    writer.member("is_stale", isStale)
    writer.member("status", status)
    writer.key("band_deg")
    writer.value(orNull: band?.degrees.rounded(.up), decimals: 0)
    writer.key("pending")
    if let pending { pending.write(to: &writer) } else { writer.null() }
    if let fault { writer.member("fault", text: fault) }
    writer.endObject()
    swap(&head, &headBefore)
    head.removeAll()
    head.append(writer.buffer)
  }

  /// Writes one section: exactly one value. For arrows and radar, the members beside the items, which are added afterward.
  public mutating func write(_ section: Section, _ value: (inout JSONWriter) -> Void) {
    writer.removeAll()
    value(&writer)
    contents[section.rawValue].replace(with: writer.buffer)
    if section.isList { startItems(section) }
  }

  /// Starts a section that is a list; its items are added afterward.
  public mutating func startList(_ section: Section) { write(section) { $0.value(true) } }

  /// Writes a section without content.
  public mutating func writeNothing(_ section: Section) {
    write(section) { $0.null() }
    switch section {
    case .placements: placements.clear()
    case .arrows: arrows.clear()
    case .line: line.clear()
    case .markers: markers.clear()
    case .anchors: anchors.clear()
    case .radar: radar.clear()
    default: break
    }
  }

  private mutating func startItems(_ section: Section) {
    switch section {
    case .placements: placements.startFrame()
    case .arrows: arrows.startFrame()
    case .line: line.startFrame()
    case .markers: markers.startFrame()
    case .anchors: anchors.startFrame()
    case .radar: radar.startFrame()
    default: break
    }
  }

  public mutating func add(_ item: PlacementMessage) {
    placements.add(item, from: eye, exactly: isExact, with: &writer)
  }
  public mutating func add(_ item: ArrowMessage) { arrows.add(item, from: eye, exactly: isExact, with: &writer) }
  public mutating func add(_ item: LineVertexMessage) { line.add(item, from: eye, exactly: isExact, with: &writer) }
  public mutating func add(_ item: MarkerMessage) { markers.add(item, from: eye, exactly: isExact, with: &writer) }
  public mutating func add(_ item: AnchorMessage) { anchors.add(item, from: eye, exactly: isExact, with: &writer) }
  public mutating func add(_ item: RadarMessage) { radar.add(item, from: eye, exactly: isExact, with: &writer) }

  /// True if the frame differs from what was sent last.
  public var hasChanged: Bool { head != headBefore || Section.allCases.contains { hasChanged($0) } }

  private func hasChanged(_ section: Section) -> Bool {
    guard contents[section.rawValue].isWritten else { return false }
    if contents[section.rawValue].hasChanged { return true }
    return switch section {
    case .placements: placements.hasChanged
    case .arrows: arrows.hasChanged
    case .line: line.hasChanged
    case .markers: markers.hasChanged
    case .anchors: anchors.hasChanged
    case .radar: radar.hasChanged
    default: false
    }
  }

  /// Appends the frame as a member's value.
  public mutating func append(everything: Bool, to buffer: inout TextBuffer) {
    buffer.append("{\"time_boot_ns\":" as StaticString)
    buffer.append(time)
    buffer.append(everything ? ",\"is_full\":true," : ",\"is_full\":false," as StaticString)
    // Without its brackets
    head.withBytes { buffer.append(contentsOf: UnsafeBufferPointer(rebasing: $0[1..<($0.count - 1)])) }
    for section in Section.allCases where contents[section.rawValue].isWritten {
      guard everything || hasChanged(section) else { continue }
      buffer.append(",\"" as StaticString)
      buffer.append(section.name)
      buffer.append("\":" as StaticString)
      append(section, everything: everything, to: &buffer)
    }
    if !everything { appendLeft(to: &buffer) }
    buffer.append(UInt8(ascii: "}"))
  }

  private func append(_ section: Section, everything: Bool, to buffer: inout TextBuffer) {
    let text = contents[section.rawValue].text
    let first = text.withBytes { $0.first }
    guard section.isList, first != UInt8(ascii: "n") else { return buffer.append(text) }
    let isObject = first == UInt8(ascii: "{")
    if isObject {
      // Without its last bracket
      text.withBytes { buffer.append(contentsOf: UnsafeBufferPointer(rebasing: $0[..<($0.count - 1)])) }
      buffer.append(",\"" as StaticString)
      buffer.append(section.itemsName)
      buffer.append("\":" as StaticString)
    }
    switch section {
    case .placements: placements.append(everything: everything, to: &buffer)
    case .arrows: arrows.append(everything: everything, to: &buffer)
    case .line: line.append(everything: everything, to: &buffer)
    case .markers: markers.append(everything: everything, to: &buffer)
    case .anchors: anchors.append(everything: everything, to: &buffer)
    default: radar.append(everything: everything, to: &buffer)
    }
    if isObject { buffer.append(UInt8(ascii: "}")) }
  }

  private func hasLeft(_ section: Section) -> Bool {
    guard contents[section.rawValue].isWritten else { return false }
    return switch section {
    case .placements: placements.hasLeft
    case .arrows: arrows.hasLeft
    case .line: line.hasLeft
    case .markers: markers.hasLeft
    case .anchors: anchors.hasLeft
    case .radar: radar.hasLeft
    default: false
    }
  }

  private mutating func appendLeft(to buffer: inout TextBuffer) {
    guard Section.lists.contains(where: { hasLeft($0) }) else { return }
    writer.removeAll()
    writer.beginObject()
    for section in Section.lists where hasLeft(section) {
      writer.key(section.name)
      switch section {
      case .placements: placements.writeLeft(to: &writer)
      case .arrows: arrows.writeLeft(to: &writer)
      case .line: line.writeLeft(to: &writer)
      case .markers: markers.writeLeft(to: &writer)
      case .anchors: anchors.writeLeft(to: &writer)
      default: radar.writeLeft(to: &writer)
      }
    }
    writer.endObject()
    buffer.append(",\"left\":" as StaticString)
    buffer.append(writer.buffer)
  }

  /// Writes the frame as a message of a stream.
  public mutating func message(everything: Bool, in buffer: inout TextBuffer) {
    buffer.removeAll()
    buffer.append("{\"parameters\":{\"frame\":" as StaticString)
    append(everything: everything, to: &buffer)
    buffer.append("},\"continues\":true}" as StaticString)
    buffer.append(UInt8(0))
  }
}
