/// The summed weight of the hypotheses that hold a source to be wrong.
public enum DoubtWeight {
  /// Weight from which on a doubt is a reason of a state, and is told to people.
  public static let counts = 0.3
}
