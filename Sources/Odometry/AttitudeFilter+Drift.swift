import Geometry

// The bias about the vertical, for the heading filter. Heading is not observed here, so the bias that rest shows passes from here
// to the filter that estimates the heading, once and with its weight.
extension AttitudeFilter {
  /// Whether the window that closed last was one of rest, strict or relaxed.
  public var isResting: Bool {
    stillness.isStill || (parameters.relaxedRate.value > 0 && relaxed.isResting && !isWalking)
  }

  /// Variance of the bias about the scene's vertical, in (rad/s)².
  public var driftVariance: Double {
    let up = orientation.inverse(Direction<Scene>(0, 1, 0)).components
    var row = SparseRow()
    row.add(Index.bias, up)
    return covariance.covariance(row, row)
  }
}
