import Geodesy
import Geometry
public import Text

// The members of messages, as scripts/clients_swift.py names them: 0.1 mm for lengths, 0.0001° for angles.
extension JSONWriter {
  @inline(never) mutating func member(_ name: StaticString, _ integer: Int64) {
    key(name)
    value(integer)
  }
  @inline(never) mutating func member(_ name: StaticString, _ integer: Int64?) {
    key(name)
    if let integer { value(integer) } else { null() }
  }
  @inline(never) mutating func member(_ name: StaticString, _ integer: Int) { member(name, Int64(integer)) }
  @inline(never) mutating func member(_ name: StaticString, _ integer: Int?) { member(name, integer.map { Int64($0) }) }
  @inline(never) mutating func member(_ name: StaticString, _ integers: [Int]?) {
    key(name)
    guard let integers else { return null() }
    beginArray()
    for integer in integers { value(integer) }
    endArray()
  }
  @inline(never) mutating func member(_ name: StaticString, orNull number: Double?, decimals: Int) {
    key(name)
    value(orNull: number, decimals: decimals)
  }
  /// Writes the shortest text of a number.
  @inline(never) mutating func member(_ name: StaticString, exact number: Double?) {
    key(name)
    value(orNull: number)
  }
  @inline(never) mutating func member(_ name: StaticString, _ numbers: [Double], decimals: Int) {
    key(name)
    beginArray()
    for number in numbers { value(orNull: number, decimals: decimals) }
    endArray()
  }
  @inline(never) mutating func member(_ name: StaticString, _ flag: Bool) {
    key(name)
    value(flag)
  }
  @inline(never) mutating func member(_ name: StaticString, _ flag: Bool?) {
    key(name)
    if let flag { value(flag) } else { null() }
  }
  @inline(never) mutating func member(_ name: StaticString, text: String?) {
    key(name)
    if let text { value(text) } else { null() }
  }
  @inline(never) mutating func member(_ name: StaticString, _ texts: [String]?) {
    key(name)
    guard let texts else { return null() }
    beginArray()
    for text in texts { value(text) }
    endArray()
  }
  @inline(never) mutating func member(_ name: StaticString, _ json: JSONValue?) {
    key(name)
    value(json ?? .null)
  }
  @inline(never) mutating func member(_ name: StaticString, _ values: [JSONValue]) {
    key(name)
    beginArray()
    for json in values { value(json) }
    endArray()
  }
  /// Writes one line of JSON as it is.
  @inline(never) mutating func member(_ name: StaticString, json text: String) {
    key(name)
    value(json: text)
  }
  /// Writes a payload if it is valid JSON.
  @inline(never) mutating func member(_ name: StaticString, checked text: String?) {
    guard let text, let json = try? JSONValue(reading: text) else { return }
    key(name)
    value(json)
  }
  @inline(never) mutating func member<U: Unit, F: Frame>(_ name: StaticString, _ vector: Vector<U, F>) {
    key(name)
    beginObject()
    member("x", orNull: vector.x, decimals: 4)
    member("y", orNull: vector.y, decimals: 4)
    member("z", orNull: vector.z, decimals: 4)
    endObject()
  }
  @inline(never) mutating func member<U: Unit, F: Frame>(_ name: StaticString, _ vector: Vector<U, F>?) {
    if let vector { member(name, vector) } else { member(name, nil as JSONValue?) }
  }
  @inline(never) mutating func member<From: Frame, To: Frame>(_ name: StaticString, _ rotation: Rotation<From, To>) {
    let q = rotation.quaternion
    key(name)
    beginObject()
    member("x", orNull: q.x, decimals: 8)
    member("y", orNull: q.y, decimals: 8)
    member("z", orNull: q.z, decimals: 8)
    member("w", orNull: q.w, decimals: 8)
    endObject()
  }
  /// Writes a place with a resolution of 0.1 mm.
  @inline(never) mutating func member(_ name: StaticString, _ place: Geodetic?) {
    key(name)
    guard let place, place.isFinite else { return null() }
    beginObject()
    member("latitude_deg", orNull: place.latitude.value, decimals: 9)
    member("longitude_deg", orNull: place.longitude.value, decimals: 9)
    member("height", orNull: place.height.value, decimals: 4)
    endObject()
  }
  @inline(never) mutating func member(_ name: StaticString, flat place: Geodetic) {
    key(name)
    value(flat: place)
  }
  @inline(never) mutating func member(_ name: StaticString, flat places: [Geodetic]) {
    key(name)
    beginArray()
    for place in places { value(flat: place) }
    endArray()
  }
  @inline(never) private mutating func value(flat place: Geodetic) {
    beginObject()
    member("latitude_deg", orNull: place.latitude.value, decimals: 9)
    member("longitude_deg", orNull: place.longitude.value, decimals: 9)
    endObject()
  }
  @inline(never) mutating func member(_ name: StaticString, _ set: some WordSet) {
    key(name)
    beginArray()
    for (bit, word) in type(of: set).listed.enumerated() where Int(set.rawValue) & 1 << bit != 0 { value(text: word) }
    endArray()
  }
  @inline(never) public mutating func member(_ name: StaticString, _ message: some Message) {
    key(name)
    message.write(to: &self)
  }
  @inline(never) mutating func member(_ name: StaticString, _ message: (some Message)?) {
    key(name)
    if let message { message.write(to: &self) } else { null() }
  }
  @inline(never) mutating func member(_ name: StaticString, _ messages: [some Message]?) {
    key(name)
    guard let messages else { return null() }
    beginArray()
    for message in messages { message.write(to: &self) }
    endArray()
  }
}
