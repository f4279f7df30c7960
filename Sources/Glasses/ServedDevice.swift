public import Chips
public import Samples

/// A pair of glasses that is being read, by whichever way.
public protocol ServedDevice: Sendable {
  var name: String { get }
  /// The ranges, for people; the empty text where the device states none.
  var setting: String { get }
  var state: GlassesState { get }
  var counts: GlassesCounts { get set }
  /// Why there is no magnetic field although there is the rest; nil while there is one, or may be one soon.
  var fieldFault: FieldFault? { get }
  /// Whether the samples are in the body's axes, as the glasses are worn.
  var isMounted: Bool { get }
  /// Rises whenever the state, or that of the magnetometer, changes.
  var changes: Int { get }
  /// When `turn` is due.
  var next: BootInstant { get }
  /// Reads all that waits, and appends its samples.
  mutating func turn(_ port: some GlassesPort, into samples: inout [ChipSample]) throws(PortFault)
  /// The last message before the device is closed.
  func stop(_ port: some GlassesPort)
}

public enum GlassesState: Equatable, Sendable {
  /// No report so far.
  case starting
  case running
  /// Until a report comes.
  case failed(GlassesFault)
}
