public import Text
public import Wire

// The methods of org.gnomon.Calibration, typed. A record is an object as it is kept; docs/calibration.md says what is in it.
extension Client {
  /// Begins one, and hands over its progress and in the end what it came to, until `each` answers false. The result waits for
  /// `acceptCalibration` (from another connection) as long as this client lives.
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
  /// The record as it is kept.
  public func acceptCalibration(_ run: Int) throws(ClientFault) -> JSONValue {
    try calibration("Accept", run)["record"] ?? .null
  }

  @discardableResult
  private func calibration(_ method: String, _ run: Int) throws(ClientFault) -> JSONValue {
    try call("org.gnomon.Calibration.\(method)", ["run": .integer(Int64(run))])
  }

  /// What is kept of the sensors that are there, or of all that ever were.
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

  /// Holds what is in force against the sensors for some time.
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
