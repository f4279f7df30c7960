import Geometry
import Text

/// At most three numbers, without an allocation.
public struct UpToThree: Equatable, Sendable, ExpressibleByArrayLiteral {
  public var values = SIMD3<Double>.zero
  public private(set) var count = 0

  public init(_ values: SIMD3<Double>, count: Int) {
    self.values = values
    self.count = min(3, count)
  }
  public init(arrayLiteral numbers: Double...) { self.init(numbers) }

  private init(_ numbers: [Double]) {
    count = min(3, numbers.count)
    for index in 0..<count { values[index] = numbers[index] }
  }

  static func read(_ members: Members, _ name: String) throws(MessageFault) -> UpToThree {
    UpToThree(try members.numbers(name))
  }
}

extension Matrix3 {
  static func readIfAny(_ members: Members, _ name: String) throws(MessageFault) -> Matrix3? {
    guard let numbers = try members.numbersIfAny(name) else { return nil }
    guard numbers.count == 9 else { throw members.fault(name, "nine numbers") }
    return Matrix3(
      rows: SIMD3(numbers[0], numbers[1], numbers[2]), SIMD3(numbers[3], numbers[4], numbers[5]),
      SIMD3(numbers[6], numbers[7], numbers[8]))
  }
}

extension JSONWriter {
  mutating func member(_ name: StaticString, _ numbers: UpToThree, decimals: Int) {
    key(name)
    beginArray()
    for index in 0..<numbers.count { value(orNull: numbers.values[index], decimals: decimals) }
    endArray()
  }

  /// Writes a matrix row by row.
  mutating func member(_ name: StaticString, _ matrix: Matrix3?, decimals: Int) {
    key(name)
    guard let matrix, matrix.isFinite else { return null() }
    beginArray()
    for row in 0..<3 {
      for column in 0..<3 { value(matrix[row, column], decimals: decimals) }
    }
    endArray()
  }
}
