import Expectations
import Fusion
import Geometry
import Testing

/// The update kernel against the batch solution and against the laws of its gates.
@Suite struct KernelTests {
  private func random(_ n: Int, _ g: inout Generator) -> SymmetricMatrix {
    var p = SymmetricMatrix(size: n)
    let root = (0..<n).map { _ in (0..<n).map { _ in g.gaussian() } }
    for i in 0..<n {
      for j in i..<n { p[i, j] = (0..<n).reduce(i == j ? 0.1 : 0) { $0 + root[i][$1] * root[j][$1] } }
    }
    return p
  }

  private func row(_ n: Int, _ g: inout Generator) -> SparseRow {
    var row = SparseRow()
    for i in 0..<n { row.add(i, g.gaussian()) }
    return row
  }

  /// Components fused one after the other give the same result as all of them at once, whatever the prior correction.
  @Test func componentsEqualTheBatch() throws {
    var g = Generator(seed: 1)
    let n = 5
    for _ in 0..<50 {
      let prior = random(n, &g)
      var information = SymmetricMatrix(size: n), evidence = [Double](repeating: 0, count: n)
      for i in 0..<n {
        var unit = [Double](repeating: 0, count: n)
        unit[i] = 1
        let column = try #require(prior.solve(unit))
        for j in 0...i { information[i, j] = column[j] }
      }
      var measurement = Measurement()
      for _ in 0..<3 {
        let h = row(n, &g), z = g.gaussian(), variance = g.uniform(in: 0.1...2)
        measurement.add(h, observation: z, innovation: z, variance: variance)
        for i in 0..<n {
          evidence[i] += h.value(i) * z / variance
          for j in i..<n { information[i, j] += h.value(i) * h.value(j) / variance }
        }
      }
      let batch = try #require(information.solve(evidence))
      var p = prior, correction = StateVector()
      let outcome = p.fuse(measurement, correcting: &correction)
      #expect(outcome.isFused)
      for i in 0..<n { expect((correction[i] - batch[i]).magnitude, isBelow: 1e-9 * (1 + batch[i].magnitude)) }
    }
  }

  /// A pending correction is subtracted from the innovations of the next measurement: two measurements before one application are
  /// one measurement.
  @Test func pendingCorrectionsAreSubtractedFromInnovations() {
    var g = Generator(seed: 2)
    let prior = random(4, &g), a = row(4, &g), b = row(4, &g)
    var together = Measurement(a, observation: 1, innovation: 1, variance: 0.5)
    together.add(b, observation: -2, innovation: -2, variance: 0.3)
    var p = prior, q = prior, one = StateVector(), two = StateVector()
    _ = p.fuse(together, correcting: &one)
    _ = q.fuse(Measurement(a, observation: 1, innovation: 1, variance: 0.5), correcting: &two)
    _ = q.fuse(Measurement(b, observation: -2, innovation: -2, variance: 0.3), correcting: &two)
    for i in 0..<4 { expect((one[i] - two[i]).magnitude, isBelow: 1e-12) }
  }

  /// Beyond its limit a refusing gate changes nothing; below it nothing is held back.
  @Test func aRefusingGateRefuses() {
    let prior = SymmetricMatrix(diagonal: [4, 1])
    for (innovation, isRefused) in [(9.4, false), (9.6, true)] {
      var p = prior, correction = StateVector()
      // s = 4 + 6 = 10; the gate of 3 σ is at 9.49.
      let outcome = p.fuse(
        Measurement(
          SparseRow(0, 1), observation: innovation, innovation: innovation, variance: 6, gate: .refuse(beyond: 3)),
        correcting: &correction)
      if case .beyondGate(let judged) = outcome {
        #expect(isRefused && judged.ratio > 1)
        #expect(correction.isZero && p[0, 0] == 4)
      } else {
        #expect(!isRefused && correction[0] > 0)
      }
    }
  }

  /// An inflating gate treats a surprise as if it were at the gate: y² = gate² s.
  @Test func anInflatingGateTakesASurpriseOnTheGate() {
    var p = SymmetricMatrix(diagonal: [4, 1]), correction = StateVector()
    let outcome = p.fuse(
      Measurement(SparseRow(0, 1), observation: 20, innovation: 20, variance: 1, gate: .inflate(beyond: 2)),
      correcting: &correction)
    guard case .trustedLess(let fused) = outcome else {
      Issue.record("a surprise of 9 σ was not seen")
      return
    }
    #expect(fused.variance.x == 1 && fused.innovationVariance.x == 5 && (fused.ratio - 20).magnitude < 1e-12)
    // s = 20²/2² = 100, gain 4/100
    expect((correction[0] - 0.8).magnitude, isBelow: 1e-12)
    expect((p[0, 0] - (4 - 16.0 / 100)).magnitude, isBelow: 1e-12)
  }

  @Test func aSurpriseWithinTheToleranceInflatesNothing() {
    var p = SymmetricMatrix(diagonal: [0.01]), correction = StateVector()
    let outcome = p.fuse(
      Measurement(
        SparseRow(0, 1), observation: 4, innovation: 4, variance: 0.01, gate: .inflate(beyond: 3, tolerance: 5)),
      correcting: &correction)
    guard case .fused(let fused) = outcome else {
      Issue.record("inflated within the tolerance")
      return
    }
    #expect(fused.ratio > 1 && (correction[0] - 2).magnitude < 1e-12)
  }

  /// A considered state keeps mean and variance, and the states that depend on it become no more certain than it is.
  @Test func aConsideredStateStays() {
    var g = Generator(seed: 3)
    let prior = random(4, &g), h = row(4, &g)
    var p = prior, correction = StateVector()
    _ = p.fuse(
      Measurement(h, observation: 3, innovation: 3, variance: 0.2), correcting: &correction, considering: .state(2))
    #expect(correction[2] == 0 && (p[2, 2] - prior[2, 2]).magnitude < 1e-12)
    #expect(correction[0] != 0 && p[0, 0] < prior[0, 0])
    #expect(p.cholesky != nil)
  }

  private func unit(_ v: SIMD3<Double>) -> SIMD3<Double> { v / dot(v, v).squareRoot() }

  /// A considered direction among three states equals a considered state in axes that include the direction.
  @Test func aConsideredDirectionStays() throws {
    var g = Generator(seed: 5)
    for _ in 0..<20 {
      let prior = random(5, &g), h = row(5, &g)
      let u = unit(g.gaussian3()), helper = unit(cross(u, unit(g.gaussian3())))
      // Rows of T: the first two states unchanged, then u and two at right angles to it.
      var turn = [[Double]](repeating: [Double](repeating: 0, count: 5), count: 5)
      turn[0][0] = 1
      turn[1][1] = 1
      for (k, axis) in [u, helper, cross(u, helper)].enumerated() { for i in 0..<3 { turn[2 + k][2 + i] = axis[i] } }
      var turned = SymmetricMatrix(size: 5), alongTurned = SparseRow()
      for i in 0..<5 {
        for j in 0...i {
          var sum = 0.0
          for a in 0..<5 { for b in 0..<5 { sum += turn[i][a] * prior[a, b] * turn[j][b] } }
          turned[i, j] = sum
        }
        var sum = 0.0
        for a in 0..<h.count { sum += turn[i][h.index(a)] * h.value(a) }
        alongTurned.add(i, sum)
      }
      var p = prior, correction = StateVector(), other = StateVector()
      _ = p.update(
        along: h, innovation: 2, variance: 0.3, correcting: &correction, considering: .direction(u, at: 2))
      _ = turned.update(along: alongTurned, innovation: 2, variance: 0.3, correcting: &other, considering: .state(2))
      expect(dot(u, correction.three(at: 2)).magnitude, isBelow: 1e-12)
      for i in 0..<5 {
        var expected = 0.0
        for k in 0..<5 { expected += turn[k][i] * other[k] }
        expect((correction[i] - expected).magnitude, isBelow: 1e-9)
        for j in 0...i {
          var sum = 0.0
          for a in 0..<5 { for b in 0..<5 { sum += turn[a][i] * turned[a, b] * turn[b][j] } }
          expect((p[i, j] - sum).magnitude, isBelow: 1e-9)
        }
      }
    }
  }

  @Test(arguments: [Double.nan, .infinity])
  func valuesThatAreNotFiniteChangeNothing(value: Double) {
    var p = SymmetricMatrix(diagonal: [4, 1]), correction = StateVector()
    let outcome = p.fuse(
      Measurement(SparseRow(0, 1), observation: value, innovation: value, variance: 1), correcting: &correction)
    guard case .noEffect = outcome else {
      Issue.record("\(value) was fused")
      return
    }
    #expect(correction.isZero && p[0, 0] == 4)
  }
}
