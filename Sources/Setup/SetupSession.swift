import CommandParts
import Files
import Geometry
import Glibc
import GnomonClient
import Recordings
import Text
import Wire

/// One run of `gnomon setup`.
struct SetupSession {
  private let arguments: Arguments
  private let asksNothing: Bool
  private let isJSON: Bool
  private let profile: String?
  private let skipped: Set<SetupStep>
  private let path: String
  private let wait: Double
  private let seconds: Double?
  private var progress: SetupProgress
  private var isComplete = true

  init(_ arguments: Arguments, _ syntax: Syntax) throws(Failure) {
    self.arguments = arguments
    asksNothing = arguments.has("--yes")
    isJSON = arguments.has("--json")
    profile = arguments.text("--profile")
    if let profile = profile, !SetupCommand.profiles.contains(profile) {
      throw .unknown("profile", profile, among: SetupCommand.profiles)
    }
    var skipped: Set<SetupStep> = []
    for name in arguments.all("--skip") {
      guard let step = SetupStep(rawValue: name) else {
        throw .unknown("step", name, among: SetupStep.allCases.map(\.rawValue))
      }
      skipped.insert(step)
    }
    self.skipped = skipped
    wait = try arguments.number("--wait", in: 0...600) ?? 10
    seconds = try arguments.number("--seconds", in: 1...3600)
    let socket = DaemonCall.path(arguments)
    let earlier = SetupProgressFile.load().flatMap { $0.socket == socket ? $0 : nil }
    progress = earlier ?? SetupProgress(socket: socket)
    path = arguments.text("--file") ?? earlier?.file ?? SetupFile.usual
    if arguments.has("--again") { progress.entries = [] }
  }

  // MARK: forward

  mutating func run(_ tools: SetupTools) throws {
    if !asksNothing && (isJSON || !TerminalStyle.isAnswered) {
      throw Failure(status: .usage, message: "there is no terminal to ask on; --yes takes the defaults")
    }
    let client = try DaemonCall.connect(arguments)
    var status = try DaemonCall.attempt { () throws(ClientFault) in try client.tracking.getStatus() }
    if !progress.entries.isEmpty {
      say("going on after \(progress.entries.map(\.step.rawValue).joined(separator: ", ")); --again begins anew")
    }
    for (index, step) in SetupStep.allCases.enumerated() where progress.outcome(of: step) == nil {
      say("")
      say("\(index + 1) of \(SetupStep.allCases.count): \(step.title)")
      let result: SetupOutcome
      if skipped.contains(step) {
        result = .skipped("by --skip")
      } else {
        result = try outcome(of: step, status, tools)
      }
      // A unit may have been started.
      if step == .sensors {
        status = try DaemonCall.attempt { () throws(ClientFault) in try client.tracking.getStatus() }
      }
      progress.record(result, of: step)
      say("\(result.state): \(result.detail)")
      try SetupProgressFile.save(progress)
    }
    conclude()
    guard isComplete else {
      throw Failure(status: .declined, message: "not all steps could be finished; 'gnomon setup --again' repeats them")
    }
    if !asksNothing { try tools.watch(arguments) }
  }

  private mutating func outcome(of step: SetupStep, _ status: StatusMessage, _ tools: SetupTools) throws -> SetupOutcome
  {
    switch step {
    case .sensors: return try findSensors(status, tools)
    case .wearing: return .done(try chooseProfile(Self.glasses(status) == nil ? status.profile : "head"))
    case .configuration:
      // Without --file it would be a file of this machine, which only the daemon of its sensors reads.
      if let played = status.played, arguments.text("--file") == nil {
        return .skipped(
          "this daemon plays '\(played)', not this machine's sensors: this machine's files stay as they are")
      }
      return try configure(status.profile)
    case .axes, .gyro, .mag:
      if step == .axes, let glasses = Self.glasses(status) {
        return .skipped("the \(glasses) gives the axes of the glasses; 'gnomon calibrate axes' finds others")
      }
      if status.calibrations.contains(where: { $0.kind == step.calibration && $0.health == "another-machine" }) {
        say("There is one from another machine; it is not in force here.")
      }
      return try calibrate(step, tools)
    }
  }

  /// The glasses whose gyroscope is in the body's axes already; nil for other sensors.
  static func glasses(_ status: StatusMessage) -> String? {
    status.sources.first { $0.role == "gyroscope" && $0.state == .running && $0.isMounted == true }.flatMap(\.device)
  }

  /// Waits for accelerometer and gyroscope, which are needed, and lists the others. Without them it offers `gnomon-drivers`.
  private mutating func findSensors(_ status: StatusMessage, _ tools: SetupTools) throws(Failure) -> SetupOutcome {
    let isQuiet = isJSON, isAgreed = asksNothing
    var tools = tools
    // A daemon that plays a session has its own sensors.
    if status.played != nil { tools.drivers = { [] } }
    let drivers = SetupDrivers(
      tools: tools, isRoot: geteuid() == 0,
      say: { line in if !isQuiet { Terminal.print(DaemonCall.lines([line])) } },
      isWanted: { question in isAgreed || Self.isYes(question, otherwise: true) })
    let session = self
    let (found, advice) = try drivers.findSensors { () throws(Failure) in
      try session.waitForSensors()
    } record: { (units) throws(Failure) in
      for unit in units where !progress.units.contains(unit) { progress.units.append(unit) }
      // So that --undo knows the units in any case.
      try SetupProgressFile.save(progress)
    }
    for sensor in found where sensor.count > 0 {
      say("  \(sensor.name): \(sensor.rate.map { text($0, 1) } ?? "?") Hz")
    }
    let missing = SetupDrivers.missing(in: found)
    guard missing.isEmpty else {
      var lines = ["no \(missing.joined(separator: " and no ")) within \(text(wait, 0)) s"]
      lines += status.sources.map { DaemonCall.plain("  \($0.name): \($0.state) (\($0.detail))") }
      lines += advice
      lines.append("'sudo gnomon doctor --buses' names the next step, and docs/hardware.md has them all")
      throw Failure(status: .unavailable, message: lines.joined(separator: "\ngnomon: "))
    }
    let others = ["magnetometer", "gnss"].filter { !SetupDrivers.sends($0, found) }.map {
      $0 == "gnss" ? "receiver" : $0
    }
    let rest = others.isEmpty ? "" : "; no \(others.joined(separator: ", no ")) yet"
    return .done("\(found.count { $0.count > 0 }) sensors\(rest)")
  }

  /// Returns the sensors that send samples: after `--wait`, or as soon as there are all.
  private func waitForSensors() throws(Failure) -> [SensorMessage] {
    let client = try DaemonCall.connect(arguments)
    client.setPatience(.seconds(max(0.1, wait)))
    let end = Self.now() + wait
    var found: [SensorMessage] = []
    do throws(ClientFault) {
      try client.tracking.subscribe(streams: [.sensors], rate: 2) { message in
        found = message.sensors?.sensors ?? found
        client.setPatience(.seconds(max(0.1, end - Self.now())))
        let isEnough = ["accelerometer", "gyroscope", "magnetometer", "gnss"].allSatisfy {
          SetupDrivers.sends($0, found)
        }
        return !isEnough && Self.now() < end
      }
    } catch .timedOut {
      // Without samples there are no messages.
    } catch {
      throw DaemonCall.failure(error)
    }
    return found
  }

  private func chooseProfile(_ current: String) throws(Failure) -> String {
    if let profile { return profile }
    if asksNothing { return current }
    say("  head: glasses, a helmet; torso: on the chest; hand; foot; vehicle; free: anything else")
    while true {
      Terminal.print("Worn where? [\(current)] ")
      guard let line = readLine() else { throw Self.stopped }
      let answer = line.trimmed
      if answer.isEmpty { return current }
      if SetupCommand.profiles.contains(answer) { return answer }
      say("  one of: \(SetupCommand.profiles.joined(separator: ", "))")
    }
  }

  private mutating func configure(_ current: String) throws(Failure) -> SetupOutcome {
    var wanted: String?
    if case .done(let profile) = progress.outcome(of: .wearing) { wanted = profile }
    let file = SetupFile(profile: wanted ?? current, hasReceiver: !arguments.has("--no-receiver"))
    say("  \(path):")
    for line in file.text.split(separator: "\n", omittingEmptySubsequences: false) { say("    \(line)") }
    if !asksNothing, !Self.isYes("Write it? [Y/n] ", otherwise: true) { return .skipped("not written") }
    if progress.file == nil { progress.contentBefore = textFile(path) }
    do throws(Failure) { try file.write(to: path) } catch {
      guard error.status == .permission else { throw error }
      isComplete = false
      return .skipped(
        "\(error.message); as root: 'sudo gnomon setup', or the lines above into that file, then 'sudo gnomon reload'")
    }
    progress.file = path
    // Before the daemon is asked, so that --undo knows the file in any case.
    try SetupProgressFile.save(progress)
    return .done("written\(try reload(wanted: file.profile))")
  }

  /// Makes the daemon read its files, and compares the result.
  private func reload(wanted: String) throws(Failure) -> String {
    let client = try DaemonCall.connect(arguments)
    do throws(ClientFault) {
      _ = try client.control.reload()
      let now = try client.tracking.getStatus().profile
      return now == wanted
        ? ", and in use"
        : "; the daemon still uses the profile \(now): it does not read this file, or a later one has precedence ('gnomon config show --origin')"
    } catch {
      return "; not in use yet: \(DaemonCall.failure(error).message)"
    }
  }

  private mutating func calibrate(_ step: SetupStep, _ tools: SetupTools) throws -> SetupOutcome {
    guard let kind = step.calibration else { return .skipped("no calibration") }
    if !asksNothing, !Self.isYes("Begin? [Y/n] ", otherwise: true) { return .skipped("by you") }
    do {
      try tools.calibrate(kind, seconds, asksNothing, arguments)
      return .done("in force")
    } catch let failure as Failure where failure.status == .configuration {
      // The mount is configured, which has precedence.
      return .skipped(failure.message)
    } catch let failure as Failure where [.declined, .failed, .unavailable].contains(failure.status) {
      isComplete = false
      return .skipped(failure.message)
    }
  }

  private func conclude() {
    if isJSON {
      Terminal.print(progress.json, layout: .compact)
      return
    }
    say("")
    for entry in progress.entries {
      say("\(entry.step.rawValue.padded(to: 14))\(entry.outcome.state): \(entry.outcome.detail)")
    }
    say("'gnomon setup --undo' takes all of it back.")
  }

  // MARK: back

  mutating func undo(_ tools: SetupTools) throws {
    guard !progress.entries.isEmpty || progress.file != nil || !progress.units.isEmpty else {
      throw Failure.data("there is nothing to undo: setup has done nothing here, or it is undone already")
    }
    var undone: [String] = []
    let kinds = progress.calibrations
    if !kinds.isEmpty {
      let client = try DaemonCall.connect(arguments)
      for kind in kinds {
        _ = try DaemonCall.attempt { () throws(ClientFault) in try client.calibration.undo(kind: kind) }
        undone.append("calibration of \(kind)")
        progress.entries.removeAll { $0.step.rawValue == kind }
        try SetupProgressFile.save(progress)
      }
    }
    if let file = progress.file {
      if let before = progress.contentBefore {
        try SetupFile.replace(file, before, readers: .everybody)
        undone.append("\(file): as it was")
      } else {
        guard unlink(file) == 0 || errno == ENOENT else {
          throw Failure.inputOutput("\(file): cannot be removed: \(String(cString: strerror(errno)))")
        }
        undone.append("\(file): removed")
      }
      if let client = try? DaemonCall.connect(arguments) { _ = try? client.control.reload() }
    }
    for unit in progress.units {
      try tools.setUnit(unit, false)
      undone.append("\(unit): disabled")
    }
    SetupProgressFile.remove()
    if isJSON {
      Terminal.print(["undone": .array(undone.map { .string($0) })], layout: .compact)
    } else {
      Terminal.print(DaemonCall.lines(undone.isEmpty ? ["nothing had been changed"] : undone))
    }
  }

  // MARK: the terminal

  /// A line for people; with --json they are left out, because the result is one object.
  private func say(_ line: String) { if !isJSON { Terminal.print(DaemonCall.lines([line])) } }

  private static func isYes(_ question: String, otherwise: Bool) -> Bool {
    Terminal.print(question)
    guard let answer = readLine()?.trimmed.lowercased() else { return false }
    return answer.isEmpty ? otherwise : ["y", "yes"].contains(answer)
  }

  private static let stopped = Failure(
    status: .declined, message: "stopped; 'gnomon setup' goes on from here, 'gnomon setup --undo' takes it back")

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
