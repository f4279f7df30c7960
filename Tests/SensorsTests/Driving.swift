import Foundation
import Geometry
import Glibc
import Samples
import Sensors
import Testing

/// Runs a source as the daemon's loop does, until there is enough or the time is over; returns the events.
@discardableResult
func drive(
  _ source: some SampleSource, for patience: TimeSpan = .seconds(30), until enough: ([SourceEvent]) -> Bool
) -> [SourceEvent] {
  var events: [SourceEvent] = [], source = source
  let end = BootInstant.now + patience
  while !enough(events) && BootInstant.now < end {
    var ready = pollfd(fd: source.descriptor, events: Int16(POLLIN), revents: 0)
    let pause = (min(source.deadline, end) - BootInstant.now).value
    _ = poll(&ready, 1, CInt(max(0, min(pause, 1)) * 1000) + 1)
    source.wake(at: BootInstant.now) { events.append($0) }
  }
  return events
}

extension SampleSource where Self: AnyObject {
  /// Returns an opened source, as its supervisor has it before the first wake.
  func opened() -> Self {
    var source = self
    do throws(SourceFault) { try source.open() } catch { Issue.record("\(error)") }
    return source
  }
}

extension [SourceEvent] {
  /// The samples on the grid, as the pipeline's door rounds them.
  var samples: [Sample] {
    compactMap { if case .sample(let sample) = $0 { sample.quantized } else { nil } }
  }
  var fixes: [Fix] {
    samples.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
  }
  var forces: [AccelerometerSample] {
    samples.compactMap { if case .accelerometer(let sample) = $0 { sample } else { nil } }
  }
  var rates: [GyroscopeSample] {
    samples.compactMap { if case .gyroscope(let sample) = $0 { sample } else { nil } }
  }
  var statuses: [SourceStatus] {
    compactMap { if case .status(let status) = $0 { status } else { nil } }
  }
  var last: SourceStatus.State? { statuses.last?.state }
  /// Whether there is a status with this name and these words.
  func says(_ name: String, _ words: String) -> Bool {
    statuses.contains { $0.name.hasPrefix(name) && $0.description.contains(words) }
  }
}
