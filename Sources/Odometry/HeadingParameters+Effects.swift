import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension HeadingParameters {
  static let effects: ParameterEffectTable = [
    "compass.initial_heading": .number(
      larger: "later readings correct a wrong first one sooner, and the stated heading is less certain at first",
      smaller: "the first reading is trusted, and a wrong one stays for longer"),
    "compass.hardiron": .number(
      larger: "the device's own field is found in fewer turns, and the heading is less certain until then",
      smaller: "the calibration is trusted; a field that remains after it turns the heading"),
    "compass.hardiron_walk": .number(
      larger: """
        a change of the device's own field is followed sooner, and the heading is a little less certain all \
        the time
        """,
      smaller: "the field that turns have shown is kept; a change of it turns the heading"),
    "compass.distortion": .number(
      larger: "the compass counts less and the gyroscope more, so a metal railing turns the heading less",
      smaller: "the compass counts more, and fields of the surroundings turn the heading"),
    "compass.initial_distortion": .number(
      larger: "the first field is trusted less, so the heading can still change once the field does",
      smaller: "the first field is taken for the Earth's, also beside metal"),
    "compass.distortion_time": .number(
      larger: "readings of one field count as one piece of evidence, so waiting beside metal does not turn the heading",
      smaller: """
        the field counts as new again soon, so the stated error falls faster and a lasting disturbance turns \
        the heading
        """),
    "compass.initial_field": .number(
      larger: "strength and dip of the Earth's field are learned from later readings",
      smaller: "strength and dip of the first reading stay the reference, also beside metal"),
    "compass.field_walk": .number(
      larger: "a lasting change of the field becomes the new reference sooner",
      smaller: "the reference is kept, and a lasting change counts as a disturbance"),
    "compass.initial_lag": .number(
      larger: "a delay of the magnetometer is found in fewer turns",
      smaller: "the magnetometer is taken to be on time; a delay then turns the heading in quick turns"),
    "compass.noise": .number(
      larger: "the heading follows the compass more slowly and steadily",
      smaller: "the heading follows the compass sooner and takes in its noise"),
    "compass.lag_noise": .number(
      larger: "readings in quick turns count less",
      smaller: "readings in quick turns count as much as others; an uneven delay then moves the heading"),
    "compass.correlation_time": .number(
      larger: "many readings count as few, so the heading follows the compass more slowly",
      smaller: "each reading counts more, and an error that lasts turns the heading"),
    "compass.disturbance_weight": .number(
      larger: "readings of the wrong strength or dip hardly move the heading",
      smaller: "such readings move the heading like others"),
    "compass.disturbance_time": .number(
      larger: "after a disturbance the compass counts less for longer",
      smaller: "the compass counts again at once"),
    "compass.step_threshold": .number(
      larger: "only a strong magnet is noticed as put on; a weaker one turns the heading",
      smaller: "ordinary disturbances count as a magnet, and the heading becomes uncertain each time"),
    "compass.step_gain": .number(
      larger: "the field of a new magnet is learned sooner, and the heading is less certain until then",
      smaller: "a new magnet is learned slowly and turns the heading meanwhile"),
    "compass.start_threshold": .number(
      larger: "a start in a disturbed field counts as good, so the heading settles sooner and may settle wrong",
      smaller: "only a clean field settles the heading; elsewhere it stays open to correction"),
    "compass.start_time": .number(
      larger: "the heading stays open to correction for longer",
      smaller: "the heading settles sooner; at 0 at once, also beside a magnet"),
  ]
}
