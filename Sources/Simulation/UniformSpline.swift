import Geometry

/// A uniform quintic B-spline through eight channels: four times continuously differentiable, so that rates and accelerations
/// derived from it are exact derivatives of the truth, not approximations.
///
/// x(t) = Σ c_j B₅(t/h − j + 2), with the basis polynomials on one segment as in C. de Boor, "A Practical Guide to Splines"
/// (2001), ch. IX, for equidistant knots. h is `spacing`; control c_j has its center at t = (j − 2) h.
struct UniformSpline: Sendable {
  typealias Channels = SIMD8<Double>

  let spacing: Double
  private let controls: [Channels]

  /// Creates a spline from controls with centers at −2h, −h, 0, h, …; at least six.
  init(spacing: Double, controls: [Channels]) {
    precondition(controls.count >= 6 && spacing > 0, "a quintic spline has at least six controls")
    self.spacing = spacing
    self.controls = controls
  }

  /// The end of the last whole segment; the spline is defined on [0, end].
  var end: Double { Double(controls.count - 5) * spacing }

  @inline(__always) func value(at time: Double) -> Channels {
    let (i, u) = segment(time)
    let v = 1 - u, u2 = u * u, u3 = u2 * u, u4 = u2 * u2, u5 = u4 * u
    let b0 = v * v * v * v * v
    let b1 = 26 - 50 * u + 20 * u2 + 20 * u3 - 20 * u4 + 5 * u5
    let b2 = 66 - 60 * u2 + 30 * u4 - 10 * u5
    let b3 = 26 + 50 * u + 20 * u2 - 20 * u3 - 20 * u4 + 10 * u5
    let b4 = 1 + 5 * u + 10 * u2 + 10 * u3 + 5 * u4 - 5 * u5
    return combine(i, b0, b1, b2, b3, b4, u5) * (1 / 120)
  }

  @inline(__always) func rate(at time: Double) -> Channels {
    let (i, u) = segment(time)
    let v = 1 - u, u2 = u * u, u3 = u2 * u, u4 = u2 * u2
    let d0 = -5 * v * v * v * v
    let d1 = -50 + 40 * u + 60 * u2 - 80 * u3 + 25 * u4
    let d2 = -120 * u + 120 * u3 - 50 * u4
    let d3 = 50 + 40 * u - 60 * u2 - 80 * u3 + 50 * u4
    let d4 = 5 + 20 * u + 30 * u2 + 20 * u3 - 25 * u4
    return combine(i, d0, d1, d2, d3, d4, 5 * u4) * (1 / (120 * spacing))
  }

  @inline(__always) func acceleration(at time: Double) -> Channels {
    let (i, u) = segment(time)
    let v = 1 - u, u2 = u * u, u3 = u2 * u
    let a0 = 20 * v * v * v
    let a1 = 40 + 120 * u - 240 * u2 + 100 * u3
    let a2 = -120 + 360 * u2 - 200 * u3
    let a3 = 40 - 120 * u - 240 * u2 + 200 * u3
    let a4 = 20 + 60 * u + 60 * u2 - 100 * u3
    return combine(i, a0, a1, a2, a3, a4, 20 * u3) * (1 / (120 * spacing * spacing))
  }

  @inline(__always) private func segment(_ time: Double) -> (Int, Double) {
    let position = max(0, time / spacing)
    let i = min(Int(position), controls.count - 6)
    return (i, position - Double(i))
  }

  @inline(__always) private func combine(
    _ i: Int, _ b0: Double, _ b1: Double, _ b2: Double, _ b3: Double, _ b4: Double, _ b5: Double
  ) -> Channels {
    let early = controls[i] * b0 + controls[i + 1] * b1 + controls[i + 2] * b2
    return early + controls[i + 3] * b3 + controls[i + 4] * b4 + controls[i + 5] * b5
  }
}

/// Returns a signal sampled at equal steps, averaged with a raised-cosine (Hann) window of the given width in samples: it rounds
/// sharp corners as a body does.
func smoothed(_ signal: [Double], width: Int) -> [Double] {
  guard width > 1, let first = signal.first, let last = signal.last else { return signal }
  let half = width / 2
  var weights = (-half...half).map { 1 + cos(.pi * Double($0) / Double(half + 1)) }
  let sum = weights.reduce(0, +)
  for i in weights.indices { weights[i] /= sum }
  return signal.indices.map { i in
    var value = 0.0
    for (k, weight) in weights.enumerated() {
      let j = i + k - half
      value += weight * (j < 0 ? first : j >= signal.count ? last : signal[j])
    }
    return value
  }
}
