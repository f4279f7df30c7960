/// Returns the smallest width that holds a share, which grows with it, within 1e-4 of the share; `most` if none does.
///
/// What lies beyond a width w falls like e^(−k wᵖ), with p = 2 for a Gaussian of two dimensions. k comes from the last width that
/// was tried, p from the last two; a width outside the bracket is replaced by the middle of it, and so is one that creeps, as
/// between the parts of a mixture.
@inlinable public func smallest(
  holding share: Double, from guess: Double, upTo most: Double, _ held: (Double) -> Double
) -> Double {
  let wanted = log(-log(1 - share))
  var low = 0.0, high = most, width = min(max(guess, 1e-6), most), power = 2.0
  var last: (width: Double, decay: Double)?, wasLow = false, creeps = 0
  for _ in 0..<40 {
    let now = held(width)
    if (now - share).magnitude < 1e-4 { return width }
    creeps = (now < share) == wasLow ? creeps + 1 : 0
    wasLow = now < share
    if now < share {
      if width >= most { return most }
      low = width
    } else {
      high = width
    }
    let decay = log(-log(1 - min(max(now, 1e-12), 1 - 1e-12))), logarithm = log(width)
    if let last {
      let slope = (decay - last.decay) / (logarithm - last.width)
      if slope > 0.2, slope < 20 { power = slope }
    }
    last = (logarithm, decay)
    let next = width * exp((wanted - decay) / power)
    width = creeps < 3 && next > low && next < high ? next : high == most ? min(most, 2 * low) : 0.5 * (low + high)
  }
  return high
}
