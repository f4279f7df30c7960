/// The largest magnitude so far; a NaN counts as infinite, so that it is never taken for small.
struct Worst {
  private(set) var value = 0.0
  private(set) var at = ""

  mutating func see(_ error: Double, _ place: @autoclosure () -> Any = "") {
    let size = error.isNaN ? .infinity : error.magnitude
    if size > value {
      value = size
      at = "\(place())"
    }
  }
}
