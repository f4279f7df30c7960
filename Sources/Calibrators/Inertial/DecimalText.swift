import Geometry

/// Returns a number for a sentence, with a fixed number of decimals and no exponent. Sentences show magnitudes below a million.
public func decimal(_ value: Double, _ places: Int = 2) -> String {
  var scale = 1.0
  for _ in 0..<places { scale *= 10 }
  guard value.magnitude * scale < 9e18 else { return "out of range" }  // NaN too
  let rounded = Int(saturating: (value.magnitude * scale).rounded())
  let sign = value < 0 && rounded > 0 ? "−" : ""
  guard places > 0 else { return sign + String(rounded) }
  let fraction = String(rounded % Int(scale))
  return sign + String(rounded / Int(scale)) + "." + String(repeating: "0", count: places - fraction.count) + fraction
}

/// Returns "a, b and c".
func enumeration(_ words: [String]) -> String {
  guard let last = words.last else { return "" }
  return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " and " + last
}
