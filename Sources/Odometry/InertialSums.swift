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

  /// Row i of `−k([F]× θ + S δa)`, plus `T δv` if `span` is given.
  fileprivate func pushRow(_ i: Int, _ k: Double, withVelocity span: Double?) -> SparseRow {
    var row = SparseRow()
    if let span { row.add(InertialIndex.velocity + i, span) }
    row.add(InertialIndex.theta, Matrix3(cross: force)[row: i] * -k)
    row.add(InertialIndex.accelerometer, rotation[row: i] * -k)
    return row
  }
}

extension SymmetricMatrix {
  /// P ← F P Fᵀ over a window, for the error states of `InertialIndex` with θ on the left:
  ///   δp ← δp + T δv − ½T([F]× θ + S δa),  δv ← δv − [F]× (θ − ½S δb) − S δa,  θ ← θ − S δb
  /// (Solà 2017, §7.2, integrated to the second order of the window).
  mutating func move(by sums: InertialSums) {
    let span = sums.time
    // Positions first, then velocities, then angles: each uses the values of the others from before.
    for i in 0..<3 { shear(row: InertialIndex.position + i, by: sums.pushRow(i, 0.5 * span, withVelocity: span)) }
    let swung = Matrix3(cross: sums.force) * sums.rotation * 0.5
    for i in 0..<3 {
      var row = sums.pushRow(i, 1, withVelocity: nil)
      row.add(InertialIndex.bias, swung[row: i])
      shear(row: InertialIndex.velocity + i, by: row)
    }
    for i in 0..<3 {
      var row = SparseRow()
      row.add(InertialIndex.bias, -sums.rotation[row: i])
      shear(row: InertialIndex.theta + i, by: row)
    }
  }
}
