import Geometry
import Samples

/// Finds poses in which a sensor lies still, and keeps the mean force of each and the turn from one to the next.
///
/// Static intervals are found by the variance of the force, as in Tedaldi, Pretto and Menegatti ("A robust and easy to implement
/// method for IMU calibration without external equipments", ICRA 2014), but live: readings are grouped in blocks of 0.25 s. A
/// block is quiet if its standard deviation is near the smallest seen so far (between a floor and a ceiling), and belongs to the
/// pose if its mean is near that of the pose. The first and last block of a pose are left out: putting down and picking up.
struct StillPoses: Sendable {
  struct Pose: Sendable {
    var force = SIMD3<Double>.zero
    var rate = SIMD3<Double>.zero
    var count = 0
    var rateCount = 0
    /// Squared deviation of single readings, summed over axes and samples.
    var squares = 0.0
    /// Axes whose readings never changed during the pose.
    var frozen: SIMD3<Double> = .zero
    var isFrozen = SIMDMask<SIMD3<Int64>>(repeating: true)
    var turn: Turn?

    /// 1 σ of the mean's components from the readings' scatter.
    var sigma: Double {
      count > 1 ? (squares / (3 * Double(count - 1)) / Double(count)).squareRoot() : .infinity
    }
  }

  /// The turn since the previous pose, by the gyroscope minus its mean in that pose: v before = rotation · v now. The sums give
  /// the effect of the gyroscope's matrix on it.
  struct Turn: Sendable {
    var rotation = Rotation<Body, Body>.aligned
    /// Σ R ω_k dt for k = x, y, z, by columns of R: φ = Σ_k (Σ R ω_k dt) D e_k.
    var x = Matrix3.zero, y = Matrix3.zero, z = Matrix3.zero
    var duration = 0.0
  }

  enum Event: Equatable, Sendable {
    case nothing
    /// A pose is complete: its number from 1.
    case accepted(Int)
    /// The device was still, but not for long enough; the value is the number of the lost pose.
    case moved(Int)
    /// There is no room for more poses.
    case full
  }

  static let blockTime = TimeSpan(0.25)
  static let most = 64
  /// Number of blocks that make a pose.
  let needed: Int
  /// A block with less scatter is quiet, and a block with more than the ceiling is not, for any noise of the sensor.
  static let quietFloor = AccelerationSize(0.06)
  static let quietCeiling = AccelerationSize(0.3)
  /// Least allowed distance between the mean of a block and the mean of its pose.
  private static let leastStep = AccelerationSize(0.05)
  /// After a hole in the gyroscope's data, or minutes of handling, the turn between two poses is unknown.
  private static let longestGap = TimeSpan(0.1), longestTurn = TimeSpan(120)
  /// Number of quiet blocks after which a movement counts as a moved pose, not as a slow hand.
  static let settled = 4
  static let longest = 40

  private(set) var poses: [Pose] = []
  private(set) var movedCount = 0
  /// Quiet blocks in a row, and whether they have become a pose.
  private(set) var quietBlocks = 0
  private(set) var isAccepted = false
  private var least = Double.infinity

  // The current block.
  private var blockStart: BootInstant?
  private var count = 0
  private var sum = SIMD3<Double>.zero
  private var origin = SIMD3<Double>.zero
  private var squares = SIMD3<Double>.zero
  private var rateSum = SIMD3<Double>.zero
  private var rateCount = 0

  // The current pose, and the newest block, not yet in it.
  private var making = Pose()
  private var pending: Pose?
  private var lastRate: (time: BootInstant, rate: SIMD3<Double>)?
  private var turn: Turn?
  private var turnBias = SIMD3<Double>.zero

  init(holding time: TimeSpan = TimeSpan(2)) {
    needed = Int((time / Self.blockTime).rounded(.up)) + 1
    poses.reserveCapacity(Self.most)
  }

  /// Part of the needed time for which the pose has been held.
  var heldFraction: Double { min(1, Double(quietBlocks) / Double(needed)) }

  mutating func add(rate: SIMD3<Double>, at time: BootInstant) {
    rateSum += rate
    rateCount += 1
    defer { lastRate = (time, rate) }
    guard turn != nil, let lastRate else { return }
    let interval = (time - lastRate.time).value
    guard interval <= Self.longestGap.value, let duration = turn?.duration, duration < Self.longestTurn.value else {
      turn = nil
      return
    }
    let w = rate - turnBias
    turn?.advance(w, interval)
  }

  mutating func add(force: SIMD3<Double>, at time: BootInstant) -> Event {
    guard let start = blockStart else {
      startBlock(force, time)
      return .nothing
    }
    let age = (time - start).value
    guard age >= Self.blockTime.value else {
      accumulate(force)
      return .nothing
    }
    // A hole ends the pose: the motion during the hole is unknown.
    let event = age > 4 * Self.blockTime.value || count < 4 ? interrupt() : closeBlock()
    startBlock(force, time)
    return event
  }

  private mutating func startBlock(_ force: SIMD3<Double>, _ time: BootInstant) {
    blockStart = time
    count = 0
    sum = .zero
    squares = .zero
    origin = force
    rateSum = .zero
    rateCount = 0
    accumulate(force)
  }

  private mutating func accumulate(_ force: SIMD3<Double>) {
    let off = force - origin
    count += 1
    sum += off
    squares += off * off
  }

  private mutating func closeBlock() -> Event {
    let mean = sum / Double(count)
    let spread = (squares - mean * mean * Double(count)).clamped(
      lowerBound: .zero, upperBound: SIMD3(repeating: .infinity))
    let deviation = (spread.sum() / Double(count - 1)).squareRoot()
    least = min(least, max(deviation, 1e-4))
    let limit = min(Self.quietCeiling.value, max(Self.quietFloor.value, 3 * least))
    guard deviation <= limit else { return interrupt() }
    var block = Pose()
    block.force = origin + mean
    block.count = count
    block.squares = spread.sum()
    block.rate = rateCount > 0 ? rateSum / Double(rateCount) : .zero
    block.rateCount = rateCount
    block.frozen = origin
    block.isFrozen = spread .== .zero
    if making.count > 0 {
      let off = block.force - making.force
      let allowed = max(Self.leastStep.value, 4 * deviation / Double(count).squareRoot())
      if dot(off, off) > allowed * allowed {
        // Another pose begins here, or a slow movement.
        let event = interrupt()
        quietBlocks = 1
        return event
      }
    }
    quietBlocks += 1
    return addBlock(block)
  }

  private mutating func addBlock(_ block: Pose) -> Event {
    // The first quiet block is for settling, and only starts the comparison.
    if quietBlocks >= 2, let pending, making.count < 100_000 { making.merge(pending) }
    pending = quietBlocks >= 2 ? block : nil
    if isAccepted {
      if quietBlocks <= Self.longest, making.count > 0, let last = poses.indices.last {
        let turn = poses[last].turn
        poses[last] = making
        poses[last].turn = turn
        restartTurn()
      } else if quietBlocks > Self.longest {
        restartTurn()
      }
      return .nothing
    }
    guard quietBlocks > needed, making.count > 0 else { return .nothing }
    isAccepted = true
    guard poses.count < Self.most else {
      restartTurn()
      return .full
    }
    making.turn = turn
    poses.append(making)
    restartTurn()
    return .accepted(poses.count)
  }

  private mutating func restartTurn() {
    turn = making.rateCount > 0 ? Turn() : nil
    turnBias = making.rate
  }

  private mutating func interrupt() -> Event {
    let wasMoved = !isAccepted && quietBlocks >= Self.settled
    quietBlocks = 0
    isAccepted = false
    making = Pose()
    pending = nil
    guard wasMoved else { return .nothing }
    movedCount += 1
    return .moved(poses.count + 1)
  }
}

extension StillPoses.Pose {
  mutating func merge(_ other: Self) {
    let total = count + other.count
    guard total > 0 else { return }
    let off = other.force - force
    force = count == 0 ? other.force : force + off * (Double(other.count) / Double(total))
    let between = count == 0 ? 0 : dot(off, off) * Double(count) * Double(other.count) / Double(total)
    squares += other.squares + between
    let rates = rateCount + other.rateCount
    if rates > 0 { rate += (other.rate - rate) * (Double(other.rateCount) / Double(rates)) }
    isFrozen = count == 0 ? other.isFrozen : isFrozen .& other.isFrozen .& (frozen .== other.frozen)
    frozen = other.frozen
    count = total
    rateCount = rates
  }
}

extension StillPoses.Turn {
  /// Adds one sample's turn: the rate is the mean over the interval that ends at its stamp.
  mutating func advance(_ rate: SIMD3<Double>, _ interval: Double) {
    let half = rotation * Rotation<Body, Body>.exp(RotationVector(rate * (0.5 * interval)))
    let r = half.matrix
    x += r * (rate.x * interval)
    y += r * (rate.y * interval)
    z += r * (rate.z * interval)
    rotation = (rotation * Rotation<Body, Body>.exp(RotationVector(rate * interval))).renormalized
    duration += interval
  }

  /// Returns the rotation error, in the frame of the previous pose, from a gyroscope error D (true rate = (1 + D) rate):
  /// φ = Σ R D ω dt, for the unit error in row i and column k.
  func error(row i: Int, column k: Int) -> SIMD3<Double> {
    let sum = k == 0 ? x : k == 1 ? y : z
    return i == 0 ? sum.c0 : i == 1 ? sum.c1 : sum.c2
  }
}
