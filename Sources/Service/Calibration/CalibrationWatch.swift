import CalibrationRecords
import Calibrators
import Geometry
import Samples

/// A watch of the magnetometer calibration in force while the device is worn: its health, and refinements for a hard iron that
/// changes.
///
/// A refinement is logged and kept, and is used from the next scene on: within a scene the filter estimates the change of the
/// device's field itself, and values must not jump.
struct CalibrationWatch {
  private var refinement: MagneticRefinement
  let record: CalibrationRecord

  /// Returns nil if no calibration is in force, or if it was made under another mount: then its offset is in other axes.
  init?(_ record: CalibrationRecord?, inForce: Calibration<Microtesla>?, surroundings: CalibrationSurroundings) {
    guard let record, let accepted = record.accepted, record.corrections.magnetometer == inForce, let inForce else {
      return nil
    }
    self.record = record
    refinement = MagneticRefinement(accepted, current: inForce, surroundings: surroundings)
  }

  /// Ingests an uncorrected reading; returns the refined record if a refinement is due.
  mutating func ingest(
    _ sample: MagnetometerSample, _ orientation: Rotation<Body, Scene>
  ) -> (record: CalibrationRecord, note: String)? {
    guard let proposal = refinement.ingest(sample.field, orientation: orientation, at: sample.time) else { return nil }
    let note =
      "the magnetometer's calibration is refined by \(tenths(proposal.step.norm.value)) µT, \(tenths(proposal.total.value)) µT in total since it was accepted; this takes effect in the next scene"
    return (
      record.refined(proposal.correction, proposal.evidence),
      proposal.isBounded ? note + "; this is the largest refinement; calibrate again: gnomon calibrate mag" : note
    )
  }

  var health: (verdict: String, detail: String) {
    (refinement.health.verdict?.rawValue ?? "unknown", refinement.health.reason.english)
  }

  private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}

/// A watch of a magnetometer calibration of another machine: whether it fits this one, while the device is worn.
struct ForeignWatch {
  private let record: CalibrationRecord
  private let calibration: Calibration<Microtesla>
  private var health: MagneticHealth
  private var begun: BootInstant?
  /// Time for which it has to fit.
  private static let walk = TimeSpan(60)

  init(_ record: CalibrationRecord, _ calibration: Calibration<Microtesla>, _ surroundings: CalibrationSurroundings) {
    self.record = record
    self.calibration = calibration
    health = MagneticHealth(surroundings)
  }

  /// Ingests an uncorrected reading; returns the record once it fits.
  mutating func ingest(_ sample: MagnetometerSample, _ orientation: Rotation<Body, Scene>) -> CalibrationRecord? {
    let begun = begun ?? sample.time
    self.begun = begun
    health.ingest(calibration.corrected(sample.field), orientation: orientation, at: sample.time)
    return sample.time - begun >= Self.walk && health.verdict == .good ? record : nil
  }
}
