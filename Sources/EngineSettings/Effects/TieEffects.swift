import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let tie: ParameterEffectTable = [
    "step.along": .number(
      larger: "the length of the way counts less against fixes",
      smaller: "fixes correct the length of a way more slowly"),
    "step.across": .number(
      larger: "steps show the heading more slowly", smaller: "a walk past the device's direction turns the heading"),
    "stride.scale": .number(
      larger: "the length of a step is learned sooner, also from errors of fixes",
      smaller: "the wearer is taken to have the usual stride"),
    "place.walk": .number(
      larger: "the place follows fixes sooner while no step is seen", smaller: "a standing wearer's place stays calmer"),
    "yaw.walk": .number(
      larger: "the heading follows fixes and compass sooner", smaller: "the heading stays as the gyroscope leaves it"),
    "yaw.drift": .number(
      larger: "a gyroscope's bias is learned from fixes and compass sooner",
      smaller: "the gyroscope is trusted from the start"),
    "yaw.drift_walk": .number(
      larger: "a bias that changes is followed", smaller: "a bias that was learned is kept"),
    "yaw.rest": .values([
      "heading": "each rest turns the heading back by what the bias had turned it since the last",
      "drift": "rest corrects the drift; the heading follows as far as it still has that error",
    ]),
    "outside.yaw_walk": .number(
      larger: "fixes and compass correct an outside tracker's heading sooner",
      smaller: "an outside tracker's heading is kept longer"),
    "receiver.error_time": .number(
      larger: "many fixes on one spot count little more than one", smaller: "fixes average out within seconds"),
    "receiver.white": .number(
      larger: "the place is calmer and follows fixes later", smaller: "the place follows each fix"),
    "receiver.excess": .number(
      larger: "fixes with a large radius still show the direction of a walk",
      smaller: "fixes with a large radius hardly correct anything"),
    "receiver.wrong": .number(
      larger: "a fix that surprises is left out sooner", smaller: "a fix that surprises moves the place"),
    "receiver.elsewhere": .number(
      larger: "the place jumps to fixes that agree elsewhere after fewer of them",
      smaller: "it takes more fixes to be believed elsewhere"),
    "receiver.jump": .number(
      larger: "fixes that jump are taken for an error of the receiver, and come back later",
      smaller: "the place follows fixes that jump"),
    "receiver.jump_start": .number(
      larger: "a first place that was wrong is left sooner", smaller: "the first fixes decide the place"),
    "receiver.velocity_wrong": .number(
      larger: "a velocity that contradicts steps and compass is left out sooner",
      smaller: "the velocity decides the heading"),
    "compass.use": .values(["off": "the magnetometer is not read", "full": "the compass measures the heading"]),
    "compass.window": .number(
      larger: "calmer readings, fewer of them", smaller: "more readings, each with more noise"),
    "compass.spot": .number(
      larger: "on a walk the compass counts less", smaller: "on a walk the heading follows the compass on every spot"),
    "compass.spot_time": .number(
      larger: "a standing wearer's compass counts as one reading for longer",
      smaller: "a standing wearer's compass becomes sure within seconds"),
    "compass.room": .number(
      larger: "the compass counts less in one room", smaller: "the compass of a few spots is believed"),
    "compass.room_length": .number(
      larger: "its error is taken to last over a longer way", smaller: "a short walk averages its error out"),
    "compass.chip": .number(
      larger: "way and fixes find a chip soldered askew sooner", smaller: "the chip is taken to be straight"),
    "compass.direction_noise": .number(
      larger: "the heading follows the compass more slowly", smaller: "the heading follows each reading"),
    "compass.wrong_window": .number(
      larger: "a reading that surprises is left out sooner", smaller: "a reading that surprises turns the heading"),
    "compass.wrong_chip": .number(
      larger: "a compass that is turned for good is found out sooner", smaller: "the first readings are believed"),
    "compass.wrong_start": .number(
      larger: "the heading is stated later, until way or fixes confirm it",
      smaller: "the first readings decide the heading"),
    "compass.turns_wrong": .number(
      larger: "a compass that changes is left out sooner", smaller: "the heading follows a compass that changes"),
    "compass.device_field": .number(
      larger: "a field of the device itself is learned from turns", smaller: "the calibration is trusted"),
    "compass.device_field_calibrated": .number(
      larger: "a calibration is trusted less", smaller: "a calibration is trusted to the last microtesla"),
    "compass.device_changes": .number(
      larger: "a magnet that comes near is noticed sooner", smaller: "a new field turns the heading for longer"),
    "compass.year": .number(larger: "declination of a later year", smaller: "declination of an earlier year"),
    "walk.carried": .number(
      larger: "a wearer on wheels, or with the device in a pocket, is followed by the fixes sooner",
      smaller: "fixes that move as the steps do not are taken for errors for longer"),
    "force.noise": .number(
      larger: "a gap between precise fixes is bridged less exactly", smaller: "the force is trusted longer"),
    "force.shaking": .number(
      larger: "a shaken device's force counts less", smaller: "a shaken device's force is trusted"),
  ]
}
