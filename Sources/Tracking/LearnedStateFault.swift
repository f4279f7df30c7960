/// What of a learned state is not used, and why.
public struct LearnedStateFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The member, dotted: `stride.sigma`; empty for the whole.
  public var field: String
  public var reason: String

  public init(_ field: String, _ reason: String) {
    self.field = field
    self.reason = reason
  }

  public var description: String { field.isEmpty ? reason : "\(field) \(reason)" }
}
