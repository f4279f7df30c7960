import Expectations
import Geometry
import Samples
import Testing

@testable import Odometry

/// The filter of a shoe on floors that it leaves and finds again, with swings that seem to climb by 8 mm each.
@Suite struct ShoeLevelTests {
  /// A filter that is fed by one walk after the other, each from rest to rest.
  private struct Wearer {
    var filter: ShoeOdometry?
    private var start: ShoeStart
    private var seconds = 0.0
    /// The true climb.
    private(set) var climbed = 0.0

    init(_ parameters: ShoeParameters = ShoeParameters()) { start = ShoeStart(parameters) }

    var error: Double { (filter?.place.y ?? .nan) - climbed }

    private mutating func add(_ rate: AngularVelocity<Body>, _ force: Acceleration<Body>) {
      seconds += 0.005
      let time = BootInstant(seconds: seconds), interval = TimeSpan(0.005)
      if filter != nil {
        filter?.advance(to: time, rate: rate, over: interval, force: force)
      } else {
        filter = start.add(rate: rate, force: force, at: time, over: interval)
      }
    }

    /// Makes strides along −z (ahead) and up, in meters.
    mutating func walk(_ moves: [SIMD2<Double>], falseClimb: Double = 0.008) {
      var foot = SteppingFoot()
      foot.moves = moves
      foot.falseClimb = falseClimb
      for sample in foot.samples(strides: moves.count) { add(sample.rate, sample.force) }
      for move in moves { climbed += move.y }
    }

    /// Stands in a lift, whose barometer reads the height four times a second with an error of some centimeters.
    mutating func ride(_ height: Double) {
      var moving = ShoeOdometry.Floor()
      moving.movesUp = true
      let speed = height / 10, before = climbed
      for i in 0..<2800 {
        let t = 0.005 * Double(i)
        // 2 s of speeding up, 8 s at the speed, 2 s of slowing down, and 2 s of standing.
        let push = t < 2 ? speed / 2 : t >= 10 && t < 12 ? -speed / 2 : 0
        let way =
          t < 2
          ? speed * t * t / 4 : t < 10 ? speed * (t - 1) : t < 12 ? height - speed * (12 - t) * (12 - t) / 4 : height
        if i == 200 { filter?.set(floor: moving) }
        if i == 2500 { filter?.set(floor: ShoeOdometry.Floor()) }
        climbed = before + way
        add(.zero, Acceleration(0, Constants.standardGravity.value + push, 0))
        if i % 50 == 0 { filter?.ingest(lift: .init(climb: way + 0.06 * sin(Double(i)), sigma: 0.06, age: .zero)) }
      }
    }

    func aid(_ name: String) -> Int { filter?.aids.first { $0.description.name == name }?.fused ?? 0 }
  }

  private static let without: ShoeParameters = {
    var parameters = ShoeParameters()
    parameters.floorReach = .zero
    return parameters
  }()
  private static func level(_ strides: Int, _ length: Double = 1.3) -> [SIMD2<Double>] {
    [SIMD2<Double>](repeating: SIMD2(length, 0), count: strides)
  }
  private static func climb(_ strides: Int, _ way: SIMD2<Double>) -> [SIMD2<Double>] {
    [SIMD2<Double>](repeating: way, count: strides)
  }

  /// Up a staircase and along, and back the same way.
  @Test func aFloorIsFoundAgain() throws {
    let up = Self.level(10) + Self.climb(8, SIMD2(0.6, 0.34)) + Self.level(10)
    func end(_ parameters: ShoeParameters) -> Wearer {
      var wearer = Wearer(parameters)
      wearer.walk(up)
      wearer.walk(up.reversed().map { -$0 })
      return wearer
    }
    let free = end(Self.without), found = end(ShoeParameters())
    print("shoe: \(free.error) m at the end of 56 strides, \(found.error) m with remembered levels")
    #expect(free.error.magnitude > 0.25 && free.aid("foot-level") == 0)
    #expect(found.error.magnitude < 0.08 && found.aid("foot-level") > 10, "\(found.error) m")
    let stairs = try #require(found.filter?.strides.stairs)
    #expect(stairs.up == 8 && stairs.down == 8, "\(stairs)")
    #expect(abs(stairs.ascent.value - 8 * 0.34) < 0.2 && abs(stairs.descent.value - 8 * 0.34) < 0.2, "\(stairs)")
  }

  /// A ramp that is walked up once is as high as without the memory, and down again it ends at its beginning.
  @Test(arguments: [0.03, 0.06]) func aRampIsNotFlattened(slope: Double) {
    let ramp = Self.level(5) + Self.climb(16, SIMD2(1.3, 1.3 * slope))
    var wearer = Wearer(), free = Wearer(Self.without)
    wearer.walk(ramp)
    free.walk(ramp)
    // Within a stance's unevenness.
    expect((wearer.error - free.error).magnitude, isBelow: 0.015, "\(wearer.error) m, \(free.error) m")
    wearer.walk(ramp.reversed().map { -$0 })
    expect(wearer.error.magnitude, isBelow: 0.08, "\(wearer.error) m")
  }

  /// Two steps up, along, back and down: the podium is where it is at each visit.
  @Test func aPodiumIsNotAFloor() {
    let onto = Self.level(5) + Self.climb(1, SIMD2(0.8, 0.34)) + Self.level(4)
    var wearer = Wearer(), worst = 0.0
    for _ in 0..<3 {
      wearer.walk(onto)
      worst = max(worst, wearer.error.magnitude)
      wearer.walk(onto.reversed().map { -$0 })
      worst = max(worst, wearer.error.magnitude)
    }
    expect(worst, isBelow: 0.13, "\(worst) m")
  }

  /// Up by a lift, along, back, and down: the error of the barometer and of the strides ends with the floor.
  @Test func aLiftLeadsBack() {
    func end(_ parameters: ShoeParameters) -> Wearer {
      var wearer = Wearer(parameters)
      wearer.walk(Self.level(8))
      wearer.ride(6)
      wearer.walk(Self.level(8))
      wearer.walk(Self.level(8, -1.3))
      wearer.ride(-6)
      wearer.walk(Self.level(8, -1.3))
      return wearer
    }
    let free = end(Self.without), found = end(ShoeParameters())
    print("shoe in a lift: \(free.error) m at the end, \(found.error) m with remembered levels")
    #expect(found.error.magnitude < 0.1 && found.error.magnitude < free.error.magnitude, "\(found.error) m")
  }

  /// A foot that was lost finds no level again: it may be anywhere.
  @Test func aLostFootFindsNothing() throws {
    var wearer = Wearer()
    wearer.walk(Self.level(6))
    let before = wearer.aid("foot-level")
    var filter = try #require(wearer.filter)
    filter.levels.addDoubt(height: 5, place: 5)
    wearer.filter = filter
    wearer.walk(Self.level(6, -1.3))
    expect(wearer.aid("foot-level"), equals: before)
  }
}
