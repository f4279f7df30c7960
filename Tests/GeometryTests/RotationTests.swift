import Expectations
import Geometry
import Testing

@Suite struct RotationTests {
  @Test func exponentialAndLogarithmAreInverse() {
    var g = Generator(seed: 2)
    for exponent in stride(from: -12.0, through: 0.49, by: 0.01) {
      let size = pow(10, exponent)
      let v = RotationVector<Body>((g.gaussian3()))
      guard let axis = v.direction else { continue }
      let turn = RotationVector<Body>(axis.components * min(size, 3.1415))
      let back = Rotation.exp(turn).logarithm
      expect((back - turn).norm.value, isAtMost: 4e-16 + 1e-15 * size / max(1e-3, 3.15 - size))
    }
  }

  @Test func logarithmTakesTheShortWay() {
    let turn = Rotation<Body, Body>(about: Direction(0, 0, 1), by: .degrees(350))
    expect(abs(turn.logarithm.z + 10 * .pi / 180), isBelow: 1e-14)
    expect(abs(turn.angle.degrees - 10), isBelow: 1e-12)
  }

  @Test func exponentialSolvesItsDifferentialEquation() {
    // d/ds exp(s v) p = v × exp(s v) p, by central difference
    var g = Generator(seed: 3)
    for _ in 0..<1000 {
      let v = RotationVector<Body>(g.gaussian3()), p = Displacement<Body>(g.gaussian3())
      let h = 1e-5
      let slope = (Rotation.exp(v * (1 + h))(p) - Rotation.exp(v * (1 - h))(p)) / (2 * h)
      let expected = cross(v.components, Rotation.exp(v)(p).components)
      expect((slope - Displacement(expected)).norm.value, isBelow: 1e-8)
    }
  }

  @Test func interpolationRunsAtConstantRate() {
    var g = Generator(seed: 4)
    for _ in 0..<1000 {
      let a = Rotation<Body, Body>.random(&g), b = Rotation<Body, Body>.random(&g)
      let fraction = g.uniform()
      let between = a.interpolated(to: b, fraction: fraction)
      let whole = a.difference(to: b).norm.value
      expect(abs(a.difference(to: between).norm.value - fraction * whole), isBelow: 1e-12)
      expect(abs(between.difference(to: b).norm.value - (1 - fraction) * whole), isBelow: 1e-12)
    }
    let a = Rotation<Body, Body>.exp(RotationVector(0.1, 0.2, 0.3))
    expect(a.interpolated(to: a, fraction: 0.3), equals: a)
  }

  @Test func matrixActsLikeTheQuaternion() {
    var g = Generator(seed: 5)
    for _ in 0..<1000 {
      let r = Rotation<Body, Body>.random(&g), v = g.gaussian3()
      let apart = r.matrix * v - r(Direction<Body>(v)).components
      expect(dot(apart, apart), isBelow: 1e-28)
      expect(abs(r.matrix.determinant - 1), isBelow: 1e-14)
      let back = Rotation<Body, Body>(r.matrix)
      expect((back?.difference(to: r).norm.value ?? 9), isBelow: 1e-14)
    }
  }

  @Test func foreignNumbersAreNormalisedOrRefused() {
    #expect(Rotation<Body, Scene>(x: 0, y: 0, z: 0, w: 0) == nil)
    #expect(Rotation<Body, Scene>(x: .nan, y: 0, z: 0, w: 1) == nil)
    #expect(Rotation<Body, Scene>(x: .infinity, y: 0, z: 0, w: 1) == nil)
    #expect(Rotation<Body, Scene>(x: 0, y: 0, z: 0, w: -3) == Rotation<Body, Scene>.aligned)
  }

  @Test func yawIsClockwiseSeenFromAbove() {
    // A scene that is assumed to be north-aligned but is turned: its north (−z) has the true azimuth = yaw.
    let north = Rotation<Scene, Level>.yaw(.degrees(90))(Direction<Scene>(0, 0, -1))
    expect((north - Direction<Level>(1, 0, 0)).norm.value, isBelow: 1e-15)
  }

  @Test func productsStayUnitOverAMillionSteps() {
    var r = Rotation<Body, Body>.aligned
    let step = Rotation<Body, Body>.exp(RotationVector(0.003, -0.001, 0.002))
    for _ in 0..<1_000_000 { r = r * step }
    let q = r.renormalized.quaternion
    expect(abs((q * q).sum() - 1), isBelow: 1e-15)
    let p = r.quaternion
    expect(abs((p * p).sum() - 1), isBelow: 1e-9)
  }
}
