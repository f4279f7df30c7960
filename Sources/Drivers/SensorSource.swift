public import Chips
import Geometry
public import Samples
public import Wire

/// A source that the service reads, the chips of a bus or a pair of glasses, with its sensors as the daemon's status has them.
public protocol SensorSource {
  /// The time on the clock of the samples.
  var now: BootInstant { get }
  /// When `turn` is due.
  var next: BootInstant { get }
  /// Rises whenever a sensor appears or changes its state.
  var changes: Int { get }
  /// Under which name the samples are pushed.
  var name: String { get }

  /// Begins anew, with a daemon whose profile this is: what a sensor has kept is old.
  mutating func restart(profile: String)
  /// There is no daemon: samples would be of no use.
  mutating func rest()
  /// Reads what is new, and appends it.
  mutating func turn(into samples: inout [ChipSample])
  mutating func count(_ samples: [ChipSample])
  /// The sensors, with the rates since the last call.
  mutating func sensors(at now: BootInstant) -> [DrivenSensorMessage]
  /// The changes since the last call, for the log.
  mutating func news() -> [(text: String, isFault: Bool)]
}
