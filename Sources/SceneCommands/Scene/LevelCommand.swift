import CommandParts
import Geometry
import GnomonClient
import Text
import Wire

/// `gnomon level`: the wearer's floor.
struct LevelCommand: Command {
  let syntax = Syntax(
    name: "level", summary: "print the floor that the wearer is on, or state it",
    operands: "[LEVEL]", operandCount: 0...1,
    explanation: """
      0 is the ground floor. From a stated level on, or from 0 where the session began outdoors, the barometer counts the stories
      climbed by stairs, escalators and lifts. Places with another level are hidden.
      """,
    options: [.value("--storey", "M", "height of a story in this building (3.5)")] + DaemonCall.options,
    examples: [("gnomon level 2 --storey 4", "on the second floor of an office"), ("gnomon level", "the floor now")])

  func run(_ arguments: Arguments) throws {
    if let word = arguments.operands.first {
      let level = try Arguments.number(word, "LEVEL", in: -1000...1000, syntax)
      let storey = try arguments.number("--storey", in: 2...20).map { Length($0) }
      let client = try DaemonCall.connect(arguments)
      _ = try DaemonCall.attempt { () throws(ClientFault) in try client.scene.setLevel(level: level, storey: storey) }
    } else if arguments.has("--storey") {
      throw Failure.usage("--storey needs the LEVEL that the wearer is on", syntax)
    }
    try DaemonCall.ask(SceneMethod.getLevel, arguments) { (answer: GetLevelReply) in
      guard let level = answer.level, let sigma = answer.sigma else {
        return "not known: state it with 'gnomon level LEVEL'; it needs a barometer\n"
      }
      return
        "level \(text(level, 1)), to within \(text(sigma, 2)) (\(answer.source ?? "")), \(text(answer.storey.value, 1)) m a story\n"
    }
  }
}
