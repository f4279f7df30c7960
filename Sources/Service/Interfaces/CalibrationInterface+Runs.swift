import Calibrators
import Samples
import Sensors
import ServiceParts
import SocketServer
import Text
import Wire

// The run of a calibration: its samples, its reports, and its end.
extension CalibrationInterface {
  /// Ingests a sample, as the device gave it, into the calibration in progress and the trials.
  func ingest(_ sample: Sample) {
    calibrations.run?.ingest(sample)
    for trial in calibrations.trials { trial.ingest(sample) }
  }

  /// Reports on the run and the trials, and ends those that are complete; called ten times a second.
  func tend() {
    tendTrials()
    tendWatch()
    guard let run = calibrations.run else { return }
    switch run.stage {
    case .collecting:
      let progress = run.progressMessage
      report(CalibrationMessage(run: run.number, progress: progress))
      if progress.isComplete || run.elapsed >= run.longest { run.judge() }
    case .judging(let judgement):
      guard let outcome = judgement.outcome else { return }
      conclude(run, outcome)
    case .judged, .failed: break
    }
  }

  private func conclude(_ run: CalibrationRun, _ outcome: Judgement.Outcome) {
    switch outcome {
    case .success(var result):
      if run.kind == .axes, let magnetometer = calibrations.sensor(.magnetometer),
        [MountMatrix.Origin.none, .calibration].contains(magnetometer.mount.origin)
      {
        // The magnetometer's mount is not configured: assume the mount found for the other sensors, until its own calibration.
        result.magnetometerTurn = result.inertialTurn
      }
      let record = calibrations.record(
        result, made: engine.civil.utc(at: daemon.now) ?? Daemon.realTime,
        software: "gnomond \(daemon.options.version)",
        model: engine.latest?.place == nil ? nil : "WMM2025")
      run.stage = .judged(record)
      report(CalibrationMessage(run: run.number, result: CalibrationResultMessage(record)))
      Log.write("the \(run.kind.english) calibration is \(record.grade.rawValue): \(record.promise.text)", .notice)
    case .failure(let failure):
      run.stage = .failed
      report(CalibrationMessage(run: run.number, failure: CalibrationFailureMessage(failure)))
      Log.write("the \(run.kind.english) calibration has failed: \(failure)", .notice)
      calibrations.run = nil
    }
    calibrations.stream?.end()
    calibrations.stream = nil
    daemon.server.settle(run.connection)
  }

  func report(_ message: CalibrationMessage) {
    guard let connection = calibrations.stream?.connection else { return }
    send(message, isLast: message.progress == nil, connection)
  }

  /// Sends one message of a stream; the last one ends the stream.
  func send(_ message: some Message, isLast: Bool, _ connection: Connection) {
    var writer = JSONWriter(capacity: 1 << 12)
    writer.beginObject()
    writer.member("parameters", message)
    if !isLast {
      writer.key("continues")
      writer.value(true)
    }
    writer.endObject()
    writer.finish(with: 0)
    writer.buffer.withBytes {
      if isLast { daemon.server.sendLast($0, to: connection) } else { daemon.server.sendEvent($0, to: connection) }
    }
  }

  /// Ends a calibration without a result: its client has disconnected, rejected or cancelled it.
  func end(_ run: CalibrationRun, _ how: String) {
    Log.write("the \(run.kind.english) calibration \(how); nothing was changed", .notice)
    calibrations.run = nil
    // The last reply to a stream that is still open.
    if let connection = calibrations.stream?.connection, !connection.isClosed {
      calibrations.stream?.end()
      let failure = CalibrationFailureMessage(
        reason: "cancelled", figures: [], finding: "it \(how)", remedy: "begin again")
      send(CalibrationMessage(run: run.number, failure: failure), isLast: true, connection)
    }
    calibrations.stream = nil
  }

  /// Ends the calibration of a connection that has ended.
  func close(_ connection: Connection) {
    if let run = calibrations.run, run.connection === connection {
      end(run, "has ended, because \(connection.name) has disconnected")
    }
  }
}
