import Samples

/// The effects of the engine's parameters, as a wearer notices them; one file for each struct of parameters. They are apart from
/// the engine, which holds no prose.
enum EngineEffects {
  static let all = [
    inertialGuard, attitude, heading, gait, travel, height, outside, shoe, tie, vehicle, fix, alignment,
    applied, localization, guidance, pin, leg, wearer,
  ]
}
