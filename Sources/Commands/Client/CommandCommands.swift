import CommandParts
import Text
import Wire

/// `gnomon nudge`: turns the heading by hand.
struct NudgeCommand: Command {
  let syntax = Syntax(
    name: "nudge", summary: "turn the heading clockwise by hand",
    operands: "DEG", operandCount: 1...1,
    explanation: """
      On foot this is a measurement that later readings are weighed against. The heading of a vehicle, and of a free device, is
      held until `gnomon release`. A recording contains the command.
      """,
    options: DaemonCall.options,
    examples: [("gnomon nudge 3.5", "if drawn things are 3.5° too far to the left"), ("gnomon nudge -1", "1° back")])

  func run(_ arguments: Arguments) throws {
    let degrees = try Arguments.number(arguments.operands[0], "DEG", in: -360...360, syntax)
    try DaemonCall.ask(TrackingMethod.nudgeHeading, NudgeHeadingCall(degrees: degrees), arguments) {
      (_: CommandReply) in
      "turned by \(text(degrees, 3))°\n"
    }
  }
}

/// `gnomon release`: ends the effect of nudges, so that measurements determine the heading again.
struct ReleaseCommand: Command {
  let syntax = Syntax(
    name: "release", summary: "end the hold of a nudge: the heading follows the measurements again",
    operands: "", operandCount: 0...0,
    explanation: "For a vehicle or a free device: it undoes every nudge since the last release.",
    options: DaemonCall.options, examples: [("gnomon release", "after `gnomon nudge`")])

  func run(_ arguments: Arguments) throws {
    try DaemonCall.ask(TrackingMethod.releaseHeading, arguments) { (_: CommandReply) in "released\n" }
  }
}

/// `gnomon reset`: begins a new scene.
struct ResetCommand: Command {
  let syntax = Syntax(
    name: "reset", summary: "start a new scene: heading and place are estimated anew",
    operands: "", operandCount: 0...0,
    explanation: "Things placed in the old scene are lost; things placed on Earth are kept.",
    options: DaemonCall.options, examples: [("gnomon reset", "if the device is now worn in another way")])

  func run(_ arguments: Arguments) throws {
    try DaemonCall.ask(TrackingMethod.resetScene, arguments) { (_: CommandReply) in "a new scene has begun\n" }
  }
}

/// `gnomon record start`: records every input from now on.
struct RecordStartCommand: Command {
  let syntax = Syntax(
    name: "record start", summary: "start a recording of every input, in the daemon",
    operands: "[NAME]", operandCount: 0...1,
    explanation: """
      The file is in the daemon's own folder of recordings; only the daemon's user can read it. NAME ends in .gnomon or
      .gnomon.gz; the default is the current time. A replay has the same inputs as the session from then on.
      """,
    options: DaemonCall.options, examples: [("gnomon record start morning", "record to morning.gnomon")])

  func run(_ arguments: Arguments) throws {
    let call = StartRecordingCall(name: arguments.operands.first)
    try DaemonCall.ask(ControlMethod.startRecording, call, arguments) { (answer: StartRecordingReply) in
      DaemonCall.lines(["recording to \(answer.path)"])
    }
  }
}

/// `gnomon record stop`: ends the recording.
struct RecordStopCommand: Command {
  let syntax = Syntax(
    name: "record stop", summary: "end the daemon's recording",
    operands: "", operandCount: 0...0, explanation: "Prints the path of the file.",
    options: DaemonCall.options, examples: [("gnomon record stop", "end it and complete the file")])

  func run(_ arguments: Arguments) throws {
    try DaemonCall.ask(ControlMethod.stopRecording, arguments) { (answer: StopRecordingReply) in
      DaemonCall.lines(["recorded \(answer.lines) lines to \(answer.path)"])
    }
  }
}

/// `gnomon forget`: erases the learned knowledge of places.
struct ForgetCommand: Command {
  let syntax = Syntax(
    name: "forget", summary: "erase the data of places that the daemon has learned",
    operands: "", operandCount: 0...0,
    explanation: """
      The daemon stores what it learned of places for its next start. This erases it at once, without a question. The data
      learned of the sensors stays, and so do recordings, which are your files.
      """,
    options: DaemonCall.options, examples: [("gnomon forget", "before you give the device to another person")])

  func run(_ arguments: Arguments) throws {
    try DaemonCall.ask(TrackingMethod.forget, arguments) { (answer: ForgetReply) in
      switch answer.erased {
      case 0: "no data of places was stored\n"
      case 1: "erased what was learned of 1 place\n"
      case let count: "erased what was learned of \(count) places\n"
      }
    }
  }
}

/// `gnomon reload`: reads the configuration files again.
struct ReloadCommand: Command {
  let syntax = Syntax(
    name: "reload", summary: "make the daemon read its configuration again",
    operands: "", operandCount: 0...0,
    explanation: "Prints the settings with a new value. `gnomon config check` finds faults beforehand.",
    options: DaemonCall.options, examples: [("gnomon config check && gnomon reload", "after a change of the files")])

  func run(_ arguments: Arguments) throws {
    try DaemonCall.ask(ControlMethod.reload, arguments) { (answer: ReloadReply) in
      answer.changed.isEmpty ? "nothing has changed\n" : DaemonCall.lines(answer.changed.map { "changed \($0)" })
    }
  }
}
