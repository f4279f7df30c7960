/// Three rows of a transition, by columns: x₀…x₂ ← x₀…x₂ + Σ c_j x_j, with at most sixteen columns.
public struct ThreeRows: Sendable {
  private var indices = SIMD16<UInt8>.zero
  private var values = (SIMD16<Double>.zero, SIMD16<Double>.zero, SIMD16<Double>.zero)
  private(set) var count = 0

  public init() {}

  /// Adds the block of a matrix in three consecutive columns.
  public mutating func add(_ index: Int, _ block: Matrix3) {
    add(index, block.c0)
    add(index + 1, block.c1)
    add(index + 2, block.c2)
  }

  // One lane is accessed through memory, because a SIMD vector with an index at run time would be copied whole.
  @inline(__always) private mutating func add(_ index: Int, _ column: SIMD3<Double>) {
    precondition(count < 16, "three rows of more than sixteen columns")
    withUnsafeMutableBytes(of: &indices) { $0[count] = UInt8(index) }
    withUnsafeMutableBytes(of: &values) { values in
      for i in 0..<3 { values.storeBytes(of: column[i], toByteOffset: 8 * (16 * i + count), as: Double.self) }
    }
    count += 1
  }

  /// One of the rows.
  public func row(_ i: Int) -> SparseRow {
    var row = SparseRow()
    visit { index, column in row.add(index, column[i]) }
    return row
  }

  /// Calls with each index and column.
  @inline(__always) func visit(_ use: (Int, SIMD3<Double>) -> Void) {
    withUnsafePointer(to: indices) { indices in
      withUnsafePointer(to: values) { values in
        let indices = UnsafeRawPointer(indices).assumingMemoryBound(to: UInt8.self)
        let values = UnsafeRawPointer(values).assumingMemoryBound(to: Double.self)
        var a = 0
        while a < count {
          use(Int(indices[a]), SIMD3(values[a], values[16 &+ a], values[32 &+ a]))
          a &+= 1
        }
      }
    }
  }
}

extension SymmetricMatrix {
  /// P ← F P Fᵀ for F = I except three consecutive rows, which begin with i: x_i ← x_i + Σ c_j x_j, for columns j of other states.
  public mutating func shear(three i: Int, by h: ThreeRows) {
    let count = usedPairs
    storage.withUnsafeMutableBytes { p in
      // Room for any rows, also of states that are not in use.
      let width = StateVector.capacity / 2
      withUnsafeTemporaryAllocation(of: SIMD2<Double>.self, capacity: 3 * width) { room in
        guard let p = p.assumingMemoryBound(to: SIMD2<Double>.self).baseAddress, let new = room.baseAddress else {
          return
        }
        for r in 0..<3 { Self.visit(row: i &+ r, p, count) { new[width &* r &+ $0] = $1 } }
        h.visit { from, c in
          let (a, b, d) = (SIMD2(repeating: c.x), SIMD2(repeating: c.y), SIMD2(repeating: c.z))
          Self.visit(row: from, p, count) { k, x in
            new[k] += a * x
            new[width &+ k] += b * x
            new[2 &* width &+ k] += d * x
          }
        }
        // Where rows and columns of the three meet, the second half.
        let own = UnsafeMutableRawPointer(new).assumingMemoryBound(to: Double.self), step = 2 &* width
        var met = (own[i], own[i &+ 1], own[i &+ 2]), last = (own[step &+ i &+ 1], own[step &+ i &+ 2])
        var corner = own[2 &* step &+ i &+ 2]
        h.visit { from, c in
          let (x, y, z) = (own[from], own[step &+ from], own[2 &* step &+ from])
          met.0 += c.x * x
          met.1 += c.y * x
          met.2 += c.z * x
          last.0 += c.y * y
          last.1 += c.z * y
          corner += c.z * z
        }
        (own[i], own[i &+ 1], own[i &+ 2]) = met
        (own[step &+ i], own[step &+ i &+ 1], own[step &+ i &+ 2]) = (met.1, last.0, last.1)
        (own[2 &* step &+ i], own[2 &* step &+ i &+ 1], own[2 &* step &+ i &+ 2]) = (met.2, last.1, corner)
        for r in 0..<3 { Self.set(row: i &+ r, p, to: new + width &* r, count) }
      }
    }
  }
}
