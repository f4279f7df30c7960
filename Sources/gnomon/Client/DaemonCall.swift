import Geometry
import GnomonClient
import Text
import Wire

/// What every command has that asks the daemon.
enum DaemonCall {
  static let socket = Syntax.Option.value(
    "--socket", "PATH", "where the daemon listens (\(Client.defaultPath), or what GNOMON_SOCKET says)")
  static let options: [Syntax.Option] = [socket, .json]

  /// How long one answer may take: a daemon that is alive answers at once.
  private static let patience = TimeSpan.seconds(10)

  /// A connection, or the sentence that says what to look at. Whoever waits for what may take long says so.
  static func connect(_ arguments: Arguments) throws(Failure) -> Client {
    let client = try attempt { () throws(ClientFault) in try Client(path: path(arguments)) }
    client.setPatience(patience)
    return client
  }

  static func path(_ arguments: Arguments) -> String {
    arguments.text("--socket") ?? Environment.value("GNOMON_SOCKET") ?? Client.defaultPath
  }

  /// Does something with the daemon, and says why not in a command's terms.
  static func attempt<Value>(_ body: () throws(ClientFault) -> Value) throws(Failure) -> Value {
    do throws(ClientFault) { return try body() } catch { throw failure(error) }
  }

  /// The status for scripts, and the sentence with the unit or the group to look at.
  static func failure(_ fault: ClientFault) -> Failure {
    let journal = "'systemctl status gnomond' and 'journalctl --unit gnomond' may say why"
    let sentence = plain("\(fault)")
    return switch fault {
    case .refused(let error) where fault.isAboutPermission:
      Failure(
        status: .permission,
        message: sentence
          + plain(
            "; to join: 'usermod --append --groups \(error.parameters["group"]?.string ?? "gnomon-admin") USER', then log in again"
          ))
    case .refused(let error) where error.name.hasSuffix(".ConfigurationRefused"):
      Failure(
        status: .configuration,
        message: (["the daemon goes on as it was, since its files are not as they should be ('gnomon config check')"]
          + (error.parameters["faults"]?.array ?? []).compactMap(\.string).map(plain)).joined(separator: "\ngnomon: "))
    case _ where fault.isAboutPermission: Failure(status: .permission, message: sentence)
    case .timedOut: Failure(status: .unavailable, message: "\(sentence); \(journal)")
    case _ where fault.isAboutAbsence: Failure(status: .unavailable, message: sentence)
    case .broken: .inputOutput("\(sentence); \(journal)")
    case .misunderstood:
      .data(
        "\(sentence); is gnomond of another version than this command? 'gnomon doctor' says, 'systemctl restart gnomond' helps"
      )
    default: .data(sentence)
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
      throw failure(.misunderstood(error))
    }
  }

  /// A text from outside within one line.
  static func plain(_ text: String) -> String { TerminalText.line(text) }
}
