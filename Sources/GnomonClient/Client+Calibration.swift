public import Text
public import Wire

// The methods of org.gnomon.Calibration, typed. A record is a JSON object as stored; docs/calibration.md describes its members.
extension Client {
  /// Starts a calibration and passes its progress, and at the end its result, to `each`, until `each` returns false. The result
  /// waits for `acceptCalibration` (from another connection) as long as this client exists.
  public func calibrate(
    _ kind: String, seconds: Double? = nil, turns: Int? = nil,
    each: (CalibrationMessage) throws(ClientFault) -> Bool
  ) throws(ClientFault) {
    var parameters = [JSONMember("kind", .string(kind))]
    if let seconds { parameters.append(JSONMember("seconds", .number(seconds))) }
    if let turns { parameters.append(JSONMember("turns", .integer(Int64(turns)))) }
    try stream("org.gnomon.Calibration.Start", .object(parameters)) { (json) throws(ClientFault) in
      try each(understood { () throws(MessageFault) in try CalibrationMessage(json: json) })
    }
  }

  public func finishCalibration(_ run: Int) throws(ClientFault) { try calibration("Finish", run) }
  public func rejectCalibration(_ run: Int) throws(ClientFault) { try calibration("Reject", run) }
  public func cancelCalibration(_ run: Int) throws(ClientFault) { try calibration("Cancel", run) }
  /// Accepts the result of a run and returns the stored record.
  public func acceptCalibration(_ run: Int) throws(ClientFault) -> JSONValue {
    try calibration("Accept", run)["record"] ?? .null
  }

  @discardableResult
  private func calibration(_ method: String, _ run: Int) throws(ClientFault) -> JSONValue {
    try call("org.gnomon.Calibration.\(method)", ["run": .integer(Int64(run))])
  }

  /// Returns the stored records of the sensors that are present, or of all sensors that were ever calibrated.
  public func calibrations(all: Bool = false) throws(ClientFault) -> [JSONValue] {
    try call("org.gnomon.Calibration.List", ["all": .bool(all)])["records"]?.array ?? []
  }

  public func undoCalibration(_ kind: String) throws(ClientFault) -> (undone: JSONValue, inForce: JSONValue?) {
    let answer = try call("org.gnomon.Calibration.Undo", ["kind": .string(kind)])
    return (answer["undone"] ?? .null, answer["in_force"].flatMap { $0.isNull ? nil : $0 })
  }

  public func exportCalibrations(_ kind: String? = nil) throws(ClientFault) -> JSONValue {
    let parameters = kind.map { [JSONMember("kind", .string($0))] } ?? []
    return try call("org.gnomon.Calibration.Export", .object(parameters))["calibrations"] ?? .null
  }

  public func importCalibrations(_ calibrations: JSONValue, otherSensors: Bool = false) throws(ClientFault)
    -> [JSONValue]
  {
    try call(
      "org.gnomon.Calibration.Import", ["calibrations": calibrations, "other_sensors": .bool(otherSensors)])["records"]?
      .array ?? []
  }

  /// Checks the calibrations in use against the sensors' readings for some time.
  public func verifyCalibrations(
    _ kind: String? = nil, seconds: Double? = nil, progress: (CalibrationProgressMessage) -> Bool
  ) throws(ClientFault) -> [CalibrationVerdictMessage] {
    var parameters: [JSONMember] = [], verdicts: [CalibrationVerdictMessage] = []
    if let kind { parameters.append(JSONMember("kind", .string(kind))) }
    if let seconds { parameters.append(JSONMember("seconds", .number(seconds))) }
    try stream("org.gnomon.Calibration.Verify", .object(parameters)) { (json) throws(ClientFault) in
      if let value = json["progress"], !value.isNull {
        return progress(try understood { () throws(MessageFault) in try CalibrationProgressMessage(json: value) })
      }
      for value in json["verdicts"]?.array ?? [] {
        verdicts.append(try understood { () throws(MessageFault) in try CalibrationVerdictMessage(json: value) })
      }
      return false
    }
    return verdicts
  }
}
