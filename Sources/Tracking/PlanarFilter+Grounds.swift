import Alignment
import Fusion
import Samples

extension PlanarFilter {
  /// Ingests an event, and returns what the change of the alignment is based on.
  mutating func fuse(_ event: Event, of readings: CorrectionGrounds.Readings, at time: BootInstant) -> CorrectionGrounds
  {
    if let decisive = ingest(event, at: time) { return CorrectionGrounds(aids[decisive], readings) }
    // A remembered yaw that the compass refutes changes without a measurement.
    return CorrectionGrounds(AidingSource<PlanarFilter>.rememberedHeading.description, readings)
  }
}
