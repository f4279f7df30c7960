import Expectations
import Geometry
import Testing

/// Every operation of the covariance against its definition on a dense matrix, for even and odd sizes, with and without states that
/// are not in use.
@Suite struct SymmetricMatrixTests {
  private typealias Dense = [[Double]]

  private struct Case {
    var matrix: SymmetricMatrix
    var dense: Dense
    var used: Int
  }

  private func cases(_ g: inout Generator) -> [Case] {
    [(2, 2), (5, 5), (8, 8), (9, 9), (9, 5), (16, 6), (27, 16), (27, 24), (27, 27)].map { size, used in
      var matrix = SymmetricMatrix(size: size)
      matrix.use(used)
      for i in 0..<used { for j in 0...i { matrix[i, j] = g.gaussian() } }
      return Case(matrix: matrix, dense: dense(matrix), used: used)
    }
  }

  private func make(_ n: Int, _ element: (Int, Int) -> Double) -> Dense {
    (0..<n).map { i in (0..<n).map { j in element(i, j) } }
  }

  private func dense(_ m: SymmetricMatrix) -> Dense { make(m.size) { m[$0, $1] } }

  private func vector(_ one: Case, _ g: inout Generator) -> (StateVector, [Double]) {
    var vector = StateVector(), numbers = [Double](repeating: 0, count: one.matrix.size)
    for i in 0..<one.used where g.uniform() < 0.8 {
      numbers[i] = g.gaussian()
      vector[i] = numbers[i]
    }
    return (vector, numbers)
  }

  private func compare(_ m: SymmetricMatrix, _ expected: Dense, _ what: Comment) {
    for i in 0..<m.size {
      for j in 0..<m.size { #expect((m[i, j] - expected[i][j]).magnitude < 1e-11 && m[i, j] == m[j, i], what) }
    }
  }

  /// F P Fᵀ by its definition.
  private func moved(_ p: Dense, by f: Dense) -> Dense {
    let n = p.count
    let half = make(n) { i, j in
      var sum = 0.0
      for k in 0..<n { sum += f[i][k] * p[k][j] }
      return sum
    }
    return make(n) { i, j in
      var sum = 0.0
      for k in 0..<n { sum += half[i][k] * f[j][k] }
      return sum
    }
  }

  private func identity(_ n: Int) -> Dense { make(n) { $0 == $1 ? 1 : 0 } }

  @Test func rowsAreSheared() {
    var g = Generator(seed: 1)
    for one in cases(&g) {
      for i in 0..<one.used {
        var f = identity(one.dense.count), h = SparseRow()
        for j in 0..<one.used where j != i && g.uniform() < 0.5 && h.count < 16 {
          f[i][j] = g.gaussian()
          h.add(j, f[i][j])
        }
        var p = one.matrix
        p.shear(row: i, by: h)
        compare(p, moved(one.dense, by: f), "row \(i) of \(one.used)")
      }
    }
  }

  @Test func threeRowsAreSheared() {
    var g = Generator(seed: 6)
    for one in cases(&g) {
      for i in 0..<max(0, one.used - 2) {
        var f = identity(one.dense.count), h = ThreeRows(), blocks = 0
        for j in stride(from: i % 3, to: one.used - 2, by: 3) where j != i && g.uniform() < 0.7 && blocks < 4 {
          let block = Matrix3(columns: g.gaussian3(), g.gaussian3(), g.gaussian3())
          for r in 0..<3 { for c in 0..<3 { f[i + r][j + c] = block[r, c] } }
          h.add(j, block)
          blocks += 1
        }
        var p = one.matrix
        p.shear(three: i, by: h)
        compare(p, moved(one.dense, by: f), "rows \(i) to \(i + 2) of \(one.used)")
      }
    }
  }

  @Test func pairsAreSheared() {
    var g = Generator(seed: 2)
    for one in cases(&g) {
      for i in stride(from: 0, to: one.used - 1, by: 2) {
        for j in stride(from: 0, to: one.used - 1, by: 2) where i != j {
          let a = SIMD2(g.gaussian(), g.gaussian()), b = SIMD2(g.gaussian(), g.gaussian())
          var f = identity(one.dense.count)
          (f[i][j], f[i + 1][j], f[i][j + 1], f[i + 1][j + 1]) = (a.x, a.y, b.x, b.y)
          var p = one.matrix
          p.shear(pair: i, by: PairMap(a, b), of: j)
          compare(p, moved(one.dense, by: f), "pair \(i) by \(j) of \(one.used)")
        }
      }
    }
  }

  @Test func statesAreScaled() {
    var g = Generator(seed: 3)
    for one in cases(&g) {
      for i in stride(from: 0, to: one.used - 1, by: 2) {
        let factors = SIMD2(g.gaussian(), g.gaussian())
        var f = identity(one.dense.count)
        f[i][i] = factors.x
        var p = one.matrix, single = one.matrix
        single.scale(i, by: factors.x)
        compare(single, moved(one.dense, by: f), "state \(i)")
        f[i + 1][i + 1] = factors.y
        p.scale(pair: i, by: factors)
        compare(p, moved(one.dense, by: f), "pair \(i)")
        single.scale(i + 1, by: factors.y)
        compare(single, moved(one.dense, by: f), "state \(i + 1)")
      }
    }
  }

  @Test func outerProductsAreAdded() {
    var g = Generator(seed: 4)
    for one in cases(&g) {
      let n = one.dense.count, (a, x) = vector(one, &g), (b, y) = vector(one, &g)
      let k = (aa: g.gaussian(), ab: g.gaussian(), bb: g.gaussian())
      var p = one.matrix
      p.add(k.aa, outer: a)
      compare(p, make(n) { i, j in one.dense[i][j] + k.aa * x[i] * x[j] }, "one vector")
      p = one.matrix
      p.add(k, outer: a, b)
      let both = make(n) { i, j in
        let mixed = x[i] * y[j] + y[i] * x[j]
        return one.dense[i][j] + k.aa * x[i] * x[j] + k.bb * y[i] * y[j] + k.ab * mixed
      }
      compare(p, both, "two vectors")
    }
  }

  @Test func mixturesAreThoseOfTheirMoments() {
    var g = Generator(seed: 5)
    for (one, other) in zip(cases(&g), cases(&g)) {
      let n = one.dense.count, u = g.uniform(), (d, x) = vector(one, &g)
      var p = one.matrix
      p.mix(other.matrix, share: u, apart: d)
      let expected = make(n) { i, j in
        (1 - u) * one.dense[i][j] + u * other.dense[i][j] + u * (1 - u) * x[i] * x[j]
      }
      compare(p, expected, "\(one.used)")
      p.copy(other.matrix)
      compare(p, other.dense, "copy")
    }
  }

  @Test func productsAreThoseOfRows() {
    var g = Generator(seed: 6)
    for one in cases(&g) {
      var h = SparseRow()
      for j in 0..<one.used where g.uniform() < 0.5 && h.count < 16 { h.add(j, g.gaussian()) }
      let product = one.matrix.product(h)
      for i in 0..<one.dense.count {
        let expected = (0..<h.count).reduce(0.0) { $0 + h.value($1) * one.dense[i][h.index($1)] }
        expect((product[i] - expected).magnitude, isBelow: 1e-12)
      }
      expect((one.matrix.covariance(h, h) - product.along(h)).magnitude, isBelow: 1e-11)
      expect((one.matrix.variance(along: h) - product.along(h)).magnitude, isBelow: 1e-11)
    }
  }

  /// A state that comes into use begins without a variance, whatever it had.
  @Test func statesComeIntoUseAndLeaveIt() {
    var g = Generator(seed: 7)
    var p = SymmetricMatrix(size: 9)
    for i in 0..<9 { for j in 0...i { p[i, j] = g.gaussian() } }
    let before = p
    p.use(5)
    for i in 0..<9 { for j in 0..<9 { expect(p[i, j], equals: (i < 5 && j < 5 ? before[i, j] : 0)) } }
    p[7, 7] = 3
    p.use(8)
    #expect(p.used == 8 && p[7, 7] == 0 && p[4, 4] == before[4, 4])
  }
}

/// The storage of `FixedArray` is a value.
@Suite struct FixedArrayTests {
  @Test func copiesAreIndependent() {
    var a = FixedArray(count: 3) { [$0] }
    let b = a
    a[1].append(7)
    a.change(0, with: 1) { $0 += $1 }
    a.swapAt(0, 2)
    expect((0..<3).map { a[$0] }, equals: [[2], [1, 7], [0, 1, 7]])
    expect((0..<b.count).map { b[$0] }, equals: [[0], [1], [2]])
  }
}

/// The width that holds a share against quantiles of known distributions.
@Suite struct SmallestHoldingTests {
  @Test(arguments: [1e-3, 0.2, 0.9, 1, 3, 500]) func quantilesAreFoundFromAnyGuess(guess: Double) {
    for scale in [0.01, 1, 40] {
      // What a Gaussian of two dimensions, three quarters of one, and a Cauchy distribution hold.
      func circle(_ width: Double) -> Double { 1 - Geometry.exp(-0.5 * (width / scale) * (width / scale)) }
      let whole = smallest(holding: 0.683, from: guess, upTo: 1e5, circle)
      expect((whole / scale - 1.5158).magnitude, isBelow: 2e-3)
      let part = smallest(holding: 0.683, from: guess, upTo: 1e5) { 0.75 * circle($0) + ($0 > 30 * scale ? 0.25 : 0) }
      expect((0.75 * circle(part) - 0.683).magnitude, isBelow: 2e-4)
      let heavy = smallest(holding: 0.683, from: guess, upTo: 1e5) { $0 * $0 / (scale * scale + $0 * $0) }
      expect((heavy / scale - 1.4678).magnitude, isBelow: 2e-3)
    }
    // Two parts far from each other; the first has a little less than the share, and what lies between holds nearly nothing.
    let parted = smallest(holding: 0.683, from: guess, upTo: 1e5) { width in
      0.6796 * (1 - Geometry.exp(-0.25 * width * width)) + 0.3204 * 0.5 * (1 + Geometry.erf((width - 17) / 5))
    }
    #expect(parted > 8 && parted < 12, "\(parted)")
    expect(smallest(holding: 0.9, from: guess, upTo: 5) { 0.1 * min($0, 5) }, equals: 5)
  }
}
