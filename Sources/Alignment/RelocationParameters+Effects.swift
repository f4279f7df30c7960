import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension RelocationParameters {
  static let effects: ParameterEffectTable = [
    "relocation.radius": .number(
      larger: "poorer fixes may overrule the place",
      smaller: "only good fixes may overrule the place"),
    "relocation.distance": .number(
      larger: "fixes have to be further off to overrule the place",
      smaller: "fixes overrule the place at a smaller distance, also by their ordinary errors"),
    "relocation.factor": .number(
      larger: "fixes have to be further off, measured in both accuracies",
      smaller: "fixes overrule the place nearer to its own accuracy"),
    "relocation.fixes": .number(
      larger: "a wrong place is given up later, and more surely",
      smaller: "fewer fixes that agree move the place, so an error of several fixes does as well"),
  ]
}
