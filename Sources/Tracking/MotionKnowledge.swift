import Alignment
import Odometry

/// What a motion has learned that the next may begin with, and what it begins with: then as wide as it is worth by now.
struct MotionKnowledge: Sendable {
  var bias: BiasBelief?
  var stride: LearnedStride?
  var deviceField: LearnedField?
  var compass = CompassCells()
}
