import Geometry
import Samples

// What every aiding source ends in: scalar updates z = hᵀx + noise, gathered in `pending` and told to the nominal state at
// once. Gathering keeps one linearisation for all the components of a measurement: y_i − h_iᵀ · pending is what is left of
// the innovation after the components before it.
extension VehicleFilter {
  /// Returns the innovation's variance, nil if refused. With a gate (in σ) a surprise beyond it, and
  /// beyond what the model of motion may be wrong by, is taken as if its noise were so large that it lies on the gate.
  @discardableResult
  mutating func fuse(_ h: SparseRow, innovation: Double, variance: Double, gate: Double? = nil, tolerance: Double = 0)
    -> Double?
  {
    var y = innovation
    for a in 0..<h.count { y -= h.value(a) * pending[h.index(a)] }
    var noise = variance
    if let gate, y.magnitude > tolerance {
      let s = covariance.covariance(h, h) + variance
      noise += max(0, y * y / (gate * gate) - s)
    }
    guard y.isFinite, let s = covariance.update(along: h, variance: noise) else { return nil }
    for i in 0..<Index.count { pending[i] += covariance.gain(i) * y }
    isPending = true
    return s
  }

  /// Moves the nominal state, and the memory of it, by what is pending.
  mutating func commit() {
    guard isPending else { return }
    isPending = false
    func part(_ i: Int) -> SIMD3<Double> { SIMD3(pending[i], pending[i + 1], pending[i + 2]) }
    let δp = part(Index.position), δv = part(Index.velocity), θ = part(Index.theta)
    correct(position: δp, velocity: δv, turn: θ)
    bias.components += part(Index.bias)
    accelerometerBias.components += part(Index.accelerometer)
    fixBias += part(Index.fixBias)
    turnMount(yaw: pending[Index.mountYaw], pitch: pending[Index.mountPitch])
    for i in 0..<Index.count { pending[i] = 0 }
  }

  mutating func turnMount(yaw: Double, pitch: Double) {
    mount = (Rotation<Vehicle, Vehicle>.exp(RotationVector(pitch, yaw, 0)) * mount).renormalized
  }

  /// A change of the present changes what must have been a time a ago: with F = ∫ R(f − a) = v − v_then − γ a,
  ///   δv_then = δv + [F]× θ,   δp_then = δp − a δv − ½a [F]× θ.
  private mutating func correct(position δp: SIMD3<Double>, velocity δv: SIMD3<Double>, turn θ: SIMD3<Double>) {
    let now = time, before = velocity, down = gravityVector
    history.revise { moment in
      let age = (now - moment.time).value
      let turned = cross(before - moment.velocity - down * age, θ)
      moment.velocity += δv + turned
      moment.position += δp - δv * age - turned * (0.5 * age)
    }
    position += δp
    velocity += δv
    orientation = Rotation<Level, Level>.exp(RotationVector(θ)) * orientation
  }

  /// The Jacobian's rows for position and velocity a time ago; see `correct`.
  func pastRows(_ past: MotionHistory.Moment, _ axis: Int) -> (position: SparseRow, velocity: SparseRow) {
    let age = (time - past.time).value
    let force = Matrix3(cross: velocity - past.velocity - gravityVector * age)[row: axis]
    var position = SparseRow(Index.position + axis, 1), velocity = SparseRow(Index.velocity + axis, 1)
    position.add(Index.velocity + axis, -age)
    position.add(Index.theta, force * (-0.5 * age))
    velocity.add(Index.theta, force)
    return (position, velocity)
  }

  /// Everything as unknown as at the very start, but for what the nominal state says.
  mutating func resetUncertainty() {
    for i in 0..<Index.count { covariance.reset(i, variance: 0) }
    func set(_ index: Int, _ count: Int, _ sigma: Double) {
      for i in index..<index + count { covariance.reset(i, variance: sigma * sigma) }
    }
    set(Index.velocity, 3, 1)
    set(Index.theta, 3, parameters.initialTilt.radians)
    covariance.reset(Index.theta + 1, variance: 0)  // heading is what it is called, until there is one
    set(Index.bias, 3, parameters.initialBias.radians)
    set(Index.accelerometer, 3, parameters.initialAccelerometerBias)
    set(Index.mountYaw, 1, parameters.mountYaw.radians)
    set(Index.mountPitch, 1, parameters.mountPitch.radians)
  }
}

extension SymmetricMatrix {
  /// P ← T P Tᵀ where T turns three states in a row and leaves the others.
  mutating func turn(_ block: Int, by m: Matrix3) {
    for j in 0..<size where j < block || j >= block + 3 {
      let turned = m * SIMD3(self[block, j], self[block + 1, j], self[block + 2, j])
      for i in 0..<3 { self[block + i, j] = turned[i] }
    }
    var inner = Matrix3.zero
    for i in 0..<3 { for j in 0..<3 { inner[i, j] = self[block + i, block + j] } }
    inner = (m * inner * m.transposed).symmetrized
    for i in 0..<3 { for j in i..<3 { self[block + i, block + j] = inner[i, j] } }
  }
}
