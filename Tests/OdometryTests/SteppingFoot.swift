import Geometry
import Samples

/// A foot that makes strides on level ground along −z, with its exact samples: in a stance it does not move, in a swing it goes on,
/// up and down, and pitches. An oracle for the filter of a shoe.
struct SteppingFoot {
  var rate = 200.0
  var stride = 1.3, period = 1.1, swing = 0.45, lift = 0.12, pitch = 0.9
  /// Time of standing at first, in seconds.
  var rest = 1.5
  /// Errors of the sensors.
  var gyroscopeBias = SIMD3(0.0, 0.0, 0.0), accelerometerBias = SIMD3(0.0, 0.0, 0.0)
  /// Lengths along −z and climbs of the strides, where they are not all `stride` on level ground; meters.
  var moves: [SIMD2<Double>] = []
  /// Height in meters by which each swing seems to climb, by an error of the force that no stance can measure.
  var falseClimb = 0.0

  struct Sample {
    var time: BootInstant
    var rate: AngularVelocity<Body>
    var force: Acceleration<Body>
    /// Place along −z, and height.
    var ahead: Double
    var up: Double
    var isStanding: Bool
  }

  /// Returns the samples of a number of strides and of a second of standing after them.
  func samples(strides: Int) -> [Sample] {
    let count = Int((rest + Double(strides) * period + 1) * rate)
    var starts = [SIMD2(0.0, 0.0)]
    for i in 0..<strides { starts.append(starts[i] + move(i)) }
    return (0...count).map { sample(Double($0) / rate, strides: strides, starts) }
  }

  private func move(_ number: Int) -> SIMD2<Double> {
    moves.indices.contains(number) ? moves[number] : SIMD2(stride, 0)
  }

  private func sample(_ t: Double, strides: Int, _ starts: [SIMD2<Double>]) -> Sample {
    let walked = max(0, t - rest), done = min(strides, Int(walked / period))
    let phase = walked - Double(done) * period
    let moves = done < strides && phase > 0 && phase < swing
    let move = move(done)
    var place = starts[done], push = SIMD2(0.0, 0.0), turn = 0.0, angle = 0.0, error = 0.0
    if !moves && done < strides && phase >= swing { place += move }
    if moves {
      let w = 2 * Double.pi / swing, x = w * phase
      // s = τ − sin(2πτ)/2π: velocity and acceleration are zero at both ends; the height and the pitch are smooth bumps.
      place += move * (phase / swing - sin(x) / (2 * .pi))
      push = move * (w * sin(x) / swing)
      error = falseClimb * w * sin(x) / swing
      let bump = 0.5 * (1 - cos(x))
      place.y += lift * bump * bump
      // d²/dt² of b² with b = (1 − cos x)/2: 2 (b′² + b b″), b′ = w sin x/2, b″ = w² cos x/2.
      push.y += lift * 2 * (0.25 * w * w * sin(x) * sin(x) + bump * 0.5 * w * w * cos(x))
      angle = -pitch * sin(x) * bump
      turn = -pitch * w * (cos(x) * bump + sin(x) * 0.5 * sin(x))
    }
    // Pitch is about the body's x axis; −z is ahead.
    let orientation = Rotation<Body, Scene>(about: Direction(1, 0, 0), by: .radians(angle))
    let felt = orientation.inverse(Acceleration<Scene>(0, push.y + error + Constants.standardGravity.value, -push.x))
    return Sample(
      time: BootInstant(seconds: t), rate: AngularVelocity(SIMD3(turn, 0, 0) + gyroscopeBias),
      force: Acceleration(felt.components + accelerometerBias), ahead: place.x, up: place.y, isStanding: !moves)
  }
}
