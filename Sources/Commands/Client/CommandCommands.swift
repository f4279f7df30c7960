import CommandParts
import Text

/// `gnomon nudge`: turns the heading by hand.
struct NudgeCommand: Command {
  let syntax = Syntax(
    name: "nudge", summary: "turn the heading by hand, clockwise, and hold it",
    operands: "DEG", operandCount: 1...1,
    explanation: "The heading stays where the hand has put it until `gnomon release`. A recording has it.",
    options: DaemonCall.options,
    examples: [("gnomon nudge 3.5", "what is drawn lies 3.5° too far left"), ("gnomon nudge -1", "one back")])

  func run(_ arguments: Arguments) throws {
    let degrees = try Arguments.number(arguments.operands[0], "DEG", in: -360...360, syntax)
    try DaemonCall.ask("org.gnomon.Tracking.NudgeHeading", ["degrees": .number(degrees)], arguments) { _ in
      "turned by \(text(degrees, 3))°, and held until 'gnomon release'\n"
    }
  }
}

/// `gnomon release`: ends the effect of nudges, so that measurements determine the heading again.
struct ReleaseCommand: Command {
  let syntax = Syntax(
    name: "release", summary: "give a heading that a hand holds back to what is measured",
    operands: "", operandCount: 0...0, explanation: "Undoes every nudge since the last release.",
    options: DaemonCall.options, examples: [("gnomon release", "after `gnomon nudge`")])

  func run(_ arguments: Arguments) throws {
    try DaemonCall.ask("org.gnomon.Tracking.ReleaseHeading", .object([]), arguments) { _ in "released\n" }
  }
}

/// `gnomon reset`: begins a new scene.
struct ResetCommand: Command {
  let syntax = Syntax(
    name: "reset", summary: "begin a new scene: heading and place are learned anew",
    operands: "", operandCount: 0...0,
    explanation: "What was placed in the old scene is lost; what is placed on Earth is not.",
    options: DaemonCall.options, examples: [("gnomon reset", "the device now sits otherwise")])

  func run(_ arguments: Arguments) throws {
    try DaemonCall.ask("org.gnomon.Tracking.ResetScene", .object([]), arguments) { _ in "a new scene has begun\n" }
  }
}

/// `gnomon record start`: records every input from now on.
struct RecordStartCommand: Command {
  let syntax = Syntax(
    name: "record start", summary: "let the daemon record every input from now on",
    operands: "[NAME]", operandCount: 0...1,
    explanation: """
      Into the daemon's own folder of recordings, readable by its user alone. NAME ends in .gnomon or .gnomon.gz; without
      one it is the time. A replay sees what the session has seen since.
      """,
    options: DaemonCall.options, examples: [("gnomon record start morning", "into morning.gnomon")])

  func run(_ arguments: Arguments) throws {
    let name = arguments.operands.first.map { [JSONMember("name", .string($0))] } ?? []
    try DaemonCall.ask("org.gnomon.Control.StartRecording", .object(name), arguments) { answer in
      DaemonCall.lines(["recording to \(answer["path"]?.string ?? "?")"])
    }
  }
}

/// `gnomon record stop`: ends the recording.
struct RecordStopCommand: Command {
  let syntax = Syntax(
    name: "record stop", summary: "end the daemon's recording",
    operands: "", operandCount: 0...0, explanation: "Prints where it is.",
    options: DaemonCall.options, examples: [("gnomon record stop", "and the file is whole")])

  func run(_ arguments: Arguments) throws {
    try DaemonCall.ask("org.gnomon.Control.StopRecording", .object([]), arguments) { answer in
      DaemonCall.lines(["recorded \(answer["lines"]?.integer ?? 0) lines to \(answer["path"]?.string ?? "?")"])
    }
  }
}

/// `gnomon forget`: erases the learned knowledge of places.
struct ForgetCommand: Command {
  let syntax = Syntax(
    name: "forget", summary: "erase what the daemon has learned of places",
    operands: "", operandCount: 0...0,
    explanation: """
      The daemon keeps what it learned of places for its next start. This erases it at once and asks nothing; what it learned
      of the sensors stays, and so do recordings, which are files of yours.
      """,
    options: DaemonCall.options, examples: [("gnomon forget", "before the device is given to somebody else")])

  func run(_ arguments: Arguments) throws {
    try DaemonCall.ask("org.gnomon.Tracking.Forget", .object([]), arguments) { answer in
      switch answer["erased"]?.integer ?? 0 {
      case 0: "nothing of places was kept\n"
      case 1: "erased what was learned of 1 place\n"
      case let count: "erased what was learned of \(count) places\n"
      }
    }
  }
}

/// `gnomon reload`: reads the configuration files again.
struct ReloadCommand: Command {
  let syntax = Syntax(
    name: "reload", summary: "let the daemon read its configuration again",
    operands: "", operandCount: 0...0,
    explanation: "Prints the settings that have another value now. `gnomon config check` tells faults before.",
    options: DaemonCall.options, examples: [("gnomon config check && gnomon reload", "after an edit")])

  func run(_ arguments: Arguments) throws {
    try DaemonCall.ask("org.gnomon.Control.Reload", .object([]), arguments) { answer in
      let names = (answer["changed"]?.array ?? []).compactMap(\.string)
      return names.isEmpty ? "nothing has changed\n" : DaemonCall.lines(names.map { "changed \($0)" })
    }
  }
}
