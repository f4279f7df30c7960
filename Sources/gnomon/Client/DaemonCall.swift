import GnomonClient
import Text
import Wire

/// What every command has that asks the daemon.
enum DaemonCall {
  static let options: [Syntax.Option] = [
    .value("--socket", "PATH", "where the daemon listens (\(Client.defaultPath), or what GNOMON_SOCKET says)"), .json,
  ]

  /// A connection, or the sentence that says what to look at.
  static func connect(_ arguments: Arguments) throws(Failure) -> Client {
    let path = arguments.text("--socket") ?? Environment.value("GNOMON_SOCKET") ?? Client.defaultPath
    return try attempt { () throws(ClientFault) in try Client(path: path) }
  }

  /// Does something with the daemon, and says why not in a command's terms.
  static func attempt<Value>(_ body: () throws(ClientFault) -> Value) throws(Failure) -> Value {
    do throws(ClientFault) {
      return try body()
    } catch {
      let status: Failure.Status =
        if error.isAboutPermission {
          .permission
        } else if error.isAboutAbsence {
          .unavailable
        } else if case .broken = error {
          .inputOutput
        } else {
          .failed
        }
      throw Failure(status: status, message: plain("\(error)"))
    }
  }

  /// A call whose answer is printed as it is, or told in words.
  static func ask(
    _ method: String, _ parameters: JSONValue = .object([]), _ arguments: Arguments, tell: (JSONValue) -> String
  ) throws(Failure) {
    let client = try connect(arguments)
    let answer = try attempt { () throws(ClientFault) in try client.call(method, parameters) }
    if arguments.has("--json") { Terminal.print(answer, layout: .compact) } else { Terminal.print(tell(answer)) }
  }

  static func understood<Value>(_ body: () throws(MessageFault) -> Value) throws(Failure) -> Value {
    do throws(MessageFault) { return try body() } catch {
      throw .data("the daemon's answer is not understood: \(error)")
    }
  }

  /// Texts from outside cannot drive a terminal.
  static func plain(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || 0x7F...0x9F ~= $0.value ? "?" : $0 }))
  }
}
