import Calibrators
import Geometry

/// Whether a record is one of rest: an Allan variance of motion describes the motion, not the sensor.
///
/// The record is divided into blocks of half a second. In a block of rest single readings scatter by no more than the noisiest
/// sensor's, and its mean differs from that of the block before by no more than the readings' white noise explains (with the floor
/// and the slack of `RestStretch`). Differences of neighbors leave a drifting bias out. The white noise is half the mean square of
/// successive differences (J. von Neumann 1941), the median over the blocks.
struct RestCheck {
  /// Share of the blocks that may move: a door, a step nearby.
  static let mostMoving = 0.02
  private static let leastBlocks = 20

  private(set) var moving = 0
  private(set) var blocks = 0
  /// Largest change of a block's mean, in the sensor's unit.
  private(set) var largestChange = 0.0

  var isRest: Bool { blocks < Self.leastBlocks || Double(moving) <= Self.mostMoving * Double(blocks) }
  var movingShare: Double { blocks > 0 ? Double(moving) / Double(blocks) : 0 }

  /// `floor` and `noisiest` are of the sensor: `RestStretch` has their values.
  init(_ axes: [[Double]], interval: Double, floor: Double, noisiest: Double) {
    guard interval > 0, let count = axes.first?.count else { return }
    let size = max(4, Int((RestStretch.blockTime.value / interval).rounded()))
    blocks = count / size
    guard blocks > 1 else { return }
    var isMoving = [Bool](repeating: false, count: blocks)
    for axis in axes {
      var means: [Double] = [], noises: [Double] = []
      for block in 0..<blocks {
        let readings = axis[block * size..<(block + 1) * size]
        let mean = readings.reduce(0, +) / Double(size)
        var squares = 0.0, differences = 0.0, last = readings[readings.startIndex]
        for reading in readings {
          squares += (reading - mean) * (reading - mean)
          differences += (reading - last) * (reading - last)
          last = reading
        }
        if squares / Double(size - 1) > noisiest * noisiest { isMoving[block] = true }
        means.append(mean)
        noises.append((differences / Double(2 * (size - 1))).squareRoot())
      }
      let noise = min(noisiest, noises.sorted()[blocks / 2])
      let limit = 2.0.squareRoot() * max(floor, RestStretch.slack * noise / Double(size).squareRoot())
      for block in 1..<blocks {
        let change = (means[block] - means[block - 1]).magnitude
        largestChange = max(largestChange, change)
        if change > limit { isMoving[block] = true }
      }
    }
    moving = isMoving.count { $0 }
  }
}
