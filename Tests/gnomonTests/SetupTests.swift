import Expectations
import Foundation
import TestSupport
import Testing
import Text

import Wire

@testable import CommandParts
@testable import Commands
@testable import Setup

/// A daemon on a simulated device that lies still, which reads the file that setup writes; the progress is kept in its own folder.
private final class DemoWithFile {
  let scratch: Scratch, file: String
  private let demo: Demo

  init(content: String) throws {
    scratch = try Scratch()
    file = try scratch.write(content, to: "50-setup.conf")
    demo = try Demo(["simulate", "bench-rest", "--speed", "10", "--config", file])
  }

  var socket: String { demo.socket }

  func setup(_ words: String...) throws -> Run {
    try gnomonArray(
      ["setup", "--socket", socket, "--file", file] + words, environment: ["XDG_STATE_HOME": scratch.path("state")])
  }

  var content: String? { try? String(contentsOfFile: file, encoding: .utf8) }
  var profile: String? { (try? object(demo.run("status", "--json")))?["profile"] as? String }
  var hasCalibration: Bool {
    (try? demo.run("calibration", "list").output.contains("*")) ?? false
  }
}

/// The calls of a test's closures, in their order.
private final class Calls: @unchecked Sendable {
  private(set) var all: [String] = []
  func add(_ call: String) { all.append(call) }
}

@Suite struct SetupTests {
  @Test func theProgressIsReadAsWritten() throws {
    var progress = SetupProgress(socket: "/run/s")
    progress.record(.done("5 sensors"), of: .sensors)
    progress.record(.skipped("by you"), of: .axes)
    progress.record(.done("in force"), of: .gyro)
    progress.record(.done("in force"), of: .mag)
    progress.file = "/etc/x.conf"
    expect(SetupProgress(json: progress.json), equals: progress)
    expect(progress.calibrations, equals: ["mag", "gyro"])
    #expect(SetupProgress(json: ["socket": "s", "steps": [["step": "dance", "state": "done", "detail": ""]]]) == nil)
    progress.record(.done("again"), of: .axes)
    #expect(progress.entries.count == 4 && progress.outcome(of: .axes) == .done("again"))
  }

  /// A service of systemd has no HOME; the account has a home folder all the same.
  @Test func theFolderOfStatesIsFoundWithoutHome() {
    expect(UserFolder.state(stateHome: "/state", homes: ["/a"]), equals: "/state/gnomon")
    expect(UserFolder.state(stateHome: "state", homes: [nil, "/a"]), equals: "/a/.local/state/gnomon")
    #expect(UserFolder.state(stateHome: nil, homes: ["here", nil]) == nil)
  }

  /// The daemon accepts what setup writes, for every profile.
  @Test(arguments: SetupCommand.profiles) func theFileIsValid(profile: String) throws {
    let scratch = try Scratch()
    for hasReceiver in [true, false] {
      try SetupFile(profile: profile, hasReceiver: hasReceiver).write(to: scratch.path("sub/50.conf"))
      try expect(gnomon("config", "check", scratch.path("sub/50.conf")).status, equals: 0)
    }
    #expect(throws: (any Error).self) {
      try SetupFile(profile: "glasses", hasReceiver: true).write(to: scratch.path("sub/no.conf"))
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.path("sub/no.conf")))
  }

  /// A whole session by a script, its second run, and the way back.
  @Test func aSessionByAScript() throws {
    let before = "# mine\n[Device]\nProfile=free\n"
    let demo = try DemoWithFile(content: before)
    let run = try demo.setup(
      "--yes", "--profile", "hand", "--skip", "axes", "--skip", "mag", "--seconds", "60", "--plain")
    expect(run.status, equals: 0, "\(run)")
    #expect(run.output.contains("gyroscope: 200 Hz") && run.output.contains("Profile=hand"), "\(run)")
    #expect(demo.content?.contains("Profile=hand") == true && demo.profile == "hand")
    #expect(demo.hasCalibration)

    // Nothing is done twice.
    let again = try demo.setup("--yes", "--json")
    let steps = try #require(object(again)["steps"] as? [[String: String]])
    #expect(
      again.status == 0 && steps.map { $0["step"] } == ["sensors", "wearing", "configuration", "axes", "gyro", "mag"])
    expect(steps.map { $0["state"] }, equals: ["done", "done", "done", "skipped", "done", "skipped"])

    let undone = try demo.setup("--undo")
    #expect(undone.status == 0 && undone.output.contains("calibration of gyro"), "\(undone)")
    #expect(demo.content == before && demo.profile == "free" && !demo.hasCalibration)
    let nothing = try demo.setup("--undo")
    #expect(nothing.status == 1 && nothing.errors.contains("nothing to undo"))
  }

  /// After an interruption the next run goes on with the first step that is not finished; --undo knows what was done before it.
  @Test func anInterruptedSessionGoesOn() throws {
    let before = "[Device]\nProfile=free\n"
    let demo = try DemoWithFile(content: before)
    var progress = SetupProgress(socket: demo.socket)
    progress.record(.done("5 sensors"), of: .sensors)
    progress.record(.done("torso"), of: .wearing)
    let state = URL(fileURLWithPath: demo.scratch.path("state/gnomon"))
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    var buffer = TextBuffer()
    progress.json.write(to: &buffer, layout: .indented)
    try buffer.string.write(to: state.appendingPathComponent("setup.json"), atomically: true, encoding: .utf8)
    let run = try demo.setup("--yes", "--skip", "axes", "--skip", "gyro", "--skip", "mag")
    #expect(run.status == 0 && run.output.contains("going on after sensors, wearing"), "\(run)")
    #expect(!run.output.contains("1 of 6") && demo.profile == "torso")
    #expect(try demo.setup("--undo").status == 0 && demo.content == before)
  }

  /// A calibration that is not good enough is left out, with its reason, and the script learns it by the status.
  @Test func aStepThatFailsIsReported() throws {
    let demo = try DemoWithFile(content: "")
    let run = try demo.setup("--yes", "--skip", "axes", "--skip", "gyro", "--seconds", "20")
    #expect(run.status == 3 && run.output.contains("mag           skipped: "), "\(run)")
    #expect(run.errors.contains("gnomon setup --again"))
  }

  /// One unit for a LIS3MDL, with what is asked, said and started in `calls`.
  private static func drivers(
    _ calls: Calls, _ isInstalled: Bool = true, _ isEnabled: Bool = false, isRoot: Bool = true, answer: Bool = true
  ) -> SetupDrivers {
    let driver = SetupDriver(
      unit: "gnomon-drivers@i2c-1", chips: ["LIS3MDL at 0x1c on i2c-1"], isInstalled: isInstalled, isEnabled: isEnabled)
    let tools = SetupTools(
      calibrate: { _, _, _, _ in }, watch: { _ in }, drivers: { [driver] },
      setUnit: { (unit, isOn) throws(Failure) in calls.add("\(unit) \(isOn)") })
    return SetupDrivers(
      tools: tools, isRoot: isRoot, say: { calls.add($0) },
      isWanted: { question in
        calls.add(question)
        return answer
      })
  }

  /// After the start of a unit the sensors are waited for once more, and the unit is known to --undo before.
  @Test func theSamplesOfAStartedUnitAreWaitedFor() throws {
    let calls = Calls()
    let inertial = ["accelerometer", "gyroscope"].map {
      SensorMessage(name: $0, unit: "", time: 0, count: 9, refused: 0, rate: 208)
    }
    func search(_ drivers: SetupDrivers, _ answers: [[SensorMessage]]) throws -> (
      found: [SensorMessage], advice: [String]
    ) {
      var left = answers
      return try drivers.findSensors { () throws(Failure) in
        calls.add("wait")
        return left.removeFirst()
      } record: { (units) throws(Failure) in
        calls.add("record \(units)")
      }
    }
    let (found, _) = try search(Self.drivers(calls), [[], inertial])
    expect(found.count, equals: 2)
    let started = ["gnomon-drivers@i2c-1 true", #"record ["gnomon-drivers@i2c-1"]"#]
    expect(calls.all.filter { !$0.hasPrefix("  ") && !$0.hasPrefix("Start") }, equals: ["wait"] + started + ["wait"])
    // Still nothing: the advice names the unit's journal.
    #expect(
      try search(Self.drivers(calls), [[], []]).advice.contains {
        $0.contains("journalctl --unit gnomon-drivers@i2c-1")
      })
    // With samples, no search and no question.
    let before = calls.all.count
    #expect(try search(Self.drivers(calls), [inertial]).advice.isEmpty && calls.all.count == before + 1)
  }

  /// Which units are started, and the advice about the others.
  @Test func aUnitIsOfferedForChipsWithoutADriver() throws {
    let calls = Calls()
    func offer(_ isInstalled: Bool, _ isEnabled: Bool, isRoot: Bool, answer: Bool = true) throws -> SetupDrivers.Result
    {
      try Self.drivers(calls, isInstalled, isEnabled, isRoot: isRoot, answer: answer).start()
    }
    let started = try offer(true, false, isRoot: true)
    #expect(started.started == ["gnomon-drivers@i2c-1"] && started.advice.isEmpty)
    expect(
      calls.all,
      equals: [
        "  no driver in this kernel: LIS3MDL at 0x1c on i2c-1", "Start gnomon-drivers@i2c-1? [Y/n] ",
        "gnomon-drivers@i2c-1 true",
      ])
    let line = "'sudo systemctl enable --now gnomon-drivers@i2c-1'"
    for (result, words) in [
      (try offer(true, false, isRoot: true, answer: false), line), (try offer(true, false, isRoot: false), line),
      (try offer(false, false, isRoot: true), "'sudo apt install gnomon-drivers', \(line)"),
      (try offer(true, true, isRoot: true), "journalctl --unit gnomon-drivers@i2c-1"),
    ] {
      #expect(result.started.isEmpty && result.advice.first?.contains(words) == true, "\(result)")
    }
    expect(calls.all.count { $0.hasSuffix("true") }, equals: 1)
  }

  /// A unit that an earlier run has started is disabled by --undo, by systemctl.
  @Test func undoDisablesTheUnit() throws {
    let scratch = try Scratch()
    let log = scratch.path("calls")
    for folder in ["bin", "state/gnomon"] {
      try FileManager.default.createDirectory(atPath: scratch.path(folder), withIntermediateDirectories: true)
    }
    let program = try scratch.write("#!/bin/sh\necho \"$@\" >> \(log)\n", to: "bin/systemctl")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    var progress = SetupProgress(socket: scratch.path("s"))
    progress.units = ["gnomon-drivers@i2c-1"]
    expect(SetupProgress(json: progress.json), equals: progress)
    var buffer = TextBuffer()
    progress.json.write(to: &buffer, layout: .indented)
    _ = try scratch.write(buffer.string, to: "state/gnomon/setup.json")
    let environment = [
      "XDG_STATE_HOME": scratch.path("state"), "PATH": "\(scratch.path("bin")):/usr/bin:/bin",
    ]
    let words = ["setup", "--undo", "--socket", scratch.path("s")]
    let run = try gnomonArray(words, environment: environment)
    #expect(run.status == 0 && run.output.contains("gnomon-drivers@i2c-1: disabled"), "\(run)")
    try expect(String(contentsOfFile: log, encoding: .utf8), equals: "disable --now gnomon-drivers@i2c-1\n")
    #expect(try gnomonArray(words, environment: environment).errors.contains("nothing to undo"))
  }

  /// `gnomon status` without any sensor names the command that leads on; with one it does not.
  @Test func statusWithoutSensorsNamesTheDoctor() {
    var status = StatusMessage(
      time: 1, monotonicOffset: 0, realtimeOffset: 0, speed: 1, version: "", profile: "head", subscribers: 0)
    let line = "to do      sudo gnomon doctor --buses"
    status.sources = [SourceMessage(name: "gyroscope", state: .absent, detail: "no device", role: "gyroscope")]
    #expect(StatusCommand.page(status, isAll: false).contains(line))
    status.sources[0].state = .running
    #expect(!StatusCommand.page(status, isAll: false).contains(line))
    status.sources = [SourceMessage(name: "replay walk.gnomon", state: .ended, detail: "")]
    #expect(!StatusCommand.page(status, isAll: false).contains(line))
  }

  @Test func wrongCalls() throws {
    let missing = try gnomonArray(["setup", "--yes", "--socket", "/nowhere/s"], environment: ["HOME": "/nowhere"])
    expect(missing.status, equals: 69)
    #expect(try gnomon("setup", "--socket", "/nowhere/s").errors.contains("--yes"))
    #expect(try gnomon("setup", "--profile", "glasses").errors.contains("one of: head"))
    #expect(try gnomon("setup", "--skip", "dance").errors.contains("one of: sensors"))
  }
}
