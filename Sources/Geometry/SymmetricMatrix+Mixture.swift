// Operations for mixtures of Gaussians. Both halves get the same numbers, bit for bit, and nothing allocates.
//
// Two elements at a time: rows are padded to an even number of elements, and the padding of matrices and vectors is zero, so it
// stays zero.
extension SymmetricMatrix {
  /// P ← P + k v vᵀ.
  public mutating func add(_ k: Double, outer v: StateVector) {
    v.withPairs { v in
      changeBlocks { i in
        // States that a reading has nothing to do with are many.
        v[i] == .zero ? nil : (SIMD2(repeating: v[i].x), SIMD2(repeating: v[i].y))
      } change: { row, j, upper, lower in
        upper += row.0 * v[j] * k
        lower += row.1 * v[j] * k
      }
    }
  }

  /// P ← P + Σ kᵢⱼ vᵢ vⱼᵀ for the symmetric 2 × 2 matrix k.
  public mutating func add(_ k: (aa: Double, ab: Double, bb: Double), outer a: StateVector, _ b: StateVector) {
    // k (a, b)ᵀ first.
    var c = StateVector(), d = StateVector()
    c.add(a, times: k.aa)
    c.add(b, times: k.ab)
    d.add(a, times: k.ab)
    d.add(b, times: k.bb)
    a.withPairs { a in
      b.withPairs { b in
        c.withPairs { c in
          d.withPairs { d in
            changeBlocks { i in
              a[i] == .zero && b[i] == .zero
                ? nil
                : (
                  SIMD2(repeating: a[i].x), SIMD2(repeating: b[i].x), SIMD2(repeating: a[i].y), SIMD2(repeating: b[i].y)
                )
            } change: { row, j, upper, lower in
              upper += row.0 * c[j] + row.1 * d[j]
              lower += row.2 * c[j] + row.3 * d[j]
            }
          }
        }
      }
    }
  }

  /// P ← (1 − u) P + u Q + u (1 − u) d dᵀ: the covariance of a mixture of two Gaussians whose means are d apart.
  public mutating func mix(_ other: SymmetricMatrix, share u: Double, apart d: StateVector) {
    precondition(other.size == size && other.used == used, "covariances of one size")
    let pairs = rowPairs, keep = 1 - u, far = u * (1 - u)
    other.storage.withUnsafeBytes { q in
      guard let q = q.assumingMemoryBound(to: SIMD2<Double>.self).baseAddress else { return }
      d.withPairs { d in
        changeBlocks { i in
          (q + 2 * i * pairs, SIMD2(repeating: d[i].x), SIMD2(repeating: d[i].y))
        } change: { row, j, upper, lower in
          upper = keep * upper + u * row.0[j] + far * (row.1 * d[j])
          lower = keep * lower + u * row.0[pairs + j] + far * (row.2 * d[j])
        }
      }
    }
  }

  /// Copies the states in use of a matrix of the same size, without new storage.
  public mutating func copy(_ other: SymmetricMatrix) {
    precondition(other.size == size, "covariances of one size")
    used = other.used
    let pairs = rowPairs, count = usedPairs
    storage.withUnsafeMutableBytes { p in
      other.storage.withUnsafeBytes { q in
        guard let p = p.assumingMemoryBound(to: SIMD2<Double>.self).baseAddress,
          let q = q.assumingMemoryBound(to: SIMD2<Double>.self).baseAddress
        else { return }
        for i in 0..<2 * count {
          var j = i * pairs
          let end = j &+ count
          while j < end {
            p[j] = q[j]
            j &+= 1
          }
        }
      }
    }
  }

  /// Changes blocks of two rows and two columns, from the diagonal on to the right, and writes the mirror image of each. `row`
  /// prepares what the blocks of a pair of rows have in common, or nil to leave them alone; `change` gets it, with the pair of
  /// columns, and the upper and lower row of the block.
  @inline(__always)
  private mutating func changeBlocks<Row>(
    _ row: (Int) -> Row?, change: (Row, Int, inout SIMD2<Double>, inout SIMD2<Double>) -> Void
  ) {
    let pairs = rowPairs, count = usedPairs
    storage.withUnsafeMutableBytes { p in
      guard let p = p.assumingMemoryBound(to: SIMD2<Double>.self).baseAddress else { return }
      var first = p
      for i in 0..<count {
        let second = first + pairs
        if let row = row(i) {
          change(row, i, &first[i], &second[i])
          second[i].x = first[i].y
          var j = i &+ 1, mirror = second + pairs + i
          while j < count {
            var upper = first[j], lower = second[j]
            change(row, j, &upper, &lower)
            first[j] = upper
            second[j] = lower
            let block = SIMD4(lowHalf: upper, highHalf: lower)
            mirror[0] = block.evenHalf
            mirror[pairs] = block.oddHalf
            mirror += 2 &* pairs
            j &+= 1
          }
        }
        first = second + pairs
      }
    }
  }
}
