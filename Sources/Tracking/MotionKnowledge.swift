import Alignment
import Learned
import Odometry

/// The learned state of a motion, for the start of the next; at a start it is already widened.
struct MotionKnowledge: Sendable {
  var bias: BiasBelief?
  var stride: LearnedStride?
  var deviceField: LearnedField?
  var compass: LearnedCompass?
}
