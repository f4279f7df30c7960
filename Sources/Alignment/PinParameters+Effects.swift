import Samples

// What larger and smaller values do: what is felt of them, not how they are used.
extension PinParameters {
  static let effects: ParameterEffectTable = [
    "pin.sigma": .number(
      larger: "a heading turned by hand is stated less certain",
      smaller: "a heading turned by hand is stated more certain")
  ]
}
