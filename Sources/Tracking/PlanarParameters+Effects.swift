import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension PlanarParameters {
  static let effects: ParameterEffectTable = [
    "step.along": .number(
      larger: "fixes change the length of the way more, and the radius grows faster without them",
      smaller: "the length of the way is trusted, so fixes change it more slowly"),
    "step.across": .number(
      larger: """
        each step shows less of the heading, so fixes turn it more slowly, and the radius grows faster \
        without them
        """,
      smaller: """
        the direction of walking is trusted, so fixes turn the heading sooner; errors of that direction bend \
        it
        """),
    "walk.evidence_time": .number(
      larger: "after fixes have shown a walk, steps count in full for longer after a stop",
      smaller: "fewer fixes have to separate walking from shuffling, so poor ones give no evidence"),
    "walk.prior": .number(
      larger: "uneven steps move the place although fixes do not show it: shuffles count as a way",
      smaller: "uneven steps move the place only where fixes show that they are a way"),
    "walk.even_prior": .number(
      larger: "an even gait counts as walking even against fixes",
      smaller: "an even gait too waits for fixes, so the way without them is too short"),
    "walk.scene_noise": .number(
      larger: "fixes separate walking from shuffling later",
      smaller: "they do so sooner, and errors of the steps may count as walking"),
    "place.walk": .number(
      larger: "the place follows the fixes also while standing, and the radius grows faster without them",
      smaller: "the place moves by steps only; motion without steps, as on an escalator, is followed slowly"),
    "yaw.walk": .number(
      larger: "compass and fixes turn the heading sooner, and its stated accuracy falls faster without them",
      smaller: "the gyroscope is trusted longer; below its true drift the heading lags and its accuracy is too good"),
    "yaw.initial": .number(
      larger: "a wrong first heading is corrected sooner, and the heading is less certain at first",
      smaller: "the first heading is trusted, and a wrong one stays for longer"),
    "yaw.rate": .number(
      larger: "a drift of the scene is found sooner, and the heading is less certain until then",
      smaller: "the scene is taken not to drift; a bias that is left turns the heading"),
    "yaw.rate_walk": .number(
      larger: "a drift that changes is followed sooner, and the heading is a little less certain all the time",
      smaller: "the drift that was found is kept longer"),
    "yaw.rest": .values([
      "heading": "a correction at rest turns the heading in full: for a heading that follows the compass loosely",
      "drift": """
      rest corrects the drift, and the heading as far as that drift had turned it: for a heading that had \
      learned it
      """,
    ]),
    "outside.yaw_walk": .number(
      larger: "compass and fixes correct an outside tracker's heading sooner",
      smaller: "the outside tracker's heading is kept for longer"),
    "outside.turn_noise": .number(
      larger: "an outside tracker shows the gyroscope's drift more slowly",
      smaller: "the drift is learned sooner, and jitter of the tracker's times is taken for it"),
    "stride.scale": .number(
      larger: "fixes change the length of the steps sooner; errors of the fixes do as well",
      smaller: "the length of the steps stays as set by gait.stride and gait.walk_ratio"),
    "fix.floor": .number(
      larger: "a receiver that states too small a radius is trusted less, and the published radius is larger",
      smaller: "the stated radius is used as it is"),
    "fix.noise": .number(
      larger: "a single fix moves the place less, and the place is smoother",
      smaller: "a single fix moves the place more, and its jumps are followed"),
    "fix.excess": .number(
      larger: "fixes of a large radius still move the place well",
      smaller: "fixes of a large radius move the place hardly at all"),
    "fix.bias_time": .number(
      larger: "successive fixes count as one: the way keeps the shape of the steps, and the radius falls slowly",
      smaller: "each fix counts as new: the place follows the fixes, and the stated radius becomes too small"),
    "fix.bias_rise": .number(
      larger: "a sudden large radius counts for longer as noise of single fixes, which then hardly move the place",
      smaller: "a sudden large radius makes all fixes less certain at once"),
    "fix.outlier": .number(
      larger: "a wild fix moves the place more",
      smaller: "fixes count less already when they are a little off, so a true jump is followed slowly"),
    "fix.accuracy_floor": .number(
      larger: "the published radius stays nearer to the best that the receiver has stated",
      smaller: "the published radius falls with the number of fixes, although part of their error is always the same"),
    "compass.use": .values([
      "off": "the compass is not used: the heading comes from the way walked and the fixes",
      "assist": "the compass gives the start, and helps while the heading is worse than compass.assist",
      "full": "the compass counts until the fixes alone hold the heading within compass.enough",
    ]),
    "compass.window": .number(
      larger: "readings come more seldom, so the compass counts less and a quick turn blurs them",
      smaller: "readings come more often, so the compass counts more"),
    "compass.here": .number(
      larger: "the compass counts less on one spot, and more way is needed to correct the heading",
      smaller: "a reading on one spot is trusted, and metal there turns the heading"),
    "compass.here_length": .number(
      larger: "more way is needed before the compass counts as new evidence",
      smaller: "few steps make new evidence, so a field over some metres turns the heading"),
    "compass.here_time": .number(
      larger: "standing for long gives no more evidence than standing for a moment",
      smaller: "standing for long counts as new evidence, so the metal of a spot turns the heading"),
    "compass.neighbourhood": .number(
      larger: "the compass corrects the heading less, and its stated accuracy stays worse",
      smaller: "the compass is trusted over a whole street, whose iron may turn the heading"),
    "compass.neighbourhood_length": .number(
      larger: "the compass has to be carried further before it can correct the heading better",
      smaller: "a short walk makes new evidence, so a field over a whole street turns the heading"),
    "compass.direction_noise": .number(
      larger: "a single reading turns the heading less",
      smaller: "a single reading turns the heading more, with its noise"),
    "compass.strength_noise": .number(
      larger: "readings of the wrong strength hardly turn the heading",
      smaller: "readings of the wrong strength turn the heading like others"),
    "compass.strength_play": .number(
      larger: "fields that are a little too strong or too weak count in full",
      smaller: "every deviation of the strength makes a reading count less"),
    "compass.device_field": .number(
      larger: "the device's own field is learned in fewer turns, and the heading is less certain until then",
      smaller: """
        the device is taken to have little field of its own; at 0 none is learned, and its real field turns \
        the heading
        """),
    "compass.device_field_calibrated": .number(
      larger: """
        the calibration is trusted less, and the remaining field is learned sooner; never more than \
        compass.device_field
        """,
      smaller: "the calibration is trusted; the remaining field turns the heading"),
    "compass.strength": .number(
      larger: "the device's own field is estimated more slowly from the strength of the field",
      smaller: "it is estimated sooner, and strong surroundings are taken for the device"),
    "compass.surroundings": .number(
      larger: "the heading is less certain until the field was measured on several spots",
      smaller: "the compass counts fully from the start; at 0 its error is never judged by the field itself"),
    "compass.room_share": .number(
      larger: "a long stand does not make the compass more certain; only walking on does",
      smaller: "time on a spot makes the compass more certain, and too certain in a room that is disturbed as a whole"),
    "compass.field": .values([
      "direction": "only the direction of the horizontal field turns the heading",
      "vector": "while walking its strength is used too, which separates the device's own field from the surroundings'",
    ]),
    "compass.vector_belief": .number(
      larger: "the vector is used only if walking is certain",
      smaller: "the vector is used on one spot too, where the field of the spot is taken for the Earth's"),
    "compass.field_noise": .number(
      larger: "a single reading taken as a vector counts less",
      smaller: "a single reading taken as a vector counts more, with its noise"),
    "compass.field_heading": .number(
      larger: "the reading is used as a vector at a poorer heading already, where the vector is less exact",
      smaller: "the reading is taken as a direction for longer, until the heading is better known"),
    "compass.weakest": .number(
      larger: "the compass is left out beside more magnets and near the poles, where its direction means little",
      smaller: "directions of weak fields are used, which magnets and tilt turn by tens of degrees"),
    "compass.outlier": .number(
      larger: "a wild reading turns the heading more",
      smaller: "readings count less already when they are a little off, so a wrong heading is corrected slowly"),
    "compass.enough": .number(
      larger: "the compass is left out sooner, as soon as fixes give a fair heading",
      smaller: "the compass goes on helping until fixes give a very good heading, and brings in its own errors"),
    "compass.judged": .number(
      larger: "more places are judged, some by a heading that is not much better than the compass",
      smaller: "a place is judged only where steps and fixes give a good heading"),
    "compass.assist": .number(
      larger: "with compass.use=assist the compass is left out sooner",
      smaller: "with compass.use=assist the compass helps until the heading is better"),
    "compass.alone": .number(
      larger: "the compass stays out for longer after the fixes have ended",
      smaller: "the compass helps again soon after the fixes have ended"),
    "compass.year": .number(
      larger: """
        the declination of a later year is used, some tenths of a degree off each year; only until a fix \
        has the date
        """,
      smaller: "the declination of an earlier year is used"),
  ]
}
