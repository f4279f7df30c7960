public import Geometry
public import Samples

/// A filter with aiding sources: a covariance over an error state, a nominal state that corrections move, and a list of sources.
public protocol Aided: Sendable {
  /// Event that the sources are offered: a fix has come, a window has closed.
  associatedtype Event: Sendable
  /// The only list of sources. Their order matters where several react to the same event.
  static var sources: [AidingSource<Self>] { get }
  var covariance: SymmetricMatrix { get set }
  /// One aid for each source, in the same order.
  var aids: [Aid] { get set }
  /// Correction that has been fused and is not applied yet.
  var pending: StateVector { get set }
  /// Applies a correction to the nominal state.
  mutating func apply(_ correction: StateVector)
  /// Returns by how much a correction turns the heading, clockwise.
  static func turn(in correction: StateVector) -> Angle
  /// Directions that an event must not correct although its measurements depend on them; nil for none.
  func considered(in event: Event) -> Considered?
}

/// One aiding source: its description and its reaction to an event. Each source has its own file: the model in the head comment,
/// `describe`, and a function that checks in this order: does the event concern this source, is the source ready, what is
/// measured?
///
/// A proposal does not change the filter, which it gets in place because a copy is large. What an event changes before any source
/// is asked is `prepare`'s, of the source to which it belongs; all sources prepare before the first one proposes.
public struct AidingSource<Filter: Aided>: Sendable {
  public let description: AidDescription
  @usableFromInline let prepare: (@Sendable (inout Filter, Filter.Event) -> Void)?
  @usableFromInline let propose: @Sendable (inout Filter, Filter.Event, inout Measurement) -> Proposal
  @usableFromInline let settle: (@Sendable (inout Filter, Filter.Event) -> Void)?

  /// `propose` writes the components into an empty measurement. `settle` runs after they were fused.
  public init(
    _ description: AidDescription,
    prepare: (@Sendable (inout Filter, Filter.Event) -> Void)? = nil,
    propose: @escaping @Sendable (inout Filter, Filter.Event, inout Measurement) -> Proposal,
    settle: (@Sendable (inout Filter, Filter.Event) -> Void)? = nil
  ) {
    self.description = description
    self.prepare = prepare
    self.propose = propose
    self.settle = settle
  }
}

/// Reaction of a source to an event.
public enum Proposal: Sendable {
  /// The event does not concern this source.
  case nothing
  case off(AidReason)
  case wait(AidReason)
  case refuse(AidReason)
  /// The measurement has been written and is to be fused.
  case fuse
  /// `prepare` has reset a state to the measurement.
  case applied(Fused)
}

extension Aided {
  /// The aids of all sources before the first measurement.
  @inlinable public static func freshAids() -> [Aid] { sources.map { Aid($0.description) } }

  /// Offers an event to each source, fuses what they propose and records the results. The nominal state moves once, at the end:
  /// all sources that react to one event share its linearization. Returns the index of the source that decided: of the fused ones
  /// that which turned the heading most; nil if none was fused.
  @discardableResult
  @inlinable public mutating func ingest(_ event: Event, at time: BootInstant) -> Int? {
    var decisive: Int?
    // One buffer for all sources: it is large, and no source needs the measurement of another.
    var measurement = Measurement()
    // By a pointer: an element of an array is copied to be read.
    Self.sources.withUnsafeBufferPointer { sources in
      guard let first = sources.baseAddress else { return }
      for index in sources.indices { first[index].prepare?(&self, event) }
      for index in sources.indices {
        measurement.clear()
        guard ask(first + index, index, event, &measurement, time) else { continue }
        if let other = decisive, aids[index].lastTurn.magnitude <= aids[other].lastTurn.magnitude { continue }
        decisive = index
      }
    }
    applyPending()
    return decisive
  }

  /// Applies the pending correction to the nominal state.
  @inlinable public mutating func applyPending() {
    guard !pending.isZero else { return }
    let correction = pending
    pending = StateVector()
    apply(correction)
  }

  /// Offers an event to one source; true if a measurement was fused.
  @inlinable mutating func ask(
    _ source: UnsafePointer<AidingSource<Self>>, _ index: Int, _ event: Event, _ measurement: inout Measurement,
    _ time: BootInstant
  ) -> Bool {
    switch source.pointee.propose(&self, event, &measurement) {
    case .nothing: break
    case .off(let reason): aids[index].switchOff(reason)
    case .wait(let reason): aids[index].wait(reason)
    case .refuse(let reason): aids[index].refuse(reason, at: time)
    case .applied(let fused):
      aids[index].record(.fused(fused), at: time)
      return true
    case .fuse:
      var correction = pending
      let before = Self.turn(in: correction)
      let outcome = covariance.fuse(measurement, correcting: &correction, considering: considered(in: event))
      pending = correction
      aids[index].record(outcome, turning: Self.turn(in: correction) - before, at: time)
      if outcome.isFused { source.pointee.settle?(&self, event) }
      return outcome.isFused
    }
    return false
  }
}
