import Geometry

/// Indices of the error states of a `StrapdownFilter`.
enum InertialIndex {
  static let position = 0, velocity = 3, theta = 6, bias = 9, accelerometer = 12
}

/// The sums of a window of samples.
struct InertialSums: Sendable {
  var time = 0.0
  /// S = Σ R Δt
  var rotation = Matrix3.zero
  /// F = Σ R (f − a) Δt
  var force = SIMD3<Double>.zero

  @inline(__always) mutating func add(_ matrix: Matrix3, _ felt: SIMD3<Double>, _ interval: Double) {
    time += interval
    rotation += matrix * interval
    force += felt * interval
  }
}

extension SymmetricMatrix {
  /// P ← F P Fᵀ over a window, for the error states of `InertialIndex` with θ on the left:
  ///   δp ← δp + T δv − ½T([F]× θ + S δa),  δv ← δv − [F]× (θ − ½S δb) − S δa,  θ ← θ − S δb
  /// (Solà 2017, §7.2, integrated to the second order of the window).
  mutating func move(by sums: InertialSums) {
    let span = sums.time
    // Positions first, then velocities, then angles: each uses the values of the others from before.
    let push = Matrix3(cross: sums.force), swung = push * sums.rotation * 0.5
    var position = ThreeRows()
    position.add(InertialIndex.velocity, Matrix3(diagonal: SIMD3(repeating: span)))
    position.add(InertialIndex.theta, push * (-0.5 * span))
    position.add(InertialIndex.accelerometer, sums.rotation * (-0.5 * span))
    shear(three: InertialIndex.position, by: position)
    var velocity = ThreeRows()
    velocity.add(InertialIndex.theta, -push)
    velocity.add(InertialIndex.accelerometer, -sums.rotation)
    velocity.add(InertialIndex.bias, swung)
    shear(three: InertialIndex.velocity, by: velocity)
    var theta = ThreeRows()
    theta.add(InertialIndex.bias, -sums.rotation)
    shear(three: InertialIndex.theta, by: theta)
  }
}
