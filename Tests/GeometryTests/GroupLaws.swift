import Expectations
import Geometry
import Testing

/// The laws of every group of transformations, written once: the compiler checks closure, these tests the rest.
protocol GroupUnderTest {
  static func random(_ generator: inout Generator) -> Self
  static var identity: Self { get }
  static func compose(_ a: Self, _ b: Self) -> Self
  var inverted: Self { get }
  func act(_ p: SIMD3<Double>) -> SIMD3<Double>
  func distance(to other: Self) -> Double
}

extension Rotation: GroupUnderTest where From == Body, To == Body {
  static func random(_ g: inout Generator) -> Self {
    Self(x: g.gaussian(), y: g.gaussian(), z: g.gaussian(), w: g.gaussian()) ?? .aligned
  }
  static var identity: Self { .aligned }
  static func compose(_ a: Self, _ b: Self) -> Self { a * b }
  var inverted: Self { inverse }
  func act(_ p: SIMD3<Double>) -> SIMD3<Double> { self(Direction<Body>(p)).components }
  func distance(to other: Self) -> Double { difference(to: other).norm.value }
}

extension Pose: GroupUnderTest where From == Body, To == Body {
  static func random(_ g: inout Generator) -> Self {
    Self(rotation: .random(&g), position: Displacement(g.gaussian3() * 100))
  }
  static var identity: Self { .aligned }
  static func compose(_ a: Self, _ b: Self) -> Self { a * b }
  var inverted: Self { inverse }
  func act(_ p: SIMD3<Double>) -> SIMD3<Double> { self(Displacement<Body>(p)).components }
  func distance(to other: Self) -> Double {
    rotation.distance(to: other.rotation) + (position - other.position).norm.value
  }
}

@Suite struct GroupLaws {
  @Test func rotations() { check(Rotation<Body, Body>.self, tolerance: 1e-14) }
  @Test func poses() { check(Pose<Body, Body>.self, tolerance: 1e-11) }

  func check<G: GroupUnderTest>(_ group: G.Type, tolerance: Double) {
    var g = Generator(seed: 1)
    for _ in 0..<10_000 {
      let a = G.random(&g), b = G.random(&g), c = G.random(&g)
      let p = g.gaussian3() * 10
      expect(G.compose(G.compose(a, b), c).distance(to: G.compose(a, G.compose(b, c))), isBelow: tolerance)
      expect(G.compose(a, .identity).distance(to: a), isBelow: tolerance)
      expect(G.compose(.identity, a).distance(to: a), isBelow: tolerance)
      expect(G.compose(a, a.inverted).distance(to: .identity), isBelow: tolerance)
      expect(G.compose(a, b).inverted.distance(to: G.compose(b.inverted, a.inverted)), isBelow: tolerance)
      let apart = G.compose(a, b).act(p) - a.act(b.act(p))
      expect(dot(apart, apart).squareRoot(), isBelow: 100 * tolerance)
    }
  }
}
