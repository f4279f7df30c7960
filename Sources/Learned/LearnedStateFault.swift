/// An entry of a learned state that is not used, with the reason.
public struct LearnedStateFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// Name of the member with dots, such as `stride.sigma`; empty for the whole state.
  public var field: String
  public var reason: String

  public init(_ field: String, _ reason: String) {
    self.field = field
    self.reason = reason
  }

  public var description: String { field.isEmpty ? reason : "\(field) \(reason)" }
}
