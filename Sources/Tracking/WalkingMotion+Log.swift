import Alignment
import Fusion
import Geometry
import Samples

// Logging of changes of a walk's alignment: by a source's measurement, a credited run, or rest. Drawing eases each of them.
extension WalkingMotion {
  /// Place on Earth of the scene's position, which lags behind the steps: the same point in both frames.
  private var arrived: SIMD2<Double> { arrived(from: planar.place, yaw: planar.yaw) }

  private func arrived(from place: SIMD2<Double>, yaw: Double) -> SIMD2<Double> {
    place + turned(way.pace.position - way.trail.position, by: yaw)
  }

  /// Fuses an event in the planar filter, and logs the resulting change of the alignment.
  mutating func fuse(
    _ event: PlanarFilter.Event, of readings: CorrectionGrounds.Readings, as source: Correction.Source
  ) {
    let yaw = planar.yaw, place = planar.place
    let grounds = planar.fuse(event, of: readings, at: clock.now)
    logChange(from: yaw, place, as: source, grounds: grounds)
  }

  mutating func logChange(
    from yaw: Double, _ place: SIMD2<Double>, as source: Correction.Source, grounds: CorrectionGrounds
  ) {
    guard !strapdown.leads else { return }
    let shift = strapdown.place == nil ? arrived - arrived(from: place, yaw: yaw) : .zero
    guard planar.yaw != yaw || shift != .zero else { return }
    log.record(
      source, at: clock.now, from: .radians(yaw), to: .radians(planar.yaw), sigma: .radians(planar.statedYawSigma),
      shift: Displacement(shift.x, 0, -shift.y), grounds: grounds)
  }

  mutating func logRest() {
    let readings = CorrectionGrounds.Readings(clock.restChanges, from: clock.now - clock.sinceRestLog, to: clock.now)
    clock.sinceRestLog = .zero
    clock.restChanges = 0
    guard clock.unloggedRestYaw != .zero else { return }
    guard !strapdown.leads else { return clock.unloggedRestYaw = .zero }
    let yaw = Angle.radians(planar.yaw)
    let aid = body.aids.decisive(since: readings.first)
    log.record(
      .rest, at: clock.now, from: (yaw - clock.unloggedRestYaw).wrapped, to: yaw,
      sigma: .radians(planar.statedYawSigma),
      grounds: aid.map { CorrectionGrounds($0, readings) }
        ?? CorrectionGrounds(AidingSource<PlanarFilter>.restDrift.description, readings))
    clock.unloggedRestYaw = .zero
  }

  /// Credits the run of an even gait. The credit beyond the scene's own displacement is logged as a correction: fixes had moved
  /// the place meanwhile.
  mutating func creditRun() {
    let before = arrived
    let missing = planar.judgeGait(even: way.detector.isEven, begins: way.detector.evenRun == 0)
    if missing != .zero { way.trail.makeUp(missing) }
    let shift = arrived - before
    guard shift != .zero, strapdown.place == nil else { return }
    log.record(
      .gait, at: clock.now, from: .radians(planar.yaw), to: .radians(planar.yaw),
      sigma: .radians(planar.statedYawSigma), shift: Displacement(shift.x, 0, -shift.y),
      grounds: CorrectionGrounds(AidingSource<PlanarFilter>.gait.description, .init(at: clock.now)))
  }
}
