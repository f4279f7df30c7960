import CommandParts
import Wire

/// A unit of `gnomon-drivers` that would read chips of this machine.
public struct SetupDriver: Equatable, Sendable {
  /// `gnomon-drivers@i2c-1`
  public var unit: String
  /// The chips that no driver of the kernel has.
  public var chips: [String]
  public var isInstalled: Bool
  public var isEnabled: Bool

  public init(unit: String, chips: [String], isInstalled: Bool, isEnabled: Bool) {
    self.unit = unit
    self.chips = chips
    self.isInstalled = isInstalled
    self.isEnabled = isEnabled
  }
}

/// The offer to start units of `gnomon-drivers`, where no accelerometer and gyroscope arrives.
struct SetupDrivers {
  var tools: SetupTools
  var isRoot: Bool
  /// Prints a line, and asks a question.
  var say: (String) -> Void
  var isWanted: (String) -> Bool

  /// Returns the sensors that `wait` finds, and advice; where accelerometer or gyroscope is missing, after a start of units, whose
  /// names `record` gets before the samples are waited for.
  func findSensors(
    _ wait: () throws(Failure) -> [SensorMessage], record: ([String]) throws(Failure) -> Void
  ) throws(Failure) -> (found: [SensorMessage], advice: [String]) {
    let found = try wait()
    guard !Self.missing(in: found).isEmpty else { return (found, []) }
    let result = try start()
    guard !result.started.isEmpty else { return (found, result.advice) }
    try record(result.started)
    say("  started: \(result.started.joined(separator: ", "))")
    let messages = result.started.map { "it was started; its messages: journalctl --unit \($0)" }
    return (try wait(), result.advice + messages)
  }

  static func sends(_ name: String, _ found: [SensorMessage]) -> Bool {
    found.contains { $0.name == name && $0.count > 0 && $0.rate != nil }
  }

  /// The sensors that are needed and send nothing.
  static func missing(in found: [SensorMessage]) -> [String] {
    ["accelerometer", "gyroscope"].filter { !sends($0, found) }
  }

  /// The units that were started, and for the others the lines that say what to do.
  struct Result: Equatable {
    var started: [String] = []
    var advice: [String] = []
  }

  /// Starts the units that are wanted.
  func start() throws(Failure) -> Result {
    var result = Result()
    for driver in tools.drivers() {
      let line = ServiceManager.line(driver.unit, on: true)
      say("  no driver in this kernel: \(driver.chips.joined(separator: ", "))")
      if driver.isEnabled {
        result.advice.append("\(driver.unit) is enabled, but sends no samples: journalctl --unit \(driver.unit)")
      } else if !driver.isInstalled {
        result.advice.append(
          "gnomon-drivers reads them: 'sudo apt install gnomon-drivers', '\(line)', and 'gnomon setup' again")
      } else if !isRoot {
        result.advice.append("gnomon-drivers reads them: '\(line)', and 'gnomon setup' again")
      } else if isWanted("Start \(driver.unit)? [Y/n] ") {
        try tools.setUnit(driver.unit, true)
        result.started.append(driver.unit)
      } else {
        result.advice.append("gnomon-drivers reads them: '\(line)'")
      }
    }
    return result
  }
}
