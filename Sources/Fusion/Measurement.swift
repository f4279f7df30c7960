public import Geometry

/// One measurement of a filter's state: up to three scalar components z_i = h_iᵀ x + noise, and the gate for surprising ones.
/// Innovations are taken against the nominal state at the time of the measurement; the kernel subtracts from each what the
/// components before it have already explained.
@frozen public struct Measurement: Sendable {
  @frozen public struct Component: Sendable {
    public var row: SparseRow
    /// The measured value, in the unit of the source.
    public var observation: Double
    /// Measured less predicted.
    public var innovation: Double
    /// Variance of the noise as stated, before a gate raises it.
    public var variance: Double

    @inlinable public init(_ row: SparseRow, observation: Double, innovation: Double, variance: Double) {
      self.row = row
      self.observation = observation
      self.innovation = innovation
      self.variance = variance
    }
  }

  public static var capacity: Int { 3 }
  public var gate: Gate
  @usableFromInline var components: (Component, Component, Component)
  /// Number of components.
  @inlinable public var count: Int { length }
  @usableFromInline var length = 0

  @inlinable public init(gate: Gate = .open) {
    let none = Component(SparseRow(), observation: 0, innovation: 0, variance: 0)
    self.gate = gate
    components = (none, none, none)
    length = 0
  }

  /// A measurement of one component.
  @inlinable public init(
    _ row: SparseRow, observation: Double, innovation: Double, variance: Double, gate: Gate = .open
  ) {
    self.init(gate: gate)
    add(row, observation: observation, innovation: innovation, variance: variance)
  }

  /// Removes all components and opens the gate.
  @inlinable public mutating func clear() {
    length = 0
    gate = .open
  }

  public mutating func add(_ row: SparseRow, observation: Double, innovation: Double, variance: Double) {
    self.append(Component(row, observation: observation, innovation: innovation, variance: variance))
  }

  @usableFromInline mutating func append(_ component: Component) {
    precondition(count < Self.capacity, "a measurement of more than three components")
    self[length] = component
    length += 1
  }

  @inlinable public subscript(i: Int) -> Component {
    get { i == 0 ? components.0 : i == 1 ? components.1 : components.2 }
    set {
      switch i {
      case 0: components.0 = newValue
      case 1: components.1 = newValue
      default: components.2 = newValue
      }
    }
  }
}

/// Treatment of a surprise: an innovation y with y² > gate² · s, where s is its variance by filter and noise.
@frozen public enum Gate: Sendable {
  /// It is fused like any other.
  case open
  /// The measurement is refused as a whole.
  case refuse(beyond: Double)
  /// A component's noise is raised until the component lies on the gate. A surprise within the tolerance, in the unit of the
  /// component, is left as it is: the model of motion may be wrong by that much.
  case inflate(beyond: Double, tolerance: Double = 0)

  /// Width of the gate in standard deviations. For an open gate the ratio is computed with 3 σ, without any effect.
  @inlinable public var sigmas: Double {
    switch self {
    case .open: 3
    case .refuse(let sigmas): sigmas
    case .inflate(let sigmas, _): sigmas
    }
  }
}
