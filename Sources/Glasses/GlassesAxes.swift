import Geometry

/// From the sensor's axes to the body's (x right, y up, z back), as the glasses are worn.
enum GlassesAxes {
  /// Gyroscope and accelerometer: right = −x, up = z, back = y [ar, mx, gl] (sources at `GlassesModel`).
  static func body(_ v: SIMD3<Double>) -> SIMD3<Double> { SIMD3(-v.x, v.z, v.y) }

  /// A One's vector in the axes of an Air's sensor: its body has right = x, up = −y, back = −z, measured while a 1S was worn [xk],
  /// as [x1] has it (sources at `OneRecord`); the tilt of a One Pro comes on top.
  static func ofOne(_ v: SIMD3<Double>) -> SIMD3<Double> { SIMD3(-v.x, -v.z, -v.y) }

  /// The magnetometer, which is turned against them: its factory record's `gyro_q_mag`, read as JPL quaternions are, and a half
  /// turn about x. With that of one Air this is right = (√3/2) y − z/2, up = −y/2 − (√3/2) z, back = −x. A free rotation fitted to
  /// the gyroscope of another Air [we] agrees to 5° and leaves 0.45 µT; the sensor's axes as [gl] have them leave 5.9 µT [C].
  static func bodyOfField(_ v: SIMD3<Double>, turn: Rotation<Body, Body> = FactoryRecord.checkedTurn) -> SIMD3<Double> {
    let u: Vector<Microtesla, Body> = turn.inverse(Vector(v))
    return SIMD3(u.components.x, -u.components.y, -u.components.z)
  }
}
