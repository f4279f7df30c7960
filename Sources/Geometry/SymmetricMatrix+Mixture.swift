// Operations for mixtures of Gaussians. Both halves get the same numbers, bit for bit, and nothing allocates.
extension SymmetricMatrix {
  /// Returns P h.
  public func product(_ h: SparseRow) -> StateVector {
    var result = StateVector()
    let size = size, stride = stride
    precondition(size <= StateVector.capacity, "more states than a vector holds")
    storage.withUnsafeBufferPointer { p in
      withUnsafeMutableBytes(of: &result.values) { bytes in
        let ph = bytes.assumingMemoryBound(to: Double.self)
        for a in 0..<h.count {
          let row = h.index(a) * stride, value = h.value(a)
          for j in 0..<size { ph[j] += value * p[row + j] }
        }
      }
    }
    return result
  }

  /// P ← P + k v vᵀ.
  public mutating func add(_ k: Double, outer v: StateVector) {
    let size = size, stride = stride
    storage.withUnsafeMutableBufferPointer { p in
      withUnsafeBytes(of: v.values) { bytes in
        let v = bytes.assumingMemoryBound(to: Double.self)
        for i in 0..<size {
          let factor = v[i]
          for j in 0..<size { p[i * stride + j] += factor * v[j] * k }
        }
      }
    }
  }

  /// P ← P + Σ kᵢⱼ vᵢ vⱼᵀ for the symmetric 2 × 2 matrix k.
  public mutating func add(_ k: (aa: Double, ab: Double, bb: Double), outer a: StateVector, _ b: StateVector) {
    let size = size, stride = stride
    storage.withUnsafeMutableBufferPointer { p in
      withUnsafeBytes(of: a.values) { first in
        withUnsafeBytes(of: b.values) { second in
          let a = first.assumingMemoryBound(to: Double.self), b = second.assumingMemoryBound(to: Double.self)
          for i in 0..<size {
            let x = a[i], y = b[i]
            for j in 0..<size {
              p[i * stride + j] += x * a[j] * k.aa + (x * b[j] + y * a[j]) * k.ab + y * b[j] * k.bb
            }
          }
        }
      }
    }
  }

  /// P ← (1 − u) P + u Q + u (1 − u) d dᵀ: the covariance of a mixture of two Gaussians whose means are d apart.
  public mutating func mix(_ other: SymmetricMatrix, share u: Double, apart d: StateVector) {
    let size = size, stride = stride
    precondition(other.size == size, "covariances of one size")
    storage.withUnsafeMutableBufferPointer { p in
      other.storage.withUnsafeBufferPointer { q in
        withUnsafeBytes(of: d.values) { bytes in
          let d = bytes.assumingMemoryBound(to: Double.self)
          for i in 0..<size {
            let factor = d[i]
            for j in 0..<size {
              let at = i * stride + j
              p[at] = (1 - u) * p[at] + u * q[at] + u * (1 - u) * (factor * d[j])
            }
          }
        }
      }
    }
  }

  /// Copies the elements of a matrix of the same size, without new storage.
  public mutating func copy(_ other: SymmetricMatrix) {
    precondition(other.size == size, "covariances of one size")
    storage.withUnsafeMutableBufferPointer { p in
      other.storage.withUnsafeBufferPointer { q in for i in 0..<q.count { p[i] = q[i] } }
    }
  }
}
