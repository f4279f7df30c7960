import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let localization: ParameterEffectTable = [
    "localized.radius": .number(
      larger: "a poorer place counts as localized, so the state comes sooner",
      smaller: "only a better place counts as localized; a value below the receiver's accuracy is never reached"),
    "localized.heading": .number(
      larger: "a poorer heading counts as localized, so the state comes sooner",
      smaller: "only a better heading counts as localized"),
    "localized.lost_radius": .number(
      larger: "the state stays localized at a poorer place",
      smaller: "the state is lost at a better place already; below localized.radius it changes to and fro"),
    "localized.lost_heading": .number(
      larger: "the state stays localized at a poorer heading; at 180 it is never lost by it",
      smaller: "the state is lost at a better heading already; below localized.heading it changes to and fro"),
    "localized.dwell": .number(
      larger: "the state changes later and more seldom",
      smaller: "the state changes sooner, also for a moment"),
    "localized.reason_dwell": .number(
      larger: "reasons change later and more seldom",
      smaller: "reasons change sooner, also for a moment"),
    "localized.fix_age": .number(
      larger: "waiting-for-fix is reported later after the last fix",
      smaller: "waiting-for-fix is reported sooner; below the time between fixes all the time"),
    "localized.assumed_radius": .number(
      larger: "a longer walk is requested before the first fix",
      smaller: "a shorter walk is requested before the first fix"),
    "localized.disturbance": .number(
      larger: "only a strong field counts as a disturbance of the compass",
      smaller: "a weak field counts as one already"),
  ]
}
