import CalibrationRecords
import Calibrators
import Configuration
import Geodesy
import Learned
import Samples
import Text
import Tracking

/// State that is stored from one session to the next, and the configuration of a machine.
enum Kept {
  /// A set as in a recording's header, and records as in the daemon's files and in exports.
  static func checkCalibration(_ bytes: [UInt8]) throws(Finding) {
    guard let json = try? JSONValue(reading: bytes) else { return }
    if let set = try? CalibrationSet(json: json) {
      guard let again = try? CalibrationSet(json: set.json) else {
        throw Finding("a set is refused when written: \(set.json.text)")
      }
      try require(again == set, "a set changed by being written and read: \(set.json.text)")
    }
    for value in [json] + (json["records"]?.array ?? []).prefix(16) {
      guard let record = try? CalibrationRecord(json: value) else { continue }
      let text = record.json.text
      guard let reread = try? JSONValue(reading: text), let again = try? CalibrationRecord(json: reread) else {
        throw Finding("a record is refused when written: \(text)")
      }
      try require(again.json.text == text, "a record changed by being written and read: \(text)")
      _ = record.accepted
      _ = try? record.corrections(under: [.magnetometer: .identity, .accelerometer: .identity, .gyroscope: .identity])
    }
  }

  static func checkState(_ bytes: [UInt8]) throws(Finding) {
    guard let json = try? JSONValue(reading: bytes), let state = LearnedState.read(json).state else { return }
    try check(state)
  }

  static func check(_ state: LearnedState) throws(Finding) {
    let text = state.json.text
    guard let reread = try? JSONValue(reading: text) else { throw Finding("what is written is no JSON: \(text)") }
    let again = LearnedState.read(reread)
    try require(
      again.state != nil && again.faults.isEmpty, "a state is refused when written: \(again.faults) in \(text)")
    // Angles are stored in radians and written in degrees: the first time may round, the next does not.
    let second = again.state?.json ?? .null
    try require(
      second == (LearnedState.read(second).state?.json ?? .null), "a state changes each time it is written: \(text)")
  }

  static func checkConfiguration(_ bytes: [UInt8]) throws(Finding) {
    let text = String(decoding: bytes, as: UTF8.self)
    let configuration = Configuration(files: [("fuzz.conf", text)])
    for fault in configuration.faults { _ = fault.description }
    // The configuration in force, written as a file, is in force again.
    var section = "", written = ""
    for entry in configuration.entries where entry.origin.file != nil && !entry.value.contains("\n") {
      let dot = entry.name.firstIndex(of: ".") ?? entry.name.endIndex
      if section != entry.name[..<dot] { written += "[\(entry.name[..<dot])]\n" }
      section = String(entry.name[..<dot])
      written += "\(entry.name[dot...].dropFirst())=\(entry.value)\n"
    }
    let again = Configuration(files: [("fuzz.conf", written)])
    try require(again.faults.isEmpty, "what was taken is refused when written: \(again.faults) in \(written)")
    for (a, b) in zip(configuration.entries, again.entries) where a.origin.file != nil {
      try require(a.value == b.value, "\(a.name) is '\(a.value)', and '\(b.value)' when written and read")
    }
  }

  static func checkCoefficients(_ bytes: [UInt8]) throws(Finding) {
    guard let model = try? MagneticModel(coefficientFile: bytes) else { return }
    _ = "\(model)"
  }
}
