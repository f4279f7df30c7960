import CommandParts
import Sharing

/// `gnomon share status`: what the service sends, to the byte, and what it receives.
struct ShareStatusCommand: Command {
  let syntax = Syntax(
    name: "share status",
    summary: "the messages sent to the team and to Home Assistant, to the byte, and the members near by",
    operands: "", operandCount: 0...0,
    explanation: """
      Prints the state of each connection with the last error and its remedy, the last messages that were sent as they were sent,
      the counts of what was received and refused with the reasons, and the nearest members with distance and age.
      """,
    options: [ShareCommands.folder, .json], examples: [("gnomon share status", "the state as of the last second")])

  func run(_ arguments: Arguments) throws {
    let paths = ShareCommands.paths(arguments)
    guard let state = ShareCommands.state(paths), ShareCommands.isRunning(paths) else {
      let isJoined = MachineFiles.exists(paths.settings), hasHome = MachineFiles.exists(paths.home)
      let situation =
        isJoined
        ? "a team is joined, but nothing is sent"
        : hasHome ? "Home Assistant is joined, but nothing is sent" : "no team is joined, and nothing is sent"
      throw Failure(status: .unavailable, message: "\(situation): \(ShareCommands.startHint(arguments))")
    }
    if arguments.has("--json") { return Terminal.print(state, layout: .compact) }
    Terminal.print(ShareStatusText(state).text)
  }
}
