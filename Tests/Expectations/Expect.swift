// Single comparisons. The macro `#expect` costs the compiler more, because it expands to code for each operand, and an operator as
// an argument more than a label, because the compiler tries every `==` it knows. A failure shows the call and both values.

public func expect<T: Equatable>(
  _ left: T, equals right: T, _ comment: @autoclosure () -> String = "", fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line, column: Int = #column
) {
  if !(left == right) { CallPlace(fileID, filePath, line, column).fail(left, "==", right, comment()) }
}

public func expect<T: Equatable>(
  _ left: T, differsFrom right: T, _ comment: @autoclosure () -> String = "", fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if !(left != right) { CallPlace(fileID, filePath, line, column).fail(left, "!=", right, comment()) }
}

public func expect<T: Comparable>(
  _ left: T, isBelow right: T, _ comment: @autoclosure () -> String = "", fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if !(left < right) { CallPlace(fileID, filePath, line, column).fail(left, "<", right, comment()) }
}

public func expect<T: Comparable>(
  _ left: T, isAbove right: T, _ comment: @autoclosure () -> String = "", fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if !(left > right) { CallPlace(fileID, filePath, line, column).fail(left, ">", right, comment()) }
}

public func expect<T: Comparable>(
  _ left: T, isAtMost right: T, _ comment: @autoclosure () -> String = "", fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if !(left <= right) { CallPlace(fileID, filePath, line, column).fail(left, "<=", right, comment()) }
}

public func expect<T: Comparable>(
  _ left: T, isAtLeast right: T, _ comment: @autoclosure () -> String = "", fileID: String = #fileID,
  filePath: String = #filePath, line: Int = #line, column: Int = #column
) {
  if !(left >= right) { CallPlace(fileID, filePath, line, column).fail(left, ">=", right, comment()) }
}
