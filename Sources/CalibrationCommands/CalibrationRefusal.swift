import CommandParts
import GnomonClient
import SceneCommands
import Text
import Wire

/// The daemon's refusals of calibrations as failures of a command: the sentence, and the remedy.
enum CalibrationRefusal {
  static func failure(_ fault: ClientFault) -> Failure {
    guard case .refused(let error) = fault, error.name.hasPrefix("\(Interface.calibration.name).") else {
      if case .refused(let error) = fault,
        error.name.hasPrefix("org.varlink.service.Method") || error.name.hasPrefix("org.varlink.service.Interface")
      {
        return Failure(
          status: .unavailable,
          message: "the daemon is of an earlier version without calibrations ('systemctl restart gnomond')")
      }
      return DaemonCall.failure(fault)
    }
    func text(_ name: String) -> String { error.parameters[name]?.string ?? "?" }
    func number(_ name: String) -> String { error.parameters[name]?.double.map { CommandParts.text($0, 1) } ?? "?" }
    var sentence = "\(error)"
    // The option in place of the socket's parameter.
    if error.error == .otherSensor { sentence = sentence.replacing("with other_sensors", with: "with --other-sensors") }
    let (status, fix): (Failure.Status, String) =
      switch error.error {
      case .busy: (.busy, "wait until it has ended, or end it where it was started")
      case .sensorMissing:
        (.unavailable, "'gnomon doctor' shows whether the \(text("sensor")) is present and which program reads it")
      case .rateTooLow:
        (
          .unavailable,
          "the \(text("sensor")) brings \(number("rate_hz")) Hz of \(number("needed_hz")) Hz: 'gnomon config show' has its rate, 'gnomon doctor' what holds it back"
        )
      case .notWritable:
        (
          .inputOutput,
          "\(text("path")): \(text("reason")): the daemon needs it; 'gnomon doctor' has the remedy"
        )
      case .mountConfigured:
        (
          .configuration,
          "\(text("setting")) in \(text("origin")) has precedence: write \(text("value")) there, or remove the line, then 'gnomon reload'"
        )
      case .nothingKept:
        (
          .failed,
          "'gnomon calibrate \(text("kind").isEmpty ? "gyro" : text("kind"))' makes one; 'gnomon calibration list --all' has all that is kept"
        )
      case .otherSensor: (.declined, "")
      case .notACalibration:
        (.failed, "\(text("reason")): it takes what 'gnomon calibration export' and 'gnomon calibrate --out' write")
      case .noSuchRun, .notJudged: (.failed, "begin again; nothing is changed")
      case .notPermitted:
        (
          .permission,
          "to join: 'usermod --append --groups \(error.parameters["group"]?.string ?? "gnomon-admin") USER', then log in again"
        )
      default: (.failed, "")
      }
    return Failure(
      status: status,
      message: DaemonCall.plain(fix.isEmpty || sentence.contains(fix) ? sentence : "\(sentence); \(fix)"))
  }

  static func attempt<Value>(_ body: () throws(ClientFault) -> Value) throws(Failure) -> Value {
    do throws(ClientFault) { return try body() } catch { throw failure(error) }
  }
}
