import CalibrationRecords
import Calibrators
import SocketServer
import Text
import Wire

// Trials of calibrations in force against the present samples.
extension CalibrationInterface {
  /// The terms of a trial: a kind of calibration, or all, and the duration.
  struct TrialTerms {
    var kind: CalibrationKind?
    var seconds: Double
  }

  static func trialTerms(_ given: VerifyCall) throws(MessageFault) -> TrialTerms {
    TrialTerms(kind: try kindIfAny(given.kind), seconds: given.seconds ?? 30)
  }

  func verify(_ terms: TrialTerms, _ call: Call) throws(CallError) -> Server.Answer {
    let kind = terms.kind
    let context = calibrations.context(surroundings, turns: nil, foreign: true)
    let kinds = (kind.map { [$0] } ?? CalibrationKind.allCases).filter { $0.verifier(context) != nil }
    guard !kinds.isEmpty else { throw Self.nothingKept(kind) }
    let trial = CalibrationTrial(kinds, context, longest: terms.seconds, for: call.connection)
    calibrations.trials.append(trial)
    daemon.updateAttention(isAsked: true)
    return .stream
  }

  /// Puts calibrations of another machine in force that were found good, and says so.
  private func confirmed(
    _ verdicts: [CalibrationVerdictMessage], for access: Access
  ) -> [CalibrationVerdictMessage] {
    var hasChanged = false
    let told = verdicts.map { verdict in
      guard verdict.verdict == CalibrationVerdict.good.rawValue,
        let record = CalibrationKind(rawValue: verdict.kind).flatMap(calibrations.foreign)
      else { return verdict }
      var verdict = verdict
      // All may compare; an administrator puts them in force.
      guard access == .administer else {
        verdict.english += "; it is from another machine, and not in force: an administrator's verify puts it in force"
        return verdict
      }
      guard calibrations.confirm(record) else { return verdict }
      hasChanged = true
      verdict.english += "; it is from another machine, and is in force here from now on"
      return verdict
    }
    if hasChanged { putInForce() }
    return told
  }

  /// Reports on the trials; called ten times a second.
  func tendTrials() {
    calibrations.trials.removeAll { $0.stream.connection == nil }
    for trial in calibrations.trials {
      guard let connection = trial.stream.connection, let progress = trial.progress else { continue }
      guard progress.isComplete else {
        send(VerifyReply(progress: progress), isLast: false, connection)
        continue
      }
      let verdicts = confirmed(trial.verdicts, for: connection.access)
      trial.stream.end()
      send(VerifyReply(verdicts: verdicts), isLast: true, connection)
      daemon.server.settle(connection)
    }
  }
}
