import Geodesy
import Geometry
import Samples
public import Text

// A record as JSON, in the daemon's files, in exports and on the socket:
// {"schema":1,"kind":"mag","made":"2026-11-20T09:15:00Z","grade":"good","promise":FIGURE,"evidence":[FIGURE…],"remarks":[PHRASE…],
//  "sensors":[{"role":"magnetometer","name":"lis3mdl","label":"","place":"platform/…","mount":[[1,0,0],[0,1,0],[0,0,1]],
//  "found_mount":[[…],[…],[…]]?}],"corrections":{as in `#,calibration`},"accepted_offset":[…]?,"accelerometer_reversed":false,
//  "magnetometer_delay_s":0.01?,"accelerometer_delay_s":…?,"temperature_celsius":31.2?,
//  "machine":"DIGEST","confirmed_on":["DIGEST"…],"software":"gnomond VERSION","system":"Linux 6.1 aarch64","magnetic_model":"WMM2025 2026.9"?}
// FIGURE: {"name","value","unit","bar"?}; PHRASE: {"code","figures","english"}. Unknown members are skipped.

extension CalibrationRecord {
  public init(json: JSONValue) throws(CalibrationRecordFault) {
    guard json.object != nil else { throw CalibrationRecordFault("", "expected an object") }
    guard let schema = json["schema"]?.integer else { throw CalibrationRecordFault("schema", "must be a whole number") }
    guard schema <= Int64(Self.schema) else {
      throw CalibrationRecordFault(
        "schema", "is \(schema), of a newer gnomon; this one reads up to \(Self.schema): update gnomon")
    }
    guard schema == Int64(Self.schema) else { throw CalibrationRecordFault("schema", "must be \(Self.schema)") }
    func named<Value: RawRepresentable & CaseIterable>(
      _ name: String
    ) throws(CalibrationRecordFault) -> Value where Value.RawValue == String {
      guard let value = json[name]?.string.flatMap(Value.init(rawValue:)) else {
        throw CalibrationRecordFault(name, "must be \(Value.allCases.map(\.rawValue).joined(separator: " | "))")
      }
      return value
    }
    func optional(_ name: String, _ range: ClosedRange<Double>) throws(CalibrationRecordFault) -> Double? {
      guard let value = json[name], !value.isNull else { return nil }
      guard let number = value.double, range.contains(number) else {
        throw CalibrationRecordFault(name, "must be a number within \(range.lowerBound) … \(range.upperBound)")
      }
      return number
    }
    func text(_ name: String) -> String { json[name]?.string ?? "" }
    kind = try named("kind")
    grade = try named("grade")
    made = nil
    if let value = json["made"], !value.isNull {
      guard let time = value.string.flatMap({ UTC($0) }) else {
        throw CalibrationRecordFault("made", "must be a time like 2026-11-20T09:15:00Z")
      }
      made = time
    }
    promise = try CalibrationFigure(json: json["promise"] ?? .null, named: "promise")
    (evidence, remarks, sensors) = ([], [], [])
    for value in json["evidence"]?.array ?? [] {
      evidence.append(try CalibrationFigure(json: value, named: "evidence"))
    }
    for value in json["remarks"]?.array ?? [] { remarks.append(try CalibrationPhrase(json: value, named: "remarks")) }
    guard let list = json["sensors"]?.array, !list.isEmpty else {
      throw CalibrationRecordFault("sensors", "must be an array of the calibrated sensors")
    }
    for value in list { sensors.append(try CalibratedSensor(json: value)) }
    corrections = CalibrationSet()
    if let value = json["corrections"], !value.isNull {
      do throws(CalibrationFault) { corrections = try CalibrationSet(json: value) } catch {
        throw CalibrationRecordFault("corrections", "\(error)")
      }
    }
    acceptedOffset = nil
    if let value = json["accepted_offset"], !value.isNull {
      let numbers = value.array?.compactMap(\.double) ?? []
      guard numbers.count == 3 else { throw CalibrationRecordFault("accepted_offset", "must be three numbers") }
      do throws(CalibrationFault) {
        acceptedOffset = try Calibration(validating: MagneticField(numbers[0], numbers[1], numbers[2])).offset
      } catch {
        throw CalibrationRecordFault("accepted_offset", "\(error)")
      }
    }
    isAccelerometerReversed = json["accelerometer_reversed"]?.bool ?? false
    magnetometerDelay = try optional("magnetometer_delay_s", Self.delays).map { TimeSpan($0) }
    accelerometerDelay = try optional("accelerometer_delay_s", Self.delays).map { TimeSpan($0) }
    temperature = try optional("temperature_celsius", CalibrationLimits.celsius).map { Temperature($0) }
    software = text("software")
    system = text("system")
    magneticModel = json["magnetic_model"]?.string
    machine = text("machine")
    confirmedOn = (json["confirmed_on"]?.array ?? []).compactMap(\.string)
    let subjects = Set(kind.subjects), there = Set(sensors.map(\.role))
    guard subjects.isSubset(of: there) else {
      throw CalibrationRecordFault("sensors", "must name the \(kind.subjects.map(\.rawValue).joined(separator: ", "))")
    }
  }

  public var json: JSONValue {
    var members: [JSONMember] = []
    func add(_ name: String, _ value: JSONValue?) { if let value { members.append(JSONMember(name, value)) } }
    add("schema", .integer(Int64(Self.schema)))
    add("kind", .string(kind.rawValue))
    add("made", made.map { .string("\($0)") })
    add("grade", .string(grade.rawValue))
    add("promise", promise.json)
    add("evidence", .array(evidence.map(\.json)))
    add("remarks", .array(remarks.map(\.json)))
    add("sensors", .array(sensors.map(\.json)))
    add("corrections", corrections.json)
    add("accepted_offset", acceptedOffset.map { [.number($0.x), .number($0.y), .number($0.z)] })
    add("accelerometer_reversed", .bool(isAccelerometerReversed))
    add("magnetometer_delay_s", magnetometerDelay.map { .number($0.value) })
    add("accelerometer_delay_s", accelerometerDelay.map { .number($0.value) })
    add("temperature_celsius", temperature.map { .number($0.value) })
    if !machine.isEmpty { add("machine", .string(machine)) }
    if !confirmedOn.isEmpty { add("confirmed_on", .array(confirmedOn.map { .string($0) })) }
    add("software", .string(software))
    add("system", .string(system))
    add("magnetic_model", magneticModel.map { .string($0) })
    return .object(members)
  }
}

/// Fault that makes a text unusable as a calibration.
public struct CalibrationRecordFault: Error, Equatable, Sendable, CustomStringConvertible {
  public var member: String
  public var sentence: String

  public init(_ member: String, _ sentence: String) {
    self.member = member
    self.sentence = sentence
  }

  public var description: String { member.isEmpty ? sentence : "\(member) \(sentence)" }
}

extension CalibrationRecord.CalibratedSensor {
  init(json: JSONValue) throws(CalibrationRecordFault) {
    guard let role = json["role"]?.string.flatMap(CalibratedRole.init(rawValue:)) else {
      let names = CalibratedRole.allCases.map(\.rawValue).joined(separator: " | ")
      throw CalibrationRecordFault("sensors.role", "must be \(names)")
    }
    guard let name = json["name"]?.string else { throw CalibrationRecordFault("sensors.name", "must be a text") }
    self.role = role
    identity = SensorIdentity(name: name, label: json["label"]?.string ?? "", place: json["place"]?.string ?? "")
    mount = .identity
    if let value = json["mount"], !value.isNull { mount = try Matrix3(rotation: value, named: "sensors.mount") }
    if let value = json["found_mount"], !value.isNull {
      found = try Matrix3(rotation: value, named: "sensors.found_mount")
    }
  }

  var json: JSONValue {
    var members = [
      JSONMember("role", .string(role.rawValue)), JSONMember("name", .string(identity.name)),
      JSONMember("label", .string(identity.label)), JSONMember("place", .string(identity.place)),
      JSONMember("mount", mount.json),
    ]
    if let found { members.append(JSONMember("found_mount", found.json)) }
    return .object(members)
  }
}

extension CalibrationFigure {
  init(json: JSONValue, named member: String) throws(CalibrationRecordFault) {
    guard let name = json["name"]?.string, let value = json["value"], value.isNull || value.double != nil else {
      throw CalibrationRecordFault(member, "must have a name and a value")
    }
    self.init(name, value.double ?? .nan, json["unit"]?.string ?? "", bar: json["bar"]?.double)
  }

  /// A value that is not finite becomes null: JSON has no form for it.
  public var json: JSONValue {
    var members = [
      JSONMember("name", .string(name)), JSONMember("value", value.isFinite ? .number(value) : .null),
      JSONMember("unit", .string(unit)),
    ]
    if let bar, bar.isFinite { members.append(JSONMember("bar", .number(bar))) }
    return .object(members)
  }
}

extension CalibrationPhrase {
  init(json: JSONValue, named member: String) throws(CalibrationRecordFault) {
    guard let code = json["code"]?.string, let english = json["english"]?.string else {
      throw CalibrationRecordFault(member, "must have a code and its english")
    }
    var figures: [CalibrationFigure] = []
    for value in json["figures"]?.array ?? [] { figures.append(try CalibrationFigure(json: value, named: member)) }
    self.init(code, figures, english: english)
  }

  public var json: JSONValue {
    ["code": .string(code), "figures": .array(figures.map(\.json)), "english": .string(english)]
  }
}

extension Matrix3 {
  /// Reads three rows of three numbers that form a rotation.
  init(rotation json: JSONValue, named name: String) throws(CalibrationRecordFault) {
    var rows: [SIMD3<Double>] = []
    for row in json.array ?? [] {
      guard let numbers = row.array, numbers.count == 3, let x = numbers[0].double, let y = numbers[1].double,
        let z = numbers[2].double
      else { break }
      rows.append(SIMD3(x, y, z))
    }
    guard rows.count == 3 else { throw CalibrationRecordFault(name, "must be three rows of three numbers") }
    let matrix = Matrix3(rows: rows[0], rows[1], rows[2])
    let error = matrix * matrix.transposed - .identity
    let off = [error.c0, error.c1, error.c2].map { max($0.x.magnitude, $0.y.magnitude, $0.z.magnitude) }.max() ?? 0
    guard matrix.isFinite, off <= 1e-3, matrix.determinant > 0 else {
      throw CalibrationRecordFault(name, "is not a rotation: its rows must have length 1 and be perpendicular")
    }
    self = matrix
  }

  var json: JSONValue {
    .array((0..<3).map { row in .array((0..<3).map { .number(self[row, $0]) }) })
  }
}
