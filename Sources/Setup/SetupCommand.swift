public import CommandParts

/// The commands that setup uses as they are; they belong to targets above this one.
public struct SetupTools: Sendable {
  /// Runs one calibration in the daemon and puts it in force. Arguments: its kind, the most seconds, whether good grades are
  /// accepted without asking, and the command line.
  public var calibrate: @Sendable (String, Double?, Bool, Arguments) throws -> Void
  /// The live picture, until the user ends it.
  public var watch: @Sendable (Arguments) throws -> Void
  /// The units of `gnomon-drivers` that would read chips which this kernel has no driver for.
  public var drivers: @Sendable () -> [SetupDriver]
  /// Enables and starts a unit of the service manager, or the reverse.
  public var setUnit: @Sendable (String, Bool) throws(Failure) -> Void

  public init(
    calibrate: @escaping @Sendable (String, Double?, Bool, Arguments) throws -> Void,
    watch: @escaping @Sendable (Arguments) throws -> Void,
    drivers: @escaping @Sendable () -> [SetupDriver],
    setUnit: @escaping @Sendable (String, Bool) throws(Failure) -> Void
  ) {
    self.calibrate = calibrate
    self.watch = watch
    self.drivers = drivers
    self.setUnit = setUnit
  }
}

/// `gnomon setup`: from a running daemon to a calibrated device, in one guided session.
public struct SetupCommand: Command {
  private let tools: SetupTools

  public init(_ tools: SetupTools) { self.tools = tools }

  public let syntax = Syntax(
    name: "setup", summary: "set a new device up: sensors, how it is worn, axes, calibrations, configuration",
    operands: "", operandCount: 0...0,
    explanation: """
      Finds sensors and receiver, asks how the device is worn, writes the configuration and shows it, finds the axes by a nod and a
      turn, calibrates gyroscope and magnetometer, and ends with the live picture. The daemon has to run. If no accelerometer and
      gyroscope send samples, and chips are there that this kernel has no driver for and that gnomon-drivers reads, it offers to
      start that unit (as root); 'sudo gnomon doctor --buses' helps to a board without sensors.

      After an interruption, 'gnomon setup' goes on after the last finished step. --undo takes back all that it has done: the
      calibrations, one by one, the file, and the units. --yes answers every question with its default and accepts good
      calibrations, for scripts: a calibration that is not good enough is left out, and the exit status is then 3. Only --profile, --file and the
      steps matter for the result, so a script gives the same device each time.
      """,
    options: [
      .flag("--yes", "ask nothing: take the defaults, and calibrations that are good"),
      .value("--profile", "PROFILE", "how it is worn, instead of the question", kind: .words(Self.profiles)),
      .value("--skip", "STEP", "leave this step out; repeatable", kind: .words(SetupStep.allCases.map(\.rawValue))),
      .flag("--no-receiver", "there is no receiver: the daemon does not look for one"),
      .value("--file", "FILE", "the file to write (\(SetupFile.usual))", kind: .file(["conf"])),
      .value("--wait", "S", "longest time to wait for sensors (10)"),
      .value("--seconds", "S", "judge each calibration after this time at the latest"),
      .flag("--again", "begin at the first step, also after an unfinished session"),
      .flag("--undo", "take back all that setup has done"),
      .flag("--plain", "no drawing: a line on each change"),
    ] + DaemonCall.options,
    examples: [
      ("gnomon setup", "a new device, with questions"),
      ("gnomon setup --yes --profile head --skip mag --json", "for a script"),
      ("gnomon setup --undo", "as it was before"),
    ])

  static let profiles = ["head", "torso", "hand", "foot", "vehicle", "free"]

  public func run(_ arguments: Arguments) throws {
    var session = try SetupSession(arguments, syntax)
    if arguments.has("--undo") { return try session.undo(tools) }
    try session.run(tools)
  }
}
