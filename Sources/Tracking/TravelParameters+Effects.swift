import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension TravelParameters {
  static let effects: ParameterEffectTable = [
    "travel.tie": .values([
      "forward": "steps lead where the device's front points, as on the chest",
      "top": "steps lead where the device's top points, as with a phone in the hand",
      "learned": "steps lead in the direction of the gait's bounce and of the mean gaze, as on a head that looks about",
    ]),
    "travel.walk": .number(
      larger: "the course follows gait and gaze sooner, and shows less of the scene's drift",
      smaller: "the walker is taken to go straight on; corners are followed later"),
    "travel.standing": .number(
      larger: "after a stop the course is open, and the first steps may lead elsewhere",
      smaller: "the course before a stop is kept after it"),
    "travel.gaze": .number(
      larger: "a look aside hardly turns the course",
      smaller: "the course follows the gaze"),
    "travel.gaze_time": .number(
      larger: "a gaze that stays on one side counts as one look, so it turns the course less",
      smaller: "a gaze that stays on one side turns the course"),
    "travel.spread_time": .number(
      larger: "after a corner or a look aside steps have less weight for the heading for longer",
      smaller: "only a quick look aside reduces the weight of steps for the heading"),
    "travel.window": .number(
      larger: "directions of the gait are steadier and come later after a corner",
      smaller: "directions of the gait come sooner and are less steady"),
    "travel.noise": .number(
      larger: "the gait turns the course less",
      smaller: "the gait turns the course more, with its errors"),
    "travel.coherence": .number(
      larger: "only a clear gait gives a direction",
      smaller: "an unclear gait gives one as well, which may be wrong"),
    "travel.turn": .number(
      larger: "only a sharp corner is followed at once",
      smaller: "noise of the gait counts as a corner, and the course jumps"),
  ]
}
