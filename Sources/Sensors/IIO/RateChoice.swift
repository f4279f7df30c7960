import Geometry
import Text

/// The choice of a device's rate: the lowest offered rate that is not below the wanted one, else the highest.
enum RateChoice {
  /// The range of plausible rates, in Hz.
  static let possible = 0.001...1e6

  /// `offered` is the text of an attribute, `12.5 26 52 104` or `[least step most]`. Returns the chosen rate,
  /// from a list in its original text, since drivers compare it; nil if nothing is offered: then the wanted rate is tried.
  static func choose(_ wanted: Frequency, from offered: String) -> String? {
    let words = offered.split { $0 == " " || $0 == "[" || $0 == "]" || $0 == "\n" }
    let rates = words.compactMap { word in Double(numeral: word).map { (rate: $0, text: String(word)) } }
      .filter { possible.contains($0.rate) }
    guard let highest = rates.max(by: { $0.rate < $1.rate }) else { return nil }
    if offered.contains("["), rates.count == 3 {
      let (least, step) = (rates[0].rate, rates[1].rate)
      guard step > 0, wanted.value > least else { return rates[0].text }
      guard wanted.value < highest.rate else { return highest.text }
      let rate = least + ((wanted.value - least) / step - 1e-9).rounded(.up) * step
      return text(min(rate, highest.rate))
    }
    return rates.filter { $0.rate >= wanted.value }.min { $0.rate < $1.rate }?.text ?? highest.text
  }

  /// The rate as text for a driver: a whole number without a decimal point.
  static func text(_ rate: Double) -> String {
    rate == rate.rounded() && rate.magnitude < 1e9 ? "\(Int(rate))" : "\(rate)"
  }
}
