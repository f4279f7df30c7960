// Written by scripts/embed-interfaces from Interfaces/org.gnomon.Calibration.varlink; a test holds them together.
extension Interface {
  static let calibrationText = """
    # Calibrations: made while the daemon runs, graded, and used only after they are accepted. Until then the calibration in use
    # stays; if the caller disconnects, nothing is changed.
    interface org.gnomon.Calibration

    # A number with its unit: µT, °, m/s², °/s, s, %, or none for counts and ratios. bar: the limit that it should not exceed, or
    # should reach.
    type Figure (name: string, value: float, unit: string, bar: ?float)

    # A sentence: a code for programs, its numbers, and the English text.
    type Phrase (code: string, figures: []Figure, english: string)

    # The progress, and the wearer's next action. coverage: number of readings per cell of the sphere, for kinds that have one.
    # elapsed: seconds by the samples' clock.
    type Progress (
      fraction: float,
      is_complete: bool,
      elapsed: float,
      instruction: Phrase,
      warnings: []Phrase,
      figures: []Figure,
      coverage: []int
    )

    # grade: poor, fair, good, excellent; promise: the error for this grade, met in nine of ten cases. record: the record to
    # store.
    type Result (grade: string, promise: Figure, evidence: []Figure, remarks: []Phrase, record: object)

    # The reason of the failure, the finding, and the remedy.
    type Failure (reason: string, figures: []Figure, finding: string, remedy: string)

    # verdict: good, drifting, redo, unknown (too little data).
    type Verdict (kind: string, verdict: string, figures: []Figure, english: string)

    # Starts a calibration and reports ten times a second. kind: mag, accel, gyro, axes, time. It ends when there is enough data,
    # after `seconds`, or with Finish; the last reply has a result or a failure and no progress. The result waits for Accept or
    # Reject as long as this connection exists. turns: number of turns for the gyroscope's scale.
    method Start(kind: string, seconds: ?float, turns: ?int) -> (
      run: int,
      progress: ?Progress,
      result: ?Result,
      failure: ?Failure
    )

    # Ends the collection and judges the data collected so far.
    method Finish(run: int) -> ()

    # Stores the result and uses it at once, in a new scene. record: the stored record.
    method Accept(run: int) -> (record: object)

    # Ends the calibration and leaves everything unchanged.
    method Reject(run: int) -> ()
    method Cancel(run: int) -> ()

    # Returns the stored records of the sensors that are present, or of all sensors ever calibrated; each has in_force.
    method List(all: ?bool) -> (records: []object)

    # Stops using the newest record of a kind, and uses the one before, if there is one.
    method Undo(kind: string) -> (undone: object, in_force: ?object)

    # Returns the calibrations in use, for another machine or a backup.
    method Export(kind: ?string) -> (calibrations: object)

    # Uses exported calibrations. They are refused if they were made with other sensors, unless other_sensors is true.
    method Import(calibrations: object, other_sensors: ?bool) -> (records: []object)

    # Compares the calibrations in use with the sensors' readings for some time, and recommends what to do.
    method Verify(kind: ?string, seconds: ?float) -> (progress: ?Progress, verdicts: ?[]Verdict)

    # The value is not allowed; expected describes the allowed values.
    error InvalidValue (parameter: string, given: string, expected: string)

    # The caller's class may not do this. needs: contribute, administer. Members of the group may.
    error NotPermitted (needs: string, group: string, english: string)

    # Another calibration is running; only one is possible at a time.
    error Busy (kind: string, run: int, english: string)

    # A required sensor delivers no samples.
    error SensorMissing (sensor: string, english: string)

    # A required sensor delivers too few samples.
    error RateTooLow (sensor: string, rate_hz: float, needed_hz: float, english: string)

    # The result could not be stored. This is checked before the calibration starts.
    error NotWritable (path: string, reason: string, english: string)

    # There is no such run: it has ended, or its caller has disconnected.
    error NoSuchRun (run: int, english: string)

    # The run has no result yet, or it has failed.
    error NotJudged (run: int, english: string)

    # The configuration sets the sensor's mounting and has precedence. value: the value to write there; or remove the setting.
    error MountConfigured (setting: string, origin: string, value: string, english: string)

    # There is no stored record of this kind.
    error NothingKept (kind: string, english: string)

    # The calibration was made with a sensor other than the present one.
    error OtherSensor (role: string, made_with: string, here: string, english: string)

    # The object is not a calibration, or it was made by a later version of gnomon.
    error NotACalibration (reason: string, english: string)

    """
}
