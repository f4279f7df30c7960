import Geometry
import Samples

/// The attitude by the gyroscope alone, as a function of time: reference for a delayed sensor.
///
/// A gyroscope's sample is the mean rate over the interval that ends at its stamp, so the attitude turns at a constant rate
/// between stamps.
struct AttitudeTrack: Sendable {
  static let most = 40_000
  private(set) var times: [Double] = []
  private var attitudes: [Rotation<Body, Scene>] = []
  private var rates: [SIMD3<Double>] = []
  private(set) var origin: BootInstant?
  private var attitude = Rotation<Body, Scene>.aligned
  private(set) var squaredRate = 0.0
  /// Σ ω ωᵀ dt: shows the axes about which the device was moved.
  private(set) var moment = Matrix3.zero
  private(set) var gaps = 0

  init() {
    times.reserveCapacity(Self.most)
    attitudes.reserveCapacity(Self.most)
    rates.reserveCapacity(Self.most)
  }

  var isFull: Bool { times.count >= Self.most }

  mutating func add(_ rate: SIMD3<Double>, at time: BootInstant) {
    guard !isFull else { return }
    guard let origin, let last = times.last else {
      self.origin = time
      times.append(0)
      attitudes.append(attitude)
      rates.append(rate)
      return
    }
    let now = (time - origin).value, interval = now - last
    if interval > 0.1 { gaps += 1 }
    attitude = (attitude * Rotation<Body, Body>.exp(RotationVector(rate * interval))).renormalized
    squaredRate += dot(rate, rate) * interval
    moment += Matrix3(outer: rate, rate) * interval
    times.append(now)
    attitudes.append(attitude)
    rates.append(rate)
  }

  var duration: Double { times.last ?? 0 }
  /// rms rate, rad/s.
  var rate: Double { duration > 0 ? (squaredRate / duration).squareRoot() : 0 }

  /// Returns attitude and rate at a time; `hint` is an index near it, and is updated. nil outside the track or in a hole.
  func at(_ time: Double, _ hint: inout Int) -> (attitude: Rotation<Body, Scene>, rate: SIMD3<Double>)? {
    guard times.count > 1, time > times[0], time <= times[times.count - 1] else { return nil }
    hint = max(1, min(hint, times.count - 1))
    while times[hint] < time { hint += 1 }
    while times[hint - 1] >= time { hint -= 1 }
    let interval = times[hint] - times[hint - 1]
    guard interval <= 0.1 else { return nil }
    let step = rates[hint] * (time - times[hint - 1])
    return (attitudes[hint - 1] * Rotation<Body, Body>.exp(RotationVector(step)), rates[hint])
  }

  /// Returns the angular acceleration near an index, from the rates on both sides.
  func acceleration(near hint: Int) -> SIMD3<Double> {
    let from = max(0, hint - 3), to = min(times.count - 1, hint + 2)
    let span = times[to] - times[from]
    return span > 0 && span < 0.2 ? (rates[to] - rates[from]) / span : .zero
  }
}
