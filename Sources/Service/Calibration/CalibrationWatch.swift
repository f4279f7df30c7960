import Calibrators
import Geometry
import Samples

/// The magnetometer's calibration in force, watched while the device is worn: how well it holds, and what it ought to be made of
/// a hard iron that changes.
///
/// A refinement is logged and kept, and counts from the next scene on: within one the filter follows the device's field itself, and
/// nothing is to jump.
struct CalibrationWatch {
  private var refinement: MagneticRefinement
  let record: CalibrationRecord

  /// nil where none is in force, or what is was made under another mount: then its offset is in other axes.
  init?(_ record: CalibrationRecord?, inForce: Calibration<Microtesla>?, surroundings: CalibrationSurroundings) {
    guard let record, let accepted = record.accepted, record.corrections.magnetometer == inForce, let inForce else {
      return nil
    }
    self.record = record
    refinement = MagneticRefinement(accepted, current: inForce, surroundings: surroundings)
  }

  /// A reading as the device gave it; the record as refined, where it ought to be.
  mutating func ingest(
    _ sample: MagnetometerSample, _ orientation: Rotation<Body, Scene>
  ) -> (record: CalibrationRecord, note: String)? {
    guard let proposal = refinement.ingest(sample.field, orientation: orientation, at: sample.time) else { return nil }
    let note =
      "the magnetometer's calibration is refined by \(tenths(proposal.step.norm.value)) µT, \(tenths(proposal.total.value)) µT in all since it was accepted; it counts from the next scene on"
    return (
      record.refined(proposal.correction, proposal.evidence),
      proposal.isBounded ? note + "; that is as far as it goes: gnomon calibrate mag" : note
    )
  }

  var health: (verdict: String, detail: String) {
    (refinement.health.verdict?.rawValue ?? "unknown", refinement.health.reason.english)
  }

  private func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
