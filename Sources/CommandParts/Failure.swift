public import Files
import Glibc
public import Recordings
import Samples

/// The reason why a command ends without its result: a sentence for people and a status for scripts (numbers of sysexits.h).
public struct Failure: Error {
  public enum Status: Int32, CaseIterable, Sendable {
    case failed = 1
    /// The command waited for something that did not come in time.
    case notReached = 2
    /// The result was not accepted; nothing is changed.
    case declined = 3
    case usage = 64
    /// No daemon answers.
    case unavailable = 69
    case inputOutput = 74
    /// Another client uses it; a later try may succeed.
    case busy = 75
    case permission = 77
    case configuration = 78
    /// SIGINT or SIGTERM ended long work, which can go on later; the number that shells give to SIGINT.
    case interrupted = 130

    public var meaning: String {
      switch self {
      case .failed: "the data has faults"
      case .notReached: "not reached in time"
      case .declined: "not accepted"
      case .usage: "wrong usage"
      case .unavailable: "the daemon or a sensor is missing"
      case .inputOutput: "reading or writing failed"
      case .busy: "another client is using it"
      case .permission: "not permitted"
      case .configuration: "the configuration is wrong"
      case .interrupted: "interrupted"
      }
    }
  }
  public var status: Status
  public var message: String

  public init(status: Status, message: String) {
    self.status = status
    self.message = message
  }

  public static func data(_ message: String) -> Failure { Failure(status: .failed, message: message) }
  public static func inputOutput(_ message: String) -> Failure { Failure(status: .inputOutput, message: message) }
  /// A file that cannot be used; `permission` says what helps if this user may not.
  public init(_ fault: FileFault, permission: String = "use sudo") {
    switch fault.errno {
    case EACCES, EPERM: self.init(status: .permission, message: "\(fault); \(permission)")
    case EROFS: self.init(status: .permission, message: "\(fault)")
    default: self.init(status: .inputOutput, message: "\(fault)")
    }
  }
  public static func usage(_ message: String, _ syntax: Syntax) -> Failure {
    Failure(
      status: .usage,
      message: "\(message)\n\(syntax.usage)\ntry: gnomon \(syntax.name) --help")
  }
  /// A name that does not exist, with the nearest one; `names` are listed if they are few, else `list` is the command that prints
  /// them.
  public static func unknown(
    _ kind: String, _ name: String, among names: [String], list: String = "gnomon help"
  ) -> Failure {
    let hint = nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
    let isShort = names.count <= 12 && !names.contains { $0.hasPrefix("-") }
    return Failure(
      status: .usage,
      message: "no \(kind) '\(name)'\(hint)\n" + (isShort ? "one of: \(names.joined(separator: ", "))" : "try: \(list)")
    )
  }
}

/// Runs something that may fail on a recording; its fault becomes a failure with a status for scripts.
public func attempt<Value>(_ body: () throws(RecordingFault) -> Value) throws(Failure) -> Value {
  do throws(RecordingFault) {
    return try body()
  } catch {
    throw error.isAboutTheDevice ? .inputOutput("\(error)") : .data("\(error)")
  }
}
