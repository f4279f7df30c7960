// Written by scripts/embed-interfaces from Interfaces/org.gnomon.Calibration.varlink; a test holds them together.
extension Interface {
  static let calibrationText = """
    # Calibrations: made while the daemon runs, graded, and in force only once somebody has accepted them. What is in force stays so
    # until then; a caller that goes away leaves no trace.
    interface org.gnomon.Calibration

    # A number that is shown: µT, °, m/s², °/s, s, %, or no unit for counts and ratios. bar: what it ought not to pass, or to reach.
    type Figure (name: string, value: float, unit: string, bar: ?float)

    # A sentence: a code for programs, its numbers, and the English text.
    type Phrase (code: string, figures: []Figure, english: string)

    # How far it is, and what the wearer does next. coverage counts the readings by cell of the sphere, where the kind has one.
    # elapsed is in seconds of the samples.
    type Progress (
      fraction: float,
      is_complete: bool,
      elapsed: float,
      instruction: Phrase,
      warnings: []Phrase,
      figures: []Figure,
      coverage: []int
    )

    # grade: poor, fair, good, excellent; promise: the error that it stands for, held in nine of ten. record: what would be kept.
    type Result (grade: string, promise: Figure, evidence: []Figure, remarks: []Phrase, record: object)

    # Why it came to nothing, what was found, and what to do.
    type Failure (reason: string, figures: []Figure, finding: string, remedy: string)

    # verdict: good, drifting, redo, unknown (too little was seen to say).
    type Verdict (kind: string, verdict: string, figures: []Figure, english: string)

    # Begins one, and reports ten times a second. kind: mag, accel, gyro, axes, time. It ends by itself when there is enough, after
    # `seconds`, or with Finish; the last reply has a result or a failure and no progress. The result waits for Accept or Reject as
    # long as this connection lives. turns: counted turns for the gyroscope's scale.
    method Start(kind: string, seconds: ?float, turns: ?int) -> (
      run: int,
      progress: ?Progress,
      result: ?Result,
      failure: ?Failure
    )

    # Judges what has been collected so far.
    method Finish(run: int) -> ()

    # Keeps the result and puts it in force, at once; record as it is kept. The corrections are those of a new scene.
    method Accept(run: int) -> (record: object)

    # Ends it, and leaves everything as it was.
    method Reject(run: int) -> ()
    method Cancel(run: int) -> ()

    # What is kept of the sensors that are there, or of all that ever were; each record with in_force.
    method List(all: ?bool) -> (records: []object)

    # Takes the newest record of a kind out of force, and the one before into force, if there is one.
    method Undo(kind: string) -> (undone: object, in_force: ?object)

    # What is in force, as a text for another machine or a safe place.
    method Export(kind: ?string) -> (calibrations: object)

    # Puts what was exported in force. It is refused if it was made with other sensors, unless other_sensors says that this is known.
    method Import(calibrations: object, other_sensors: ?bool) -> (records: []object)

    # Holds what is in force against what the sensors say for some time, and says what is to be done.
    method Verify(kind: ?string, seconds: ?float) -> (progress: ?Progress, verdicts: ?[]Verdict)

    # This value cannot be taken: what was expected.
    error InvalidValue (parameter: string, given: string, expected: string)

    # The caller is of a class that may not do this. needs: contribute, administer. A member of the group may.
    error NotPermitted (needs: string, group: string, english: string)

    # One at a time.
    error Busy (kind: string, run: int, english: string)

    # A sensor that it needs brings nothing.
    error SensorMissing (sensor: string, english: string)

    # It brings too little to judge by.
    error RateTooLow (sensor: string, rate_hz: float, needed_hz: float, english: string)

    # What comes of it could not be kept: found out before, not after.
    error NotWritable (path: string, reason: string, english: string)

    # There is no such run: it has ended, or its caller has gone.
    error NoSuchRun (run: int, english: string)

    # There is no result yet, or it has failed.
    error NotJudged (run: int, english: string)

    # The configuration says how the sensor is mounted, and what it says counts. value: what to write there, or take it out.
    error MountConfigured (setting: string, origin: string, value: string, english: string)

    # There is none.
    error NothingKept (kind: string, english: string)

    # It was made with another sensor than is here.
    error OtherSensor (role: string, made_with: string, here: string, english: string)

    # It is no calibration, or of a later version of gnomon.
    error NotACalibration (reason: string, english: string)

    """
}
