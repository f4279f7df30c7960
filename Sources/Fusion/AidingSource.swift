public import Geometry
public import Samples

/// A filter that is aided: a covariance over an error state, a nominal state that corrections move, and a list of sources.
public protocol Aided: Sendable {
  /// What the sources are asked about: a fix has come, a window has closed.
  associatedtype Event: Sendable
  /// The one list. Order counts where sources answer to the same event.
  static var sources: [AidingSource<Self>] { get }
  var covariance: SymmetricMatrix { get set }
  /// One for each source, in the same order.
  var aids: [Aid] { get set }
  /// What is fused and not yet applied.
  var pending: StateVector { get set }
  /// Moves the nominal state by a correction.
  mutating func apply(_ correction: StateVector)
  /// By how much such a correction turns the heading, clockwise.
  static func turn(in correction: StateVector) -> Angle
  /// What an event may not correct though its measurements depend on it; nil for nothing.
  func considered(in event: Event) -> Considered?
}

/// One aiding source: its name, and what it makes of an event. A source is a file: the model in the head comment, `describe`, and
/// a function that answers in this order: is the event mine, am I ready, what is measured?
public struct AidingSource<Filter: Aided>: Sendable {
  public let description: AidDescription
  @usableFromInline let propose: @Sendable (inout Filter, Filter.Event, inout Measurement) -> Proposal
  @usableFromInline let settle: (@Sendable (inout Filter, Filter.Event) -> Void)?

  /// `propose` gets an empty measurement to write its components to. `settle` runs after they were fused.
  public init(
    _ description: AidDescription,
    propose: @escaping @Sendable (inout Filter, Filter.Event, inout Measurement) -> Proposal,
    settle: (@Sendable (inout Filter, Filter.Event) -> Void)? = nil
  ) {
    self.description = description
    self.propose = propose
    self.settle = settle
  }
}

/// What a source makes of an event.
public enum Proposal: Sendable {
  /// The event is not about this source.
  case nothing
  case off(AidReason)
  case wait(AidReason)
  case refuse(AidReason)
  /// The measurement has been written and is to be fused.
  case fuse
  /// The source has changed the filter itself, without a measurement update: it drives the prediction, or set a state anew.
  case applied(Fused)
}

extension Aided {
  /// The aids of all sources before anything was measured.
  @inlinable public static func freshAids() -> [Aid] { sources.map { Aid($0.description) } }

  /// Asks each source about an event, fuses what they propose and records what became of it. The nominal state moves once, at
  /// the end: sources that answer to one event share its linearization.
  @inlinable public mutating func ingest(_ event: Event, at time: BootInstant) {
    let sources = Self.sources
    // One for all of them: it is large, and no source needs what another has measured.
    var measurement = Measurement()
    for index in sources.indices {
      measurement.clear()
      ask(sources[index], index, event, &measurement, time)
    }
    applyPending()
  }

  /// Records a refusal that is found later than the measurement, by the name of the source.
  public mutating func refuse(_ reason: AidReason, of name: String, at time: BootInstant) {
    for index in aids.indices where aids[index].description.name == name { aids[index].refuse(reason, at: time) }
  }

  /// Moves the nominal state by what is pending.
  @inlinable public mutating func applyPending() {
    guard !pending.isZero else { return }
    let correction = pending
    pending = StateVector()
    apply(correction)
  }

  @inlinable mutating func ask(
    _ source: AidingSource<Self>, _ index: Int, _ event: Event, _ measurement: inout Measurement, _ time: BootInstant
  ) {
    switch source.propose(&self, event, &measurement) {
    case .nothing: return
    case .off(let reason): aids[index].switchOff(reason)
    case .wait(let reason): aids[index].wait(reason)
    case .refuse(let reason): aids[index].refuse(reason, at: time)
    case .applied(let fused): aids[index].record(.fused(fused), at: time)
    case .fuse:
      var correction = pending
      let before = Self.turn(in: correction)
      let outcome = covariance.fuse(measurement, correcting: &correction, considering: considered(in: event))
      pending = correction
      aids[index].record(outcome, turning: Self.turn(in: correction) - before, at: time)
      if outcome.isFused { source.settle?(&self, event) }
    }
  }
}
