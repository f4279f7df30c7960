// Operations for mixtures of Gaussians. Nothing allocates. Blocks of two rows and two columns are changed at once.
extension SymmetricMatrix {
  /// P ← P + k v vᵀ.
  public mutating func add(_ k: Double, outer v: StateVector) {
    v.withPairs { v in
      changeBlocks { i in
        // States that a reading has nothing to do with are many.
        v[i] == .zero ? nil : (SIMD2(repeating: v[i].x), SIMD2(repeating: v[i].y))
      } change: { row, j, first, second in
        first += row.0 * v[j] * k
        second += row.1 * v[j] * k
      }
    }
  }

  /// P ← P + Σ kᵢⱼ vᵢ vⱼᵀ for the symmetric 2 × 2 matrix k.
  public mutating func add(_ k: (aa: Double, ab: Double, bb: Double), outer a: StateVector, _ b: StateVector) {
    a.withPairs { a in
      b.withPairs { b in
        changeBlocks { i in
          // k (a, b)ᵀ
          let c = a[i] * k.aa + b[i] * k.ab, d = a[i] * k.ab + b[i] * k.bb
          return c == .zero && d == .zero
            ? nil
            : (SIMD2(repeating: c.x), SIMD2(repeating: d.x), SIMD2(repeating: c.y), SIMD2(repeating: d.y))
        } change: { row, j, first, second in
          first += a[j] * row.0 + b[j] * row.1
          second += a[j] * row.2 + b[j] * row.3
        }
      }
    }
  }

  /// P ← (1 − u) P + u Q + u (1 − u) d dᵀ: the covariance of a mixture of two Gaussians whose means are d apart.
  public mutating func mix(_ other: SymmetricMatrix, share u: Double, apart d: StateVector) {
    precondition(other.size == size && other.used == used, "covariances of one size")
    let keep = 1 - u, far = u * (1 - u)
    other.storage.withUnsafeBytes { q in
      guard let q = q.baseAddress.map(Pairs.init) else { return }
      d.withPairs { d in
        changeBlocks { i in
          (q + 2 * Self.blocks(before: i), SIMD2(repeating: d[i].x), SIMD2(repeating: d[i].y))
        } change: { row, j, first, second in
          first = keep * first + u * row.0[2 &* j] + far * (row.1 * d[j])
          second = keep * second + u * row.0[2 &* j &+ 1] + far * (row.2 * d[j])
        }
      }
    }
  }

  /// Copies the states in use of a matrix of the same size, without new storage.
  public mutating func copy(_ other: SymmetricMatrix) {
    precondition(other.size == size, "covariances of one size")
    used = other.used
    let bytes = 32 * Self.blocks(before: usedPairs)
    storage.withUnsafeMutableBytes { p in
      other.storage.withUnsafeBytes { p.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<bytes])) }
    }
  }

  /// Changes block by block. `row` prepares what the blocks of two rows have in common, or nil to leave them alone; `change` gets
  /// it, with the index of the pair of columns and the two rows of the block.
  @inline(__always)
  private mutating func changeBlocks<Row>(
    _ row: (Int) -> Row?, change: (Row, Int, inout SIMD2<Double>, inout SIMD2<Double>) -> Void
  ) {
    let count = usedPairs
    storage.withUnsafeMutableBytes { p in
      guard let p = p.baseAddress.map(MutablePairs.init) else { return }
      var block = p
      for i in 0..<count {
        guard let row = row(i) else {
          block += 2 &* (i &+ 1)
          continue
        }
        var j = 0
        while j <= i {
          change(row, j, &block[0], &block[1])
          block += 2
          j &+= 1
        }
      }
      // A block on the diagonal has both halves, which these sums may round differently.
      var diagonal = p
      for i in 0..<count {
        diagonal[element: 1] = diagonal[element: 2]
        diagonal += 2 &* (i &+ 2)
      }
    }
  }
}
