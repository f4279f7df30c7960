import Geometry
import Text

/// An item of a list in a frame: a placement, an arrow, a marker, an anchor, a mark on the radar.
protocol SceneItem: Sendable {
  /// True if both are versions of the same item.
  func isSame(as other: Self) -> Bool
  /// True if a drawing of the sent version is accurate enough for this one (`SceneTolerance`).
  func isSeen(as sent: Self, from eye: Displacement<Scene>) -> Bool
  func write(to writer: inout JSONWriter)
  /// Writes the members that identify the item.
  func writeName(to writer: inout JSONWriter)
}

/// The tolerances for an item's changes. Beyond them it is sent again.
///
/// Values are always compared with what was sent last, never with the frame before, so errors do not accumulate.
enum SceneTolerance {
  /// Tolerance of a direction.
  static let angle = Angle.degrees(0.02)
  /// Tolerance of a point of the screen.
  static let pixels = 0.1
  /// Tolerance of a length, as a part of the distance, and its least value.
  static let share = 0.002
  static let least = Length(0.005)
  /// Tolerance of an accuracy, as a part of it.
  static let sigma = 0.02
  /// Tolerance of a position in the radar's unit disc.
  static let disc = 0.0005

  /// True if a point's direction from the eyes and its distance along that direction are within the tolerances.
  static func holds(_ now: Displacement<Scene>, _ sent: Displacement<Scene>, from eye: Displacement<Scene>) -> Bool {
    let sight = now - eye, shift = now - sent
    let distance = sight.norm.value
    guard distance > 0 else { return shift == .zero }
    let along = dot(shift.components, sight.components) / distance
    let across = dot(shift.components, shift.components) - along * along, reach = angle.radians * distance
    return across <= reach * reach && along.magnitude <= slack(distance)
  }

  static func slack(_ distance: Double) -> Double { max(least.value, share * distance) }

  static func holds(_ now: Angle?, _ sent: Angle?) -> Bool {
    guard let now, let sent else { return now == nil && sent == nil }
    let turn = (now - sent).degrees.magnitude
    return turn <= angle.degrees || turn >= 360 - angle.degrees
  }
  static func holds(_ now: Length?, _ sent: Length?) -> Bool {
    guard let now, let sent else { return now == nil && sent == nil }
    return (now - sent).value.magnitude <= slack(now.value)
  }

  static func holds(sigma now: Angle?, _ sent: Angle?) -> Bool {
    holds(sigma: now?.degrees, sent?.degrees, least: angle.degrees)
  }
  static func holds(sigma now: Length?, _ sent: Length?) -> Bool {
    holds(sigma: now?.value, sent?.value, least: least.value)
  }
  private static func holds(sigma now: Double?, _ sent: Double?, least: Double) -> Bool {
    guard let now, let sent else { return now == nil && sent == nil }
    return (now - sent).magnitude <= max(least, sigma * now)
  }

  static func holds(_ now: Rotation<Model, Scene>?, _ sent: Rotation<Model, Scene>?) -> Bool {
    guard let now, let sent else { return now == nil && sent == nil }
    return (sent.inverse * now).angle <= angle
  }

  /// True if a number is within the tolerance of lengths, as a part of it.
  static func holds(share now: Double?, _ sent: Double?) -> Bool {
    guard let now, let sent else { return now == nil && sent == nil }
    return (now - sent).magnitude <= share * now.magnitude
  }

  /// True if a velocity is within 1 cm/s.
  static func holds(_ now: Velocity<Scene>?, _ sent: Velocity<Scene>?) -> Bool {
    guard let now, let sent else { return now == nil && sent == nil }
    return (now - sent).norm <= Speed(0.01)
  }

  static func holds(_ now: ScreenReport?, _ sent: ScreenReport?) -> Bool {
    guard let now, let sent else { return now == nil && sent == nil }
    guard now.place == sent.place else { return false }
    guard let x = now.x, let y = now.y, let oldX = sent.x, let oldY = sent.y else {
      return now.x == nil && sent.x == nil
    }
    return (x - oldX).magnitude <= pixels && (y - oldY).magnitude <= pixels
  }
}

/// The items of one section with the text sent last for each. An item within the tolerances keeps that text; so a reader that
/// gets all items has the same content as one that got all the changes.
///
/// All memory is reused: while the items stay the same, nothing is allocated.
struct SceneItems<Item: SceneItem>: Sendable {
  private struct Entry: Sendable {
    var item: Item
    var text: Range<Int>
    /// True if the item is new or changed in this frame.
    var isNews = true
    /// For an item of the frame before: true if this frame has it too.
    var stays = false
  }
  private var entries: [Entry] = [], earlier: [Entry] = []
  private var text = TextBuffer(), earlierText = TextBuffer()
  /// The probable index of the next item in the frame before.
  private var cursor = 0
  private var stayed = 0
  private var hasNews = false

  var hasLeft: Bool { stayed < earlier.count }
  var hasChanged: Bool { hasNews || hasLeft }

  /// Starts the next frame.
  mutating func startFrame() {
    swap(&entries, &earlier)
    swap(&text, &earlierText)
    entries.removeAll(keepingCapacity: true)
    text.removeAll()
    cursor = 0
    stayed = 0
    hasNews = false
  }

  /// Removes all items without naming them as removed.
  mutating func clear() {
    startFrame()
    earlier.removeAll(keepingCapacity: true)
  }

  mutating func add(_ item: Item, from eye: Displacement<Scene>, exactly: Bool, with writer: inout JSONWriter) {
    let start = text.count
    if let index = find(item) {
      earlier[index].stays = true
      stayed += 1
      cursor = index + 1
      if !exactly, item.isSeen(as: earlier[index].item, from: eye) {
        let old = earlier[index].text
        earlierText.withBytes { text.append(contentsOf: UnsafeBufferPointer(rebasing: $0[old])) }
        entries.append(Entry(item: earlier[index].item, text: start..<text.count, isNews: false))
        return
      }
    }
    hasNews = true
    writer.removeAll()
    item.write(to: &writer)
    text.append(writer.buffer)
    entries.append(Entry(item: item, text: start..<text.count))
  }

  /// Returns the index of the item in the frame before; nearly always it is the next one.
  private func find(_ item: Item) -> Int? {
    if cursor < earlier.count, !earlier[cursor].stays, earlier[cursor].item.isSame(as: item) { return cursor }
    return earlier.firstIndex { !$0.stays && $0.item.isSame(as: item) }
  }

  /// Appends the changed items, or all items, as an array.
  func append(everything: Bool, to buffer: inout TextBuffer) {
    buffer.append(UInt8(ascii: "["))
    text.withBytes { bytes in
      var isFirst = true
      for entry in entries where everything || entry.isNews {
        if !isFirst { buffer.append(UInt8(ascii: ",")) }
        isFirst = false
        buffer.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[entry.text]))
      }
    }
    buffer.append(UInt8(ascii: "]"))
  }

  /// Writes the names of the removed items.
  func writeLeft(to writer: inout JSONWriter) {
    writer.beginArray()
    for entry in earlier where !entry.stays { entry.item.writeName(to: &writer) }
    writer.endArray()
  }
}

extension PlacementMessage: SceneItem {
  func isSame(as other: Self) -> Bool { id == other.id && layer == other.layer }

  func isSeen(as sent: Self, from eye: Displacement<Scene>) -> Bool {
    rank == sent.rank && SceneTolerance.holds(screen, sent.screen) && SceneTolerance.holds(point, sent.point, from: eye)
      && SceneTolerance.holds(azimuth, sent.azimuth) && SceneTolerance.holds(elevation, sent.elevation)
      && SceneTolerance.holds(drawnElevation, sent.drawnElevation) && SceneTolerance.holds(distance, sent.distance)
      && SceneTolerance.holds(drawnDistance, sent.drawnDistance)
      && (scale - sent.scale).magnitude <= SceneTolerance.share * scale && isAsSure(as: sent)
      && count == sent.count && slot == sent.slot && isFavourite == sent.isFavourite && isNear == sent.isNear
      && isAt == sent.isAt && band == sent.band && transition == sent.transition && name == sent.name
      && category == sent.category && members == sent.members
      && SceneTolerance.holds(orientation, sent.orientation) && SceneTolerance.holds(share: size, sent.size)
      && SceneTolerance.holds(velocity, sent.velocity) && statedTime == sent.statedTime
      && status == sent.status && payload == sent.payload && payloadBytes == sent.payloadBytes
  }

  private func isAsSure(as sent: Self) -> Bool {
    SceneTolerance.holds(sigma: azimuthSigma, sent.azimuthSigma)
      && SceneTolerance.holds(sigma: elevationSigma, sent.elevationSigma)
      && SceneTolerance.holds(sigma: distanceSigma, sent.distanceSigma)
  }

  func writeName(to writer: inout JSONWriter) { PlaceName(layer: layer, id: id).write(to: &writer) }
}

extension RadarMessage: SceneItem {
  func isSame(as other: Self) -> Bool { id == other.id && layer == other.layer }

  func isSeen(as sent: Self, from eye: Displacement<Scene>) -> Bool {
    (x - sent.x).magnitude <= SceneTolerance.disc && (y - sent.y).magnitude <= SceneTolerance.disc
      && isBeyond == sent.isBeyond && count == sent.count && band == sent.band
  }

  func writeName(to writer: inout JSONWriter) { PlaceName(layer: layer, id: id).write(to: &writer) }
}

extension ArrowMessage: SceneItem {
  func isSame(as other: Self) -> Bool { number == other.number }

  func isSeen(as sent: Self, from eye: Displacement<Scene>) -> Bool {
    SceneTolerance.holds(screen, sent.screen) && SceneTolerance.holds(point, sent.point, from: eye)
      && (length - sent.length).value.magnitude <= SceneTolerance.slack((point - eye).norm.value)
      // For a small angle between two directions, the chord is about the angle in radians.
      && (tangent - sent.tangent).norm.value <= SceneTolerance.angle.radians && home == sent.home
  }

  func writeName(to writer: inout JSONWriter) { writer.value(number) }
}

extension LineVertexMessage: SceneItem {
  func isSame(as other: Self) -> Bool { number == other.number }

  func isSeen(as sent: Self, from eye: Displacement<Scene>) -> Bool {
    SceneTolerance.holds(screen, sent.screen) && SceneTolerance.holds(point, sent.point, from: eye)
      && SceneTolerance.holds(left, sent.left, from: eye) && SceneTolerance.holds(right, sent.right, from: eye)
      && (length - sent.length).value.magnitude <= SceneTolerance.slack((point - eye).norm.value)
  }

  func writeName(to writer: inout JSONWriter) { writer.value(number) }
}

extension MarkerMessage: SceneItem {
  func isSame(as other: Self) -> Bool { length == other.length && kind == other.kind }

  func isSeen(as sent: Self, from eye: Displacement<Scene>) -> Bool {
    SceneTolerance.holds(screen, sent.screen) && SceneTolerance.holds(point, sent.point, from: eye)
      && SceneTolerance.holds(distance, sent.distance)
  }

  func writeName(to writer: inout JSONWriter) { MarkerName(kind: kind, length: length).write(to: &writer) }
}

extension AnchorMessage: SceneItem {
  func isSame(as other: Self) -> Bool { id == other.id && owner == other.owner }

  func isSeen(as sent: Self, from eye: Displacement<Scene>) -> Bool {
    guard status == sent.status, kind == sent.kind, payload == sent.payload, tags == sent.tags else { return false }
    guard let point, let old = sent.point else { return point == nil && sent.point == nil }
    return SceneTolerance.holds(screen, sent.screen) && SceneTolerance.holds(point, old, from: eye)
      && SceneTolerance.holds(elevation, sent.elevation) && SceneTolerance.holds(distance, sent.distance)
      && SceneTolerance.holds(share: scale, sent.scale) && SceneTolerance.holds(orientation, sent.orientation)
      && SceneTolerance.holds(azimuth, sent.azimuth)
      && SceneTolerance.holds(sigma: azimuthSigma, sent.azimuthSigma)
      && SceneTolerance.holds(sigma: elevationSigma, sent.elevationSigma)
      && SceneTolerance.holds(sigma: distanceSigma, sent.distanceSigma)
  }

  func writeName(to writer: inout JSONWriter) { AnchorName(owner: owner, id: id).write(to: &writer) }
}
