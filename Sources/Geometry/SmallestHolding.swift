/// Returns the smallest width that holds a share, which grows with it, within 1e-4 of the share: by false position from a guess,
/// where an end that stays counts half (Dowell and Jarratt, "A modified regula falsi method for computing the root of an equation",
/// 1971); `most` if none does.
@inlinable public func smallest(
  holding share: Double, from guess: Double, upTo most: Double, _ held: (Double) -> Double
) -> Double {
  var low = 0.0, below = -share
  var high = min(max(guess, 1e-6), most), above = held(high) - share
  while above < 0, high < most {
    (low, below) = (high, above)
    high = min(2 * high, most)
    above = held(high) - share
  }
  guard above > 0 else { return high }
  var lastWasHigh: Bool?
  for _ in 0..<30 {
    let middle = high - above * (high - low) / (above - below), off = held(middle) - share
    if off.magnitude < 1e-4 { return middle }
    let isHigh = off > 0
    if isHigh {
      (high, above) = (middle, off)
      if lastWasHigh == true { below *= 0.5 }
    } else {
      (low, below) = (middle, off)
      if lastWasHigh == false { above *= 0.5 }
    }
    lastWasHigh = isHigh
  }
  return high
}
