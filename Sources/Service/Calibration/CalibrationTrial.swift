import CalibrationRecords
import Calibrators
import Geometry
import Samples
import SocketServer
import Text
import Wire

/// A trial of calibrations in force against the present samples, for one connection.
final class CalibrationTrial {
  let stream: CalibrationStream
  private var verifiers: [(kind: CalibrationKind, verifier: any CalibrationVerifier)]
  private let corrections: CalibrationSet
  private let longest: Double
  private var first: BootInstant?
  private var last: BootInstant?
  private var temperature: Temperature?

  init(_ kinds: [CalibrationKind], _ context: CalibrationContext, longest: Double, for connection: Connection) {
    verifiers = kinds.compactMap { kind in kind.verifier(context).map { (kind, $0) } }
    corrections = context.corrections
    self.longest = longest
    stream = CalibrationStream(connection)
  }

  private var elapsed: Double { first.flatMap { first in last.map { ($0 - first).value } } ?? 0 }

  func ingest(_ sample: Sample) {
    switch sample {
    case .gyroscope(let sample):
      first = first ?? sample.time
      last = sample.time
    case .temperature(let sample) where sample.sensor == .imu: temperature = sample.temperature
    default: break
    }
    for index in verifiers.indices {
      let leans = verifiers[index].kind.leans(on: corrections)
      switch sample {
      case .accelerometer(let sample):
        verifiers[index].verifier.ingest(.accelerometer(leans.corrected(sample, at: temperature)))
      case .gyroscope(let sample):
        verifiers[index].verifier.ingest(.gyroscope(leans.corrected(sample, at: temperature)))
      default: verifiers[index].verifier.ingest(sample)
      }
    }
  }

  /// The progress of the verifier with the lowest fraction, with the figures of all.
  var progress: CalibrationProgressMessage? {
    let all = verifiers.map(\.verifier.progress)
    guard var least = all.min(by: { $0.fraction < $1.fraction }) else { return nil }
    least.figures = all.flatMap(\.figures)
    least.isComplete = all.allSatisfy(\.isComplete) || elapsed >= longest
    return CalibrationProgressMessage(least, elapsed: elapsed)
  }

  var verdicts: [CalibrationVerdictMessage] {
    verifiers.map { kind, verifier in
      do throws(CalibrationFailure) {
        let check = try verifier.result()
        return CalibrationVerdictMessage(
          kind: kind.rawValue, verdict: check.verdict.rawValue, figures: check.figures.map(FigureMessage.init),
          english: check.finding)
      } catch {
        return CalibrationVerdictMessage(
          kind: kind.rawValue, verdict: "unknown", figures: error.figures.map(FigureMessage.init),
          english: "\(error.finding): \(error.remedy)")
      }
    }
  }
}
