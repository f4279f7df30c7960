import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let fix: ParameterEffectTable = [
    "fix.latency": .number(
      larger: """
        the published place moves ahead, since a fix is taken for an older one; too large, and it runs ahead \
        of the truth
        """,
      smaller: "the published place is further back; too small, and it lags by the delay times the speed"),
    "fix.precise_latency": .number(
      larger: "the same for fixes that are not smoothed: the published place moves ahead",
      smaller: "the published place is further back"),
    "fix.precise": .number(
      larger: "more fixes are used as stated, without floor and noise, and so move the place more",
      smaller: "fewer fixes are; at 0 every fix has the floor and the noise of an ordinary one"),
    "fix.assumed_3d": .number(
      larger: "3D fixes without a stated error move the place less, and the published radius is larger",
      smaller: "3D fixes without a stated error move the place more"),
    "fix.assumed_2d": .number(
      larger: "2D fixes without a stated error move the place less, and the published radius is larger",
      smaller: "2D fixes without a stated error move the place more"),
    "fix.assumed_speed": .number(
      larger: "velocities without a stated error count less",
      smaller:
        "velocities without a stated error count more; below the true error they make a vehicle's heading restless"),
  ]
}
