import Geometry

// The drift as it is known here. Heading is not observed by this filter, so what rest tells of the bias reaches the filter that
// follows the heading from here, once and with its weight.
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
