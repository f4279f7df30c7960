public import Geometry
public import Samples

/// The strides of a shoe, from the end of one stance to the end of the next. A stride is complete with the next landing: until then
/// its stance still corrects it.
public struct ShoeGait: Sendable {
  /// One stride of the foot with the sensor: two steps of the walker.
  public struct Stride: Sendable, Equatable {
    /// End of the stance that ends it.
    public var time: BootInstant
    public var duration: TimeSpan
    /// Length on level ground, and the climb.
    public var length: Length
    public var climb: Length
    /// Share of its time in which the foot stood.
    public var stance: Double

    /// Steps of the walker per minute.
    public var cadence: Double { 120 / max(duration.value, 1e-3) }
  }

  /// Strides that climb more than a street does, as on stairs or a ladder.
  public struct Stairs: Sendable, Equatable {
    public var up = 0, down = 0
    /// The sums of their heights; both are positive.
    public var ascent = Length.zero, descent = Length.zero

    fileprivate mutating func add(_ climb: Double) {
      if climb > ShoeGait.leastRise {
        up += 1
        ascent += Length(climb)
      } else if climb < -ShoeGait.leastRise {
        down += 1
        descent += Length(-climb)
      }
    }
  }

  /// The last stride, and the count of all.
  public private(set) var last: Stride?
  public private(set) var count = 0
  /// Length of the path, stride by stride.
  public private(set) var way = Length.zero

  public private(set) var stairs = Stairs()

  /// The last sample of the present or the last stance, and of the stance before that.
  private var lift: Moment?, liftBefore: Moment?
  private var standing = 0.0, airborne = 0.0

  struct Moment: Sendable {
    var time: BootInstant
    var position: SIMD3<Double>
  }

  /// Count of the stances that have ended, the end of the last one, and the last moment in which the foot stood.
  private(set) var stances = 0
  var lastStance: Moment? { liftBefore }
  var lastStanding: Moment? { lift }

  /// Shorter flights are flicker of the detector; shorter ways are a shuffle; longer pauses are no stride.
  private static let shortestSwing = 0.1, shortest = 0.1, longest = 3.0

  /// The least climb in meters of a stride on stairs: less than the lowest step of a staircase, more than a steep street has.
  private static let leastRise = 0.12

  mutating func advance(_ position: SIMD3<Double>, isStanding: Bool, over interval: Double, at time: BootInstant) {
    guard isStanding else {
      airborne += interval
      return
    }
    if airborne >= Self.shortestSwing { land() }
    standing += interval
    airborne = 0
    lift = Moment(time: time, position: position)
  }

  /// Ends the stride that ended with the last stance: its corrections are complete.
  private mutating func land() {
    defer {
      liftBefore = lift
      standing = 0
      stances += 1
    }
    guard let lift, let before = liftBefore else { return }
    let way = lift.position - before.position, length = (way.x * way.x + way.z * way.z).squareRoot()
    let duration = (lift.time - before.time).value
    guard length >= Self.shortest else { return }
    count += 1
    self.way += Length(length)
    stairs.add(way.y)
    guard duration > 0, duration <= Self.longest else { return }
    last = Stride(
      time: lift.time, duration: TimeSpan(duration), length: Length(length), climb: Length(way.y),
      stance: min(1, standing / duration))
  }

  /// Moves the remembered stances by a correction of the height, which is no climb.
  mutating func raise(by correction: Double) {
    lift?.position.y += correction
    liftBefore?.position.y += correction
  }
}
