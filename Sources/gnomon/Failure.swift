import Samples

/// Why a command ends without its result: a sentence for people and a status for scripts (numbers of sysexits.h).
struct Failure: Error {
  enum Status: Int32, CaseIterable {
    case failed = 1
    /// What was waited for has not come in time.
    case notReached = 2
    /// It came to something that was not wanted: nothing is changed.
    case declined = 3
    case usage = 64
    /// The daemon is not there.
    case unavailable = 69
    case inputOutput = 74
    /// Another has it: later it may go.
    case busy = 75
    case permission = 77
    case configuration = 78

    var meaning: String {
      switch self {
      case .failed: "the data was found wanting"
      case .notReached: "not reached in time"
      case .declined: "not accepted"
      case .usage: "the call was wrong"
      case .unavailable: "the daemon or a sensor is not there"
      case .inputOutput: "reading or writing failed"
      case .busy: "another is at it"
      case .permission: "not permitted"
      case .configuration: "the configuration is wrong"
      }
    }
  }
  var status: Status
  var message: String

  static func data(_ message: String) -> Failure { Failure(status: .failed, message: message) }
  static func inputOutput(_ message: String) -> Failure { Failure(status: .inputOutput, message: message) }
  static func usage(_ message: String, _ syntax: Syntax) -> Failure {
    Failure(
      status: .usage,
      message: "\(message)\nusage: gnomon \(syntax.name) \(syntax.operands)\ntry: gnomon \(syntax.name) --help")
  }
  static func unknown(_ kind: String, _ name: String, among names: [String]) -> Failure {
    let hint = nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    return Failure(status: .usage, message: "no \(kind) '\(name)'\(hint)\ntry: gnomon help")
  }
}
