// Operations on two states that follow each other, the first of them even: whole blocks are read and written, on either side of the
// diagonal.

/// Two rows and two columns: x₀ ← a x₀' + b x₁', x₁ ← c x₀' + d x₁'.
public struct PairMap: Sendable {
  fileprivate let first: SIMD2<Double>, second: SIMD2<Double>

  /// By the columns (a, c) and (b, d).
  public init(_ first: SIMD2<Double>, _ second: SIMD2<Double>) { (self.first, self.second) = (first, second) }

  /// The same factor for both.
  public init(scaling factor: Double) { self.init(SIMD2(factor, 0), SIMD2(0, factor)) }

  @inline(__always) fileprivate func callAsFunction(_ x: SIMD2<Double>) -> SIMD2<Double> {
    first * x.x + second * x.y
  }
}

extension SymmetricMatrix {
  /// P ← F P Fᵀ for F = I except two rows: x_i ← x_i + M x_j, for the pairs of states that begin with i and j, which are even.
  public mutating func shear(pair i: Int, by map: PairMap, of j: Int) {
    precondition(i != j && (i | j) & 1 == 0, "two pairs of states")
    let count = usedPairs, to = i >> 1, from = j >> 1
    storage.withUnsafeMutableBytes { p in
      guard let p = p.baseAddress.map(MutablePairs.init) else { return }
      let a = SIMD2(repeating: map.first.x), b = SIMD2(repeating: map.second.x)
      let c = SIMD2(repeating: map.first.y), d = SIMD2(repeating: map.second.y)
      let below = min(to, from), above = max(to, from)
      // Left of both: rows of both pairs.
      var mine = p + 2 &* Self.blocks(before: to), other = p + 2 &* Self.blocks(before: from), k = 0
      while k < below {
        mine[0] += a * other[0] + b * other[1]
        mine[1] += c * other[0] + d * other[1]
        mine += 2
        other += 2
        k &+= 1
      }
      // Between them: rows of one pair, columns of the other.
      let cross = p + 2 &* (Self.blocks(before: above) &+ below), old = (cross[0], cross[1])
      k = below &+ 1
      while k < above {
        let row = p + 2 &* (Self.blocks(before: above) &+ k), column = p + 2 &* (Self.blocks(before: k) &+ below)
        if to < from {
          column[0] += map(SIMD2(row[0].x, row[1].x))
          column[1] += map(SIMD2(row[0].y, row[1].y))
        } else {
          row[0] += a * SIMD2(column[0].x, column[1].x) + b * SIMD2(column[0].y, column[1].y)
          row[1] += c * SIMD2(column[0].x, column[1].x) + d * SIMD2(column[0].y, column[1].y)
        }
        k &+= 1
      }
      // Below both: columns of both pairs.
      k = above &+ 1
      var block = p + 2 &* Self.blocks(before: k)
      while k < count {
        let mine = block + 2 &* to, other = block + 2 &* from
        mine[0] += map(other[0])
        mine[1] += map(other[1])
        k &+= 1
        block += 2 &* k
      }
      // The two on the diagonal, and between each other: with B = P_ij and C = P_jj, B ← B + M C, then P_ii ← P_ii + M Bᵀ + B' Mᵀ.
      let own = p + 2 &* (Self.blocks(before: to) &+ to), base = p + 2 &* (Self.blocks(before: from) &+ from)
      let before = to > from ? old : (SIMD2(old.0.x, old.1.x), SIMD2(old.0.y, old.1.y))
      let after = (before.0 + (a * base[0] + b * base[1]), before.1 + (c * base[0] + d * base[1]))
      if to > from {
        (cross[0], cross[1]) = after
      } else {
        (cross[0], cross[1]) = (SIMD2(after.0.x, after.1.x), SIMD2(after.0.y, after.1.y))
      }
      let columns = (SIMD2(before.0.x, before.1.x), SIMD2(before.0.y, before.1.y))
      own[0] += a * columns.0 + b * columns.1 + map(after.0)
      own[1] += c * columns.0 + d * columns.1 + map(after.1)
      own[0].y = own[1].x
    }
  }

  /// P ← S P S with S = I except two diagonal elements, of the pair of states that begins with i, which is even.
  public mutating func scale(pair i: Int, by factors: SIMD2<Double>) {
    precondition(i & 1 == 0, "a pair of states")
    let count = usedPairs, pair = i >> 1
    storage.withUnsafeMutableBytes { p in
      guard let p = p.baseAddress.map(MutablePairs.init) else { return }
      var block = p + 2 &* Self.blocks(before: pair), k = 0
      while k < pair {
        block[0] *= factors.x
        block[1] *= factors.y
        block += 2
        k &+= 1
      }
      block[0] *= factors * factors.x
      block[1] *= factors * factors.y
      k = pair &+ 1
      block = p + 2 &* (Self.blocks(before: k) &+ pair)
      while k < count {
        block[0] *= factors
        block[1] *= factors
        k &+= 1
        block += 2 &* k
      }
    }
  }
}
