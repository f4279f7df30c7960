public import Geometry
import Text

/// The covariance of a pose relative to the Earth, in the scene's axes: meters and radians, each block row by row.
public struct CovarianceMessage: Equatable, Sendable {
  public var position: Matrix3?
  public var orientation: Matrix3?
  /// Rows of the position, columns of the orientation.
  public var cross: Matrix3?

  public init(position: Matrix3? = nil, orientation: Matrix3? = nil, cross: Matrix3? = nil) {
    self.position = position
    self.orientation = orientation
    self.cross = cross
  }

  init(_ members: Members) throws(MessageFault) {
    position = try Self.matrix(members, "position")
    orientation = try Self.matrix(members, "orientation")
    cross = try Self.matrix(members, "cross")
  }

  private static func matrix(_ members: Members, _ name: String) throws(MessageFault) -> Matrix3? {
    guard let numbers = try members.numbersIfAny(name) else { return nil }
    guard numbers.count == 9 else { throw MessageFault(member: "covariance.\(name)", expected: "nine numbers") }
    return Matrix3(
      rows: SIMD3(numbers[0], numbers[1], numbers[2]), SIMD3(numbers[3], numbers[4], numbers[5]),
      SIMD3(numbers[6], numbers[7], numbers[8]))
  }

  func write(to writer: inout JSONWriter) {
    writer.key("covariance")
    writer.beginObject()
    write("position", position, decimals: 6, to: &writer)
    write("orientation", orientation, decimals: 9, to: &writer)
    write("cross", cross, decimals: 9, to: &writer)
    writer.endObject()
  }

  private func write(_ name: StaticString, _ matrix: Matrix3?, decimals: Int, to writer: inout JSONWriter) {
    writer.key(name)
    guard let matrix, matrix.isFinite else { return writer.null() }
    writer.beginArray()
    for row in 0..<3 {
      for column in 0..<3 { writer.value(matrix[row, column], decimals: decimals) }
    }
    writer.endArray()
  }
}
