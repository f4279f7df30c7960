import Calibrators
import Samples
import Sensors
import Text
import Wire

// The run of a calibration: the samples it gets, the reports on it, and how it ends.
extension CalibrationInterface {
  /// One more sample, as the device gave it, for the calibration that is made and those that are checked.
  func ingest(_ sample: Sample) {
    calibrations.run?.ingest(sample)
    for trial in calibrations.trials { trial.ingest(sample) }
  }

  /// Ten times a second: reports, and ends what has come to an end.
  func tend() {
    tendTrials()
    tendWatch()
    guard let run = calibrations.run else { return }
    switch run.stage {
    case .collecting:
      let progress = run.progressMessage
      report(.progress(progress), run)
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
        // Nobody has said how the magnetometer stands: like the others, until its own calibration finds otherwise.
        result.magnetometerTurn = result.inertialTurn
      }
      let record = calibrations.record(
        result, made: engine.civil.utc(at: daemon.now) ?? Daemon.realTime,
        software: "gnomond \(daemon.options.version)",
        model: engine.latest?.place == nil ? nil : "WMM2025")
      run.stage = .judged(record)
      report(.result(CalibrationResultMessage(record)), run)
      Log.write("the \(run.kind.english) calibration is \(record.grade.rawValue): \(record.promise.text)", .notice)
    case .failure(let failure):
      run.stage = .failed
      report(.failure(CalibrationFailureMessage(failure)), run)
      Log.write("the \(run.kind.english) calibration has failed: \(failure)", .notice)
      calibrations.run = nil
    }
    calibrations.stream?.end()
    calibrations.stream = nil
    daemon.server.settle(run.connection)
  }

  func report(_ content: CalibrationMessage.Content, _ run: CalibrationRun) {
    guard let connection = calibrations.stream?.connection else { return }
    let isLast = if case .progress = content { false } else { true }
    send(CalibrationMessage(run: run.number, content).json, isLast: isLast, connection)
  }

  /// One message of a stream that ends.
  func send(_ message: JSONValue, isLast: Bool, _ connection: Connection) {
    var writer = JSONWriter(capacity: 1 << 12)
    writer.beginObject()
    writer.key("parameters")
    writer.value(message)
    if !isLast {
      writer.key("continues")
      writer.value(true)
    }
    writer.endObject()
    writer.finish(with: 0)
    let isSent = writer.buffer.withBytes {
      isLast
        ? connection.outbox.sendReply($0, to: connection.descriptor)
        : connection.outbox.sendEvent($0, to: connection.descriptor)
    }
    if isSent { daemon.server.settle(connection) } else { daemon.server.close(connection) }
  }

  /// Ends a calibration without a result: its client has gone, or wants no more of it.
  func end(_ run: CalibrationRun, _ how: String) {
    Log.write("the \(run.kind.english) calibration \(how); everything is as it was", .notice)
    calibrations.run = nil
    // The last reply to a stream that still runs.
    if let connection = calibrations.stream?.connection, !connection.isClosed {
      calibrations.stream?.end()
      let failure = CalibrationFailureMessage(
        reason: "cancelled", figures: [], finding: "it \(how)", remedy: "begin again")
      send(CalibrationMessage(run: run.number, .failure(failure)).json, isLast: true, connection)
    }
    calibrations.stream = nil
  }

  /// A connection has ended.
  func close(_ connection: Connection) {
    if let run = calibrations.run, run.connection === connection {
      end(run, "is over: \(connection.name) has gone")
    }
  }
}
