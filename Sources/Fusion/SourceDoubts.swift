/// How likely something is wrong with each source of the tie to the Earth: the summed weights of the hypotheses that hold it.
public struct SourceDoubts: Equatable, Sendable {
  public enum Source: Int, CaseIterable, Sendable { case compass, receiver, steps, antennas }

  /// Weight from which on a doubt is a reason of a state, and is told to people.
  public static let counting = 0.3

  private var weights = SIMD4(repeating: 0.0)

  public init() {}

  public subscript(source: Source) -> Double {
    get { weights[source.rawValue] }
    set { weights[source.rawValue] = newValue }
  }

  public func counts(_ source: Source) -> Bool { self[source] > Self.counting }
}
