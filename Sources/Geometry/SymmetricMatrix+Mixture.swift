// Operations for mixtures of Gaussians. Both halves get the same numbers, bit for bit, and nothing allocates.
//
// Two elements at a time, and whole rows: rows are padded to an even number of elements, and the padding of matrices and vectors is
// zero, so it stays zero.
extension SymmetricMatrix {
  /// Returns P h.
  public func product(_ h: SparseRow) -> StateVector {
    var result = StateVector()
    let pairs = pairs
    storage.withUnsafeBytes { p in
      withUnsafeMutableBytes(of: &result.values) { bytes in
        let p = p.assumingMemoryBound(to: SIMD2<Double>.self), ph = bytes.assumingMemoryBound(to: SIMD2<Double>.self)
        for a in 0..<h.count {
          let row = h.index(a) * pairs, value = h.value(a)
          for j in 0..<pairs { ph[j] += value * p[row &+ j] }
        }
      }
    }
    return result
  }

  /// P ← P + k v vᵀ.
  public mutating func add(_ k: Double, outer v: StateVector) {
    v.withPairs { v in
      changeRows { row, i, pairs in
        let factor = v[i / 2][i % 2]
        // States that a reading has nothing to do with are many.
        guard factor != 0 else { return }
        for j in 0..<pairs { row[j] += factor * v[j] * k }
      }
    }
  }

  /// P ← P + Σ kᵢⱼ vᵢ vⱼᵀ for the symmetric 2 × 2 matrix k.
  public mutating func add(_ k: (aa: Double, ab: Double, bb: Double), outer a: StateVector, _ b: StateVector) {
    // k (a, b)ᵀ first; then one half of the matrix, which is mirrored: the two halves of these sums round differently.
    var c = StateVector(), d = StateVector()
    c.add(a, times: k.aa)
    c.add(b, times: k.ab)
    d.add(a, times: k.ab)
    d.add(b, times: k.bb)
    let size = size, pairs = pairs
    storage.withUnsafeMutableBytes { p in
      guard let p = p.assumingMemoryBound(to: SIMD2<Double>.self).baseAddress else { return }
      a.withPairs { a in
        b.withPairs { b in
          c.withPairs { c in
            d.withPairs { d in
              for i in 0..<size {
                let x = a[i / 2][i % 2], y = b[i / 2][i % 2], row = p + i * pairs
                guard x != 0 || y != 0 else { continue }
                for j in i / 2..<pairs { row[j] += x * c[j] + y * d[j] }
              }
            }
          }
        }
      }
    }
    mirror()
  }

  /// P ← (1 − u) P + u Q + u (1 − u) d dᵀ: the covariance of a mixture of two Gaussians whose means are d apart.
  public mutating func mix(_ other: SymmetricMatrix, share u: Double, apart d: StateVector) {
    precondition(other.size == size, "covariances of one size")
    other.storage.withUnsafeBytes { q in
      let q = q.assumingMemoryBound(to: SIMD2<Double>.self)
      d.withPairs { d in
        changeRows { row, i, pairs in
          let factor = d[i / 2][i % 2]
          for j in 0..<pairs {
            row[j] = (1 - u) * row[j] + u * q[i * pairs + j] + u * (1 - u) * (factor * d[j])
          }
        }
      }
    }
  }

  /// Copies the elements of a matrix of the same size, without new storage.
  public mutating func copy(_ other: SymmetricMatrix) {
    precondition(other.size == size, "covariances of one size")
    storage.withUnsafeMutableBytes { p in other.storage.withUnsafeBytes { p.copyMemory(from: $0) } }
  }

  /// Copies the upper half to the lower one.
  private mutating func mirror() {
    let size = size, stride = stride
    storage.withUnsafeMutableBufferPointer { p in
      guard let p = p.baseAddress else { return }
      for i in 0..<size {
        let row = p + i * stride
        var column = p + (i + 1) * stride + i
        for j in i + 1..<max(size, i + 1) {
          column.pointee = row[j]
          column += stride
        }
      }
    }
  }

  private var pairs: Int {
    precondition(size <= StateVector.capacity, "more states than a vector holds")
    return stride / 2
  }

  /// Changes row by row; `change` gets a row in pairs of elements, its index, and the number of pairs.
  @inline(__always)
  private mutating func changeRows(_ change: (UnsafeMutablePointer<SIMD2<Double>>, Int, Int) -> Void) {
    let size = size, pairs = pairs
    storage.withUnsafeMutableBytes { p in
      guard let p = p.assumingMemoryBound(to: SIMD2<Double>.self).baseAddress else { return }
      for i in 0..<size { change(p + i * pairs, i, pairs) }
    }
  }
}

extension StateVector {
  /// Gives access to the elements in pairs, without a copy.
  @inline(__always) fileprivate func withPairs(_ use: (UnsafePointer<SIMD2<Double>>) -> Void) {
    withUnsafeBytes(of: values) { bytes in
      guard let p = bytes.assumingMemoryBound(to: SIMD2<Double>.self).baseAddress else { return }
      use(p)
    }
  }
}
