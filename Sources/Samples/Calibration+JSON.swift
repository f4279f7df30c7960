import Geometry
public import Text

// A calibration as JSON, in the `#,calibration` line of a recording and in files:
// {"accelerometer":{"offset":[…],"matrix":[[row],[row],[row]],"slope":[…],"reference_celsius":25},"gyroscope":…}
// in the sensor's own unit (m/s², rad/s, µT). `matrix`, `slope` and `reference_celsius` may be left out.

extension CalibrationSet {
  public init(json: JSONValue) throws(CalibrationFault) {
    guard case .object(let members) = json else { throw .shape("expected an object") }
    self.init()
    for member in members {
      let key = member.name, value = member.value
      switch key {
      case "accelerometer": accelerometer = try Calibration(json: value, named: key)
      case "gyroscope": gyroscope = try Calibration(json: value, named: key)
      case "magnetometer": magnetometer = try Calibration(json: value, named: key)
      default: continue  // date, identity and grade stand beside the models
      }
    }
  }

  public var json: JSONValue {
    var members: [JSONMember] = []
    if let accelerometer { members.append(JSONMember("accelerometer", accelerometer.json)) }
    if let gyroscope { members.append(JSONMember("gyroscope", gyroscope.json)) }
    if let magnetometer { members.append(JSONMember("magnetometer", magnetometer.json)) }
    return .object(members)
  }
}

extension Calibration {
  init(json: JSONValue, named name: String) throws(CalibrationFault) {
    guard let offset = json["offset"].flatMap(triple) else { throw .shape("\(name).offset must be three numbers") }
    var matrix = Matrix3.identity
    if let value = json["matrix"] {
      guard let rows = value.array, rows.count == 3, let r0 = triple(rows[0]), let r1 = triple(rows[1]),
        let r2 = triple(rows[2])
      else { throw .shape("\(name).matrix must be three rows of three numbers") }
      matrix = Matrix3(rows: r0, r1, r2)
    }
    var slope = SIMD3<Double>.zero
    if let value = json["slope"] {
      guard let numbers = triple(value) else { throw .shape("\(name).slope must be three numbers") }
      slope = numbers
    }
    var reference: Temperature?
    if let value = json["reference_celsius"] {
      guard let number = value.double else { throw .shape("\(name).reference_celsius must be a number") }
      reference = Temperature(number)
    }
    do throws(CalibrationFault) {
      try self.init(validating: Vector(offset), matrix: matrix, slope: Vector(slope), reference: reference)
    } catch {
      throw .of(name, error)
    }
  }

  var json: JSONValue {
    let m = matrix.transposed  // by rows
    var members = [
      JSONMember("offset", array(offset.components)),
      JSONMember("matrix", .array([array(m.c0), array(m.c1), array(m.c2)])),
    ]
    if reference != nil || slope != .zero { members.append(JSONMember("slope", array(slope.components))) }
    if let reference { members.append(JSONMember("reference_celsius", .number(reference.value))) }
    return .object(members)
  }
}

private func triple(_ value: JSONValue) -> SIMD3<Double>? {
  guard let items = value.array, items.count == 3, let x = items[0].double, let y = items[1].double,
    let z = items[2].double
  else { return nil }
  return SIMD3(x, y, z)
}

private func array(_ v: SIMD3<Double>) -> JSONValue { .array([.number(v.x), .number(v.y), .number(v.z)]) }
