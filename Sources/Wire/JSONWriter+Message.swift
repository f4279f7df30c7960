import Geometry
import Text

// The decimals of quantities in messages: 0.1 mm for lengths, 0.0001° for angles.
extension JSONWriter {
  mutating func member(_ name: StaticString, _ integer: Int64) {
    key(name)
    value(integer)
  }
  mutating func member(_ name: StaticString, orNull integer: Int64?) {
    key(name)
    if let integer { value(integer) } else { null() }
  }
  mutating func member(_ name: StaticString, orNull number: Double?, decimals: Int) {
    key(name)
    value(orNull: number, decimals: decimals)
  }
  mutating func member(_ name: StaticString, _ length: Length?) { member(name, orNull: length?.value, decimals: 4) }
  mutating func member(_ name: StaticString, degrees angle: Angle?) {
    member(name, orNull: angle?.degrees, decimals: 4)
  }
  mutating func member(_ name: StaticString, _ flag: Bool) {
    key(name)
    value(flag)
  }
  mutating func member(_ name: StaticString, orNull text: String?) {
    key(name)
    if let text { value(text) } else { null() }
  }
  mutating func member(_ name: StaticString, text: String) {
    key(name)
    value(text)
  }
  mutating func member<U: Unit, F: Frame>(_ name: StaticString, _ vector: Vector<U, F>) {
    key(name)
    beginObject()
    member("x", orNull: vector.x, decimals: 4)
    member("y", orNull: vector.y, decimals: 4)
    member("z", orNull: vector.z, decimals: 4)
    endObject()
  }
  mutating func member<From: Frame, To: Frame>(_ name: StaticString, _ rotation: Rotation<From, To>) {
    let q = rotation.quaternion
    key(name)
    beginObject()
    member("x", orNull: q.x, decimals: 8)
    member("y", orNull: q.y, decimals: 8)
    member("z", orNull: q.z, decimals: 8)
    member("w", orNull: q.w, decimals: 8)
    endObject()
  }
}
