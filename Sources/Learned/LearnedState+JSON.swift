import Geodesy
import Geometry
import Odometry
public import Text

// A learned state as JSON, in the `#,state` line of a recording and in files:
// {"schema":1,"profile":"head","saved":"2026-11-20T09:15:00Z","place":[48.2,16.37],
//  "gyroscope_bias":{"value":[…],"sigma":[…],"celsius":31.5},          °/s
//  "stride":{"log_scale":0.02,"sigma":0.01,"length":0,"walk_ratio":0.39},
//  "heading":{"degrees":120,"sigma":6},
//  "device_field":{"value":[…],"sigma":[…]},                            µT
//  "compass":{"degrees":1.5,"sigma":4,"walked":320},
//  "fix_age":{"seconds":1.4,"sigma":0.2},
//  "device":{"machine":"…","sensors":"…","mounts":"…","calibration":"…"}}
// Only schema and profile are required. Unknown members are skipped.

extension LearnedState {
  /// Reads the valid entries and returns the faults of the others; nil if nothing is valid.
  public static func read(_ json: JSONValue) -> (state: LearnedState?, faults: [LearnedStateFault]) {
    guard json.object != nil else { return (nil, [LearnedStateFault("", "expected an object")]) }
    guard let schema = json["schema"]?.integer else {
      return (nil, [LearnedStateFault("schema", "must be a whole number")])
    }
    guard schema == Int64(Self.schema) else {
      return (nil, [LearnedStateFault("schema", "must be \(Self.schema), not \(schema)")])
    }
    guard let profile = json["profile"]?.string.flatMap(Profile.init(rawValue:)) else {
      let names = Profile.allCases.map(\.rawValue).joined(separator: " | ")
      return (nil, [LearnedStateFault("profile", "must be \(names)")])
    }
    var faults: [LearnedStateFault] = []
    /// Reads one member; a fault drops it.
    func entry<Entry>(
      _ name: String, _ read: (EntryMembers) throws(LearnedStateFault) -> Entry
    ) -> Entry? {
      guard let value = json[name], !value.isNull else { return nil }
      do throws(LearnedStateFault) {
        guard value.object != nil else { throw LearnedStateFault(name, "must be an object") }
        return try read(EntryMembers(value, name))
      } catch {
        faults.append(error)
        return nil
      }
    }
    var state = LearnedState(profile: profile)
    if let value = json["saved"], !value.isNull {
      state.saved = value.string.flatMap { UTC($0) }
      if state.saved == nil { faults.append(LearnedStateFault("saved", "must be a time like 2026-11-20T09:15:00Z")) }
    }
    if let value = json["place"], !value.isNull {
      if let numbers = value.array, numbers.count == 2, let latitude = numbers[0].double,
        let longitude = numbers[1].double
      {
        state.place = Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
      } else {
        faults.append(LearnedStateFault("place", "must be two numbers, latitude and longitude"))
      }
    }
    state.gyroscope = entry("gyroscope_bias") { members throws(LearnedStateFault) in
      LearnedBias(
        BiasBelief(
          bias: AngularVelocity(try members.triple("value") * (.pi / 180)),
          sigma: AngularVelocity(try members.triple("sigma") * (.pi / 180))),
        at: try members.optional("celsius").map { Temperature($0) })
    }
    state.stride = entry("stride") { members throws(LearnedStateFault) in
      LearnedStride(
        logarithm: try members.number("log_scale"), sigma: try members.number("sigma"),
        length: Length(try members.number("length")), walkRatio: try members.number("walk_ratio"))
    }
    state.heading = entry("heading") { members throws(LearnedStateFault) in
      LearnedHeading(.degrees(try members.number("degrees")), sigma: .degrees(try members.number("sigma")))
    }
    state.deviceField = entry("device_field") { members throws(LearnedStateFault) in
      LearnedField(
        MagneticField(try members.triple("value")), sigma: MagneticField(try members.triple("sigma")))
    }
    state.compass = entry("compass") { members throws(LearnedStateFault) in
      LearnedCompass(
        .degrees(try members.number("degrees")), sigma: .degrees(try members.number("sigma")),
        walked: Length(try members.number("walked")))
    }
    state.fixAge = entry("fix_age") { members throws(LearnedStateFault) in
      LearnedFixAge(TimeSpan(try members.number("seconds")), sigma: TimeSpan(try members.number("sigma")))
    }
    state.device = json["device"].flatMap { DeviceIdentity(json: $0) }
    return (state.checked(&faults), faults)
  }

  /// The state in the form that `read` accepts. Entries with numbers that are not finite are left out: JSON cannot express them.
  public var json: JSONValue {
    var dropped: [LearnedStateFault] = []
    let state = checked(&dropped)
    var members = [
      JSONMember("schema", .integer(Int64(Self.schema))), JSONMember("profile", .string(state.profile.rawValue)),
    ]
    func add(_ name: String, _ value: JSONValue?) { if let value { members.append(JSONMember(name, value)) } }
    add("saved", state.saved.map { .string("\($0)") })
    add("place", state.place.map { [.number($0.latitude.value), .number($0.longitude.value)] })
    add("gyroscope_bias", state.gyroscope?.json)
    add("stride", state.stride?.json)
    add("heading", state.heading.map { ["degrees": .number($0.heading.degrees), "sigma": .number($0.sigma.degrees)] })
    add(
      "device_field",
      state.deviceField.map { ["value": array($0.field.components), "sigma": array($0.sigma.components)] })
    add(
      "compass",
      state.compass.map {
        ["degrees": .number($0.angle.degrees), "sigma": .number($0.sigma.degrees), "walked": .number($0.walked.value)]
      })
    add("fix_age", state.fixAge.map { ["seconds": .number($0.age.value), "sigma": .number($0.sigma.value)] })
    add("device", state.device?.json)
    return .object(members)
  }
}

extension LearnedBias {
  fileprivate var json: JSONValue {
    var members = [
      JSONMember("value", array(belief.bias.components * (180 / .pi))),
      JSONMember("sigma", array(belief.sigma.components * (180 / .pi))),
    ]
    if let temperature { members.append(JSONMember("celsius", .number(temperature.value))) }
    return .object(members)
  }
}

extension LearnedStride {
  fileprivate var json: JSONValue {
    [
      "log_scale": .number(logarithm), "sigma": .number(sigma), "length": .number(length.value),
      "walk_ratio": .number(walkRatio),
    ]
  }
}

private func array(_ v: SIMD3<Double>) -> JSONValue { .array([.number(v.x), .number(v.y), .number(v.z)]) }

/// The members of one entry; every error contains the entry's name.
private struct EntryMembers {
  let json: JSONValue
  let name: String

  init(_ json: JSONValue, _ name: String) {
    self.json = json
    self.name = name
  }

  func number(_ member: String) throws(LearnedStateFault) -> Double {
    guard let value = json[member]?.double else { throw LearnedStateFault("\(name).\(member)", "must be a number") }
    return value
  }

  func optional(_ member: String) throws(LearnedStateFault) -> Double? {
    guard let value = json[member], !value.isNull else { return nil }
    return try number(member)
  }

  func triple(_ member: String) throws(LearnedStateFault) -> SIMD3<Double> {
    guard let items = json[member]?.array, items.count == 3, let x = items[0].double, let y = items[1].double,
      let z = items[2].double
    else { throw LearnedStateFault("\(name).\(member)", "must be three numbers") }
    return SIMD3(x, y, z)
  }
}
