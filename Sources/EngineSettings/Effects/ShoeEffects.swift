import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let shoe: ParameterEffectTable = [
    "foot.standing_window": .number(
      larger: "short stances of a run are missed, and the track runs away",
      smaller: "a moment of a swing counts as standing, and the path becomes too short"),
    "foot.standing_rate": .number(
      larger: "parts of slow steps count as standing, and the path becomes too short",
      smaller: "restless stances are missed, and the track drifts"),
    "foot.standing_force": .number(
      larger: "the force matters less; a foot that glides without turning counts as standing",
      smaller: "the force matters more; stances on soft ground are missed"),
    "foot.standing_swing": .number(
      larger: "after a fast swing more counts as standing, and the path of a run becomes too short",
      smaller: "stances of a run are missed, and the track runs away"),
    "foot.swing_time": .number(
      larger: "the limit stays high for longer after a swing",
      smaller: "the limit has fallen before the stance begins, and stances of a run are missed"),
    "foot.standing_noise": .number(
      larger: "stances correct the track less, and it drifts more",
      smaller: "stances are trusted more; a foot that slides shortens the path"),
    "foot.lever_noise": .number(
      larger: "a foot that rolls is trusted less while it rolls",
      smaller: "a foot that rolls about another point moves the track"),
    "foot.lever_up": .number(
      larger: "strides become longer", smaller: "strides become shorter; 0 makes each 2 to 4 % too short"),
    "foot.lever_back": .number(
      larger: "the heel's rolling moves the track up less and the toe's more",
      smaller: "the toe's rolling moves the track up less and the heel's more"),
    "foot.rest_window": .number(
      larger: "rest is found less often, and the heading drifts more",
      smaller: "a foot that turns evenly for a moment counts as at rest, and turns the heading"),
    "foot.rest_rate": .number(
      larger: "a rolling foot counts as at rest, and turns the heading",
      smaller: "rest is found less often, and the heading drifts more"),
    "foot.rest_force": .number(
      larger: "a rolling foot counts as at rest, and turns the heading",
      smaller: "rest is found less often, and the heading drifts more"),
    "foot.rest_bias": .number(
      larger: "a larger bias is found, and a slow turn of the foot counts as one more often",
      smaller: "a larger bias is never found, and turns the heading"),
    "foot.rest_noise": .number(
      larger: "rests correct the heading more slowly", smaller: "each rest moves the bias more, with its own sway"),
    "foot.rest_gate": .number(
      larger: "a foot that turns slowly while it stands moves the bias, and with it the heading",
      smaller: "a bias that has changed is followed more slowly"),
    "foot.accelerometer_noise": .number(
      larger: "stances correct the place more", smaller: "the swing is trusted more than the stance"),
    "foot.gyroscope_noise": .number(
      larger: "stances correct the tilt more, and the heading is less certain",
      smaller: "the gyroscope is trusted more; below the true noise tilt errors stay"),
    "foot.gyroscope_noise_per_rate": .number(
      larger: "fast swings are trusted less", smaller: "fast swings are trusted more, though the sensor may clip"),
    "foot.tilt": .number(
      larger: "the first stances correct the tilt more", smaller: "the tilt at the start is trusted"),
    "foot.patience": .number(
      larger: "a foot in the air moves the track for longer before it is held",
      smaller: "a foot that is held in the air for a moment counts as lost"),
    "foot.way_noise": .number(
      larger: "the stated accuracy of the place falls faster, and fixes move the path more",
      smaller: "the path is trusted more; below the true error the stated accuracy is too good"),
    "foot.turn_share": .number(
      larger: "turns make the heading less certain",
      smaller: "turns are trusted more; below the true error the stated heading is too good"),
    "foot.height_drift": .number(
      larger: "heights return to remembered floors from farther off; a low podium may be taken for the floor beside it",
      smaller: "remembered heights count less, and after a long way they are not found again"),
    "foot.floor_noise": .number(
      larger: "a remembered height corrects the path less at once",
      smaller: "each remembered height is taken over as it is, with its own error"),
    "foot.floor_reach": .number(
      larger: "floors are found again from farther away; beside a step the wrong level may be found",
      smaller: "floors are found again less often; 0 switches remembered levels off"),
  ]
}
