/// Three rows of a transition, by blocks of three columns: x₀…x₂ ← x₀…x₂ + Σ M_k (x_j, x_j+1, x_j+2), with at most four blocks.
public struct ThreeRows: Sendable {
  private struct Block: Sendable {
    var from = 0, matrix = Matrix3.zero
  }
  // No array and no vector with an index: both would be copied to be read.
  private var first = Block(), second = Block(), third = Block(), fourth = Block()
  private var count = 0

  public init() {}

  /// Adds the block of a matrix in three consecutive columns.
  public mutating func add(_ index: Int, _ matrix: Matrix3) {
    let block = Block(from: index, matrix: matrix)
    switch count {
    case 0: first = block
    case 1: second = block
    case 2: third = block
    case 3: fourth = block
    default: preconditionFailure("three rows of more than four blocks")
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
  @inline(__always) fileprivate func visit(_ use: (Int, SIMD3<Double>) -> Void) {
    for k in 0..<count {
      let block = k == 0 ? first : k == 1 ? second : k == 2 ? third : fourth
      use(block.from, block.matrix.c0)
      use(block.from + 1, block.matrix.c1)
      use(block.from + 2, block.matrix.c2)
    }
  }
}

extension SymmetricMatrix {
  /// P ← F P Fᵀ for F = I except three consecutive rows, which begin with i: x_i ← x_i + Σ c_j x_j, for columns j of other states.
  public mutating func shear(three i: Int, by h: ThreeRows) {
    let count = usedPairs
    storage.withUnsafeMutableBytes { p in
      // Room for any rows, also of states that are not in use: pair by pair, those of the three rows.
      withUnsafeTemporaryAllocation(of: SIMD2<Double>.self, capacity: 3 * StateVector.capacity / 2) { room in
        guard let p = p.baseAddress.map(MutablePairs.init), let new = room.baseAddress.map({ MutablePairs($0) }) else {
          return
        }
        for r in 0..<3 { Self.visit(row: i &+ r, p.readOnly, count) { new[3 &* $0 &+ r] = $1 } }
        h.visit { from, c in Self.add(c, timesRow: from, p.readOnly, to: new, count) }
        // Where rows and columns of the three meet, the second half.
        @inline(__always) func place(_ row: Int, _ column: Int) -> Int {
          6 &* (column >> 1) &+ 2 &* row &+ column & 1
        }
        var met = (new[element: place(0, i)], new[element: place(0, i &+ 1)], new[element: place(0, i &+ 2)])
        var last = (new[element: place(1, i &+ 1)], new[element: place(1, i &+ 2)]),
          corner = new[element: place(2, i &+ 2)]
        h.visit { from, c in
          let (x, y, z) = (new[element: place(0, from)], new[element: place(1, from)], new[element: place(2, from)])
          met.0 += c.x * x
          met.1 += c.y * x
          met.2 += c.z * x
          last.0 += c.y * y
          last.1 += c.z * y
          corner += c.z * z
        }
        (new[element: place(0, i)], new[element: place(0, i &+ 1)], new[element: place(0, i &+ 2)]) = met
        (new[element: place(1, i)], new[element: place(1, i &+ 1)], new[element: place(1, i &+ 2)]) = (
          met.1, last.0, last.1
        )
        (new[element: place(2, i)], new[element: place(2, i &+ 1)], new[element: place(2, i &+ 2)]) = (
          met.2, last.1, corner
        )
        for r in 0..<3 { Self.set(row: i &+ r, p, to: (new + r).readOnly, step: 3, count) }
      }
    }
  }

  /// Adds a row times three factors to three rows, which lie pair by pair.
  @inline(__always)
  private static func add(
    _ c: SIMD3<Double>, timesRow i: Int, _ p: Pairs, to new: MutablePairs,
    _ count: Int
  ) {
    let row = i >> 1, side = i & 1
    let (a, b, d) = (SIMD2(repeating: c.x), SIMD2(repeating: c.y), SIMD2(repeating: c.z))
    var from = p + (2 &* blocks(before: row) &+ side), to = new, j = 0
    while j <= row {
      let x = from[0]
      to[0] += a * x
      to[1] += b * x
      to[2] += d * x
      from += 2
      to += 3
      j &+= 1
    }
    var column = p + 2 &* (blocks(before: j) &+ row)
    while j < count {
      let x = SIMD2(column[element: side], column[element: 2 &+ side])
      to[0] += a * x
      to[1] += b * x
      to[2] += d * x
      to += 3
      j &+= 1
      column += 2 &* j
    }
  }
}
