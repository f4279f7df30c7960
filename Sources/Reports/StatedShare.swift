/// How often a stated 68 % bound held, and what chance leaves.
///
/// Errors of one session hang together: a receiver that is 5 m off is so for a minute, so a thousand errors may be worth ten. The
/// number of independent ones is
///
///     n / (1 + 2 Σ ρ_k)
///
/// with the autocorrelation ρ_k of the errors in units of their stated standard deviation, summed up to the first that is not
/// positive (Sokal, Monte Carlo Methods in Statistical Mechanics, 1997, eq. 2.20). The mean is not removed, because it is 0 where
/// the bounds are right; so a constant error counts as one.
struct StatedShare: Sendable {
  /// An error in units of its stated standard deviation, along two axes; a heading has one.
  typealias Error = SIMD2<Double>

  static let stated = 0.68
  /// Fewer independent errors than this allow no judgement.
  static let least = 5.0
  /// Longer series are thinned to this number, evenly, before their correlation is computed.
  private static let most = 2000

  /// Share of the errors within their bound.
  let share: Double
  let count: Int
  let independent: Double

  /// nil below 20 errors.
  init?(_ errors: [Error], within: Int) {
    guard errors.count >= 20 else { return nil }
    count = errors.count
    share = Double(within) / Double(errors.count)
    let step = (errors.count + Self.most - 1) / Self.most
    let thinned = stride(from: 0, to: errors.count, by: step).map { errors[$0] }
    independent = Self.independent(thinned)
  }

  static func independent(_ errors: [Error]) -> Double {
    let count = errors.count
    let power = errors.reduce(0) { $0 + ($1 * $1).sum() }
    guard count > 1, power > 0 else { return count > 0 ? 1 : 0 }
    var sum = 0.0
    for lag in 1..<count {
      var product = 0.0
      for index in 0..<(count - lag) { product += (errors[index] * errors[index + lag]).sum() }
      guard product > 0 else { break }
      sum += product / power
    }
    return min(Double(count), Double(count) / (1 + 2 * sum))
  }

  /// The shares that chance leaves where the stated bounds are right: 95 % of a binomial distribution by its normal
  /// approximation, for the independent errors; nil if these are too few.
  var band: ClosedRange<Double>? {
    guard independent >= Self.least else { return nil }
    let half = 1.96 * (Self.stated * (1 - Self.stated) / independent).squareRoot()
    return max(0, Self.stated - half)...min(1, Self.stated + half)
  }

  var isBelowChance: Bool { band.map { share < $0.lowerBound } ?? false }

  /// Returns the share with the band of chance, as `48 % of the time within the stated radius (68 % are stated; with about 10
  /// independent errors, chance leaves 39 to 97 %)`.
  func text(_ bound: String) -> String {
    func percent(_ share: Double) -> String { "\(shown(100 * share, 0))\u{a0}%" }
    let held = "\(percent(share)) of the time within the stated \(bound)"
    let number = shown(independent, independent < 10 ? 1 : 0)
    guard let band else {
      return "\(held) (68\u{a0}% are stated; errors worth \(number) independent ones are too few to judge this)"
    }
    return
      "\(held) (68\u{a0}% are stated; with about \(number) independent errors, chance leaves \(shown(100 * band.lowerBound, 0)) to \(percent(band.upperBound)))"
  }
}
