import CalibrationRecords
import Calibrators
import Geometry
import Glibc
import Samples
import SocketServer

/// A calibration in progress for one connection; when the connection ends, the run is discarded.
final class CalibrationRun {
  enum Stage {
    case collecting
    case judging(Judgement)
    /// The result waits to be accepted or rejected.
    case judged(CalibrationRecord)
    case failed
  }

  let number: Int
  let kind: CalibrationKind
  unowned let connection: Connection
  private(set) var calibrator: any Calibrator
  /// The corrections of the sensors that this kind relies on.
  private let corrections: CalibrationSet
  private var temperature: Temperature?
  /// The longest time of collecting, in seconds by the time of the samples.
  let longest: Double
  private var first: BootInstant?
  private var last: BootInstant?
  var stage = Stage.collecting

  init(
    number: Int, _ calibrator: any Calibrator, _ corrections: CalibrationSet, longest: Double,
    for connection: Connection
  ) {
    self.number = number
    kind = calibrator.kind
    self.corrections = kind.leans(on: corrections)
    self.calibrator = calibrator
    self.longest = longest
    self.connection = connection
  }

  var elapsed: Double { first.flatMap { first in last.map { ($0 - first).value } } ?? 0 }

  var isCollecting: Bool { if case .collecting = stage { true } else { false } }

  func ingest(_ sample: Sample) {
    guard isCollecting else { return }
    switch sample {
    case .accelerometer(let sample):
      calibrator.ingest(.accelerometer(corrections.corrected(sample, at: temperature)))
    case .gyroscope(let sample):
      first = first ?? sample.time
      last = sample.time
      calibrator.ingest(.gyroscope(corrections.corrected(sample, at: temperature)))
    case .magnetometer(let sample): calibrator.ingest(.magnetometer(corrections.corrected(sample)))
    default:
      if case .temperature(let sample) = sample, sample.sensor == .imu { temperature = sample.temperature }
      calibrator.ingest(sample)
    }
  }

  /// Judges the collected samples on a thread of its own; poses continue meanwhile.
  func judge() {
    guard isCollecting else { return }
    stage = .judging(Judgement(calibrator))
  }
}

/// The fit of a calibration on a thread of its own.
final class Judgement: @unchecked Sendable {
  typealias Outcome = Result<CalibrationResult, CalibrationFailure>
  private let calibrator: any Calibrator
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var found: Outcome?

  init(_ calibrator: any Calibrator) {
    self.calibrator = calibrator
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    var thread = pthread_t()
    let own = Unmanaged.passRetained(self).toOpaque()
    let error = pthread_create(&thread, nil, { Judgement.run($0) }, own)
    if error == 0 {
      pthread_detach(thread)
    } else {
      // If no thread can be started, the fit runs on this one.
      _ = Judgement.run(own)
    }
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  private static func run(_ own: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let own else { return nil }
    let judgement = Unmanaged<Judgement>.fromOpaque(own).takeRetainedValue()
    let outcome: Outcome
    do throws(CalibrationFailure) { outcome = .success(try judgement.calibrator.result()) } catch {
      outcome = .failure(error)
    }
    pthread_mutex_lock(judgement.lock)
    judgement.found = outcome
    pthread_mutex_unlock(judgement.lock)
    return nil
  }

  /// The result of the fit; nil while it runs.
  var outcome: Outcome? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return found
  }
}

/// The stream of a calibration's progress to the client that started it.
final class CalibrationStream: Subscription {
  private(set) var connection: Connection?

  init(_ connection: Connection) {
    self.connection = connection
    connection.subscribe(to: self)
  }

  func remove(_ connection: Connection) { self.connection = nil }

  /// Ends the stream; the connection can send requests again.
  func end() {
    connection?.unsubscribe()
    connection = nil
  }
}
