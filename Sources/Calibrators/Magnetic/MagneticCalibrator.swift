public import CalibrationRecords
import Geometry
public import Samples

/// Calibrator of a magnetometer: hard iron, scale, soft iron and the rotation between its axes and the inertial ones, from a
/// motion that need not cover every direction.
///
/// Gyroscope and accelerometer give gravity's direction (`MotionTrack`), the magnetometer's readings are kept by their direction
/// in the body (`KeptReadings`), a linear estimate runs along for the display (`MagneticStart`), and the result is a joint fit
/// (`MagneticFit`) with a covariance from which the expected error of heading follows (`HeadingForecast`): the promise of the
/// result.
///
/// The grade stands for the error of heading, root mean square over all headings at attitudes within ±30° of level, with gravity
/// known: excellent 1°, good 2°, fair 4°, poor 8°. A worse calibration is refused.
public struct MagneticCalibrator: Calibrator {
  public var kind: CalibrationKind { .magnetometer }
  public let surroundings: CalibrationSurroundings

  var track = MotionTrack()
  var readings: KeptReadings
  var live: MagneticStart?
  var liveSigma = Double.infinity
  /// Lag that the linear estimate uses: it changes in steps of 10 ms.
  private var liveDelay = 0.01
  /// Fraction for the display: it never falls.
  var fraction = 0.0
  var watch = MagneticWatch()
  private var start: BootInstant?
  private var lastGyroscope: BootInstant?
  /// Path that the body had turned when a reading was last kept.
  private var pathKept = -Double.infinity
  private var keptSinceLive = 0
  var temperature: Temperature?
  private var isTemperatureOwn = false

  /// A reading is kept after the body has turned this far since the last one: 4°.
  static let spacing = 0.07
  static let gapLimit = 0.25

  /// The seed decides which readings are kept if there are too many; the same seed and samples give the same result.
  public init(_ surroundings: CalibrationSurroundings = .init(), seed: UInt64 = 1) {
    self.surroundings = surroundings
    readings = KeptReadings(seed: seed)
  }

  public mutating func ingest(_ sample: Sample) {
    switch sample {
    case .gyroscope(let sample): ingest(sample)
    case .accelerometer(let sample):
      guard MagneticWatch.isMeasurement(force: sample.force.components) else { return watch.notFinite += 1 }
      watch.accelerometerReadings += 1
      track.add(force: sample.force.components)
    case .magnetometer(let sample): ingest(sample)
    case .temperature(let sample):
      guard sample.temperature.isFinite, sample.sensor == .mag || (sample.sensor == .imu && !isTemperatureOwn) else {
        return
      }
      isTemperatureOwn = sample.sensor == .mag
      temperature = sample.temperature
    default: break
    }
  }

  private mutating func ingest(_ sample: GyroscopeSample) {
    guard MagneticWatch.isMeasurement(rate: sample.rate.components) else { return watch.notFinite += 1 }
    watch.gyroscopeReadings += 1
    guard let last = lastGyroscope else {
      (start, lastGyroscope) = (sample.time, sample.time)
      return
    }
    let interval = (sample.time - last).value
    guard interval > 0 else { return watch.backwards += 1 }
    lastGyroscope = sample.time
    watch.longestGap = max(watch.longestGap, interval)
    // The turn during a gap is unknown; a fit across a long gap is refused in the end.
    track.add(rate: interval > Self.gapLimit ? .zero : sample.rate.components, over: interval)
    watch.turn(at: track.time, rate: sample.rate.components)
  }

  private mutating func ingest(_ sample: MagnetometerSample) {
    guard MagneticWatch.isMeasurement(field: sample.field.components) else { return watch.notFinite += 1 }
    let field = sample.field.components
    guard let start else { return watch.early += 1 }
    let time = (sample.time - start).value
    guard watch.admit(field, at: time, path: track.path, centre: live?.offset) else { return }
    guard track.isStarted, track.path - pathKept > Self.spacing else { return }
    pathKept = track.path
    readings.insert(field, at: time, cell: cell(of: field))
    keptSinceLive += 1
    // Less often as the readings grow: the linear estimate takes half a millisecond.
    if keptSinceLive >= max(20, readings.all.count / 12) { updateLive() }
  }

  private func cell(of field: SIMD3<Double>) -> Int {
    guard let live else { return CoverageGrid.cell(field) }
    return CoverageGrid.cell(live.matrix * (field - live.offset))
  }

  private mutating func updateLive() {
    keptSinceLive = 0
    readings.drop(before: track.beginning)
    let kept = readings.all.sorted { $0.time < $1.time }
    let field = surroundings.field
    var best: MagneticStart?
    let trials = [liveDelay, liveDelay + 0.01, liveDelay - 0.01]
    for delay in trials where (-0.03...0.12).contains(delay) {
      guard
        let start = MagneticStart(
          sightings(kept, track, delay: delay), strength: field?.totalStrength.value,
          dip: field?.inclination.radians, turns: best.map { [$0.turn] } ?? MagneticStart.turns, withCovariance: true),
        start.cost < best?.cost ?? .infinity
      else { continue }
      (best, liveDelay) = (start, delay)
    }
    guard let next = best else { return }
    let moved = live.map { next.offset - $0.offset } ?? SIMD3(100, 0, 0)
    live = next
    let strength = field?.totalStrength.value ?? dot(next.field, next.field).squareRoot()
    let dip = field?.inclination.radians ?? asin(max(-1, min(1, -next.field.y / max(1, strength))))
    liveSigma = next.headingSigma(strength: strength, dip: dip)
    if dot(moved, moved) > 1 { readings.sort { CoverageGrid.cell(next.matrix * ($0 - next.offset)) } }
    fraction = max(fraction, min(1, max(readings.coverage / Self.coverageWanted, Self.sigmaWanted / liveSigma)))
  }

  /// Returns the readings with their orientations; those outside the track are left out.
  func sightings(
    _ readings: [KeptReadings.Reading], _ track: MotionTrack, delay: Double
  ) -> [MagneticStart.Sighting] {
    var hint = 1
    return readings.compactMap { reading in
      track.pose(at: reading.time - delay, near: &hint).map {
        MagneticStart.Sighting(time: reading.time, field: reading.field, orientation: $0.orientation)
      }
    }
  }
}
