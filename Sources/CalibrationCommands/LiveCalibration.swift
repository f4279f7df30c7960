import CalibrationRecords
import Calibrators
import CommandParts
import Geometry
import Glibc
import GnomonClient
import Text
import Wire

/// A calibration by the daemon. It belongs to the connection that started it: if this process ends for any reason, the daemon
/// drops it.
struct LiveCalibration {
  let kind: CalibrationKind
  let seconds: Double?
  let turns: Int?
  let least: CalibrationGrade?

  func run(_ arguments: Arguments) throws(Failure) {
    let client = try DaemonCall.connect(arguments)
    // A second connection, because the first one is busy with its stream until the end.
    let helm = try DaemonCall.connect(arguments)
    // A fit takes a while on a small board.
    client.setPatience(.seconds(60))
    var display = CalibrationDisplay(kind, title: "gnomon calibrate \(kind.rawValue)", arguments)
    if let played = try? helm.tracking.getStatus().played, played != "simulate \(bench)" {
      Terminal.inform(
        "this daemon plays '\(played)', where the device may not do what is asked; 'gnomond simulate \(bench)' does")
    }
    var run: Int?, last: CalibrationMessage?, isStopped = false, isJudged = false
    var refusal: ClientFault?
    do throws(ClientFault) {
      try client.calibration.start(kind: kind.rawValue, seconds: seconds, turns: turns) {
        (message) throws(ClientFault) in
        run = message.run
        last = message
        guard let progress = message.progress else { return false }
        display.show(progress)
        switch display.key() {
        case .enough? where !isJudged:
          isJudged = true
          try helm.calibration.finish(run: message.run)
        case .stop?:
          isStopped = true
          return false
        default: break
        }
        return true
      }
    } catch {
      refusal = error
    }
    display.end()
    if let refusal { throw CalibrationRefusal.failure(refusal) }
    if isStopped {
      if let run { try? helm.calibration.cancel(run: run) }
      throw Failure(status: .declined, message: "stopped; nothing is changed")
    }
    if let failure = last?.failure {
      display.show(failure)
      throw Failure(status: .failed, message: "not calibrated: \(DaemonCall.plain(failure.reason))")
    }
    guard let result = last?.result else { throw DaemonCall.failure(.closed) }
    try decide(result, run ?? 0, helm, &display)
  }

  /// The plan of the simulator with the moves that the calibration asks for.
  private var bench: String {
    switch kind {
    case .gyroscope: "bench-rest"
    case .accelerometer: "bench-sides"
    case .magnetometer, .time: "bench-turns"
    case .axes: "bench-nods"
    }
  }

  private func decide(
    _ result: CalibrationResultMessage, _ run: Int, _ helm: Client, _ display: inout CalibrationDisplay
  ) throws(Failure) {
    display.show(result)
    let grade = CalibrationGrade(rawValue: result.grade)
    var reason = "not accepted"
    var isAccepted = false
    if let least {
      let helps = !result.remarks.contains { $0.code == CalibrationPhrase.noBetter }
      isAccepted = helps && grade.map { $0 >= least } ?? false
      reason =
        helps
        ? "\(DaemonCall.plain(result.grade)) is less than \(least.rawValue)"
        : "it does not make the readings any better"
    } else if display.isJSON || isatty(STDIN_FILENO) != 1 {
      reason = "there is no terminal to ask on; --yes GRADE accepts without asking"
    } else {
      isAccepted = Self.asks("Put it in force? [y/N] ")
    }
    guard isAccepted else {
      try? helm.calibration.reject(run: run)
      if display.isJSON { display.conclude("rejected", ["reason": .string(reason)], "") }
      throw Failure(status: .declined, message: "\(reason); the calibration in force is unchanged")
    }
    let record: JSONValue
    do throws(ClientFault) { record = try helm.calibration.accept(run: run).record } catch {
      throw CalibrationRefusal.failure(error)
    }
    display.conclude(
      "accepted", record, "In force. 'gnomon calibration undo \(kind.rawValue)' restores the previous one.")
  }

  /// Asks a question; an empty answer and the end of input mean no.
  static func asks(_ question: String) -> Bool {
    Terminal.print(question)
    guard let answer = readLine()?.lowercased() else {
      Terminal.print("\n")
      return false
    }
    return ["y", "yes"].contains(answer.filter { !$0.isWhitespace })
  }
}
