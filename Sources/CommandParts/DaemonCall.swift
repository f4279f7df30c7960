import Geometry
public import GnomonClient
import Text
public import Wire

/// Options, connection and failures of every command that asks the daemon.
public enum DaemonCall {
  public static let socket = Syntax.Option.value(
    "--socket", "PATH", "the daemon's socket (GNOMON_SOCKET, else \(Client.defaultPath))")
  public static let options: [Syntax.Option] = [socket, .json]

  /// The longest wait for one answer: a daemon that is alive answers at once.
  private static let patience = TimeSpan.seconds(10)

  /// Connects, or fails with a sentence on what to check. A caller that waits longer sets the patience itself.
  public static func connect(_ arguments: Arguments) throws(Failure) -> Client {
    let client = try attempt { () throws(ClientFault) in try Client(path: path(arguments)) }
    client.setPatience(patience)
    return client
  }

  public static func path(_ arguments: Arguments) -> String {
    arguments.text("--socket") ?? Environment.value("GNOMON_SOCKET") ?? Client.defaultPath
  }

  /// Runs a call; a fault becomes a failure with a status for scripts.
  public static func attempt<Value>(_ body: () throws(ClientFault) -> Value) throws(Failure) -> Value {
    do throws(ClientFault) { return try body() } catch { throw failure(error) }
  }

  /// Returns the status for scripts, and a sentence that names the unit or the group to check.
  public static func failure(_ fault: ClientFault) -> Failure {
    let journal = "see 'systemctl status gnomond' and 'journalctl --unit gnomond'"
    let sentence = plain("\(fault)")
    return switch fault {
    case .refused(let error) where fault.isAboutPermission:
      Failure(
        status: .permission,
        message: sentence
          + plain(
            "; to join: 'usermod --append --groups \(error.parameters["group"]?.string ?? "gnomon-admin") USER', then log in again"
          ))
    case .refused(let error) where error.error == .configurationRefused:
      Failure(
        status: .configuration,
        message: (["the daemon's configuration is unchanged, because its files have faults (see 'gnomon config check')"]
          + (error.parameters["faults"]?.array ?? []).compactMap(\.string).map(plain)).joined(separator: "\ngnomon: "))
    case _ where fault.isAboutPermission: Failure(status: .permission, message: sentence)
    case .timedOut: Failure(status: .unavailable, message: "\(sentence); \(journal)")
    case _ where fault.isAboutAbsence: Failure(status: .unavailable, message: sentence)
    case .broken: .inputOutput("\(sentence); \(journal)")
    case .misunderstood:
      .data(
        "\(sentence); perhaps gnomond has another version than this command: check with 'gnomon doctor', then 'systemctl restart gnomond'"
      )
    default: .data(sentence)
    }
  }

  /// Calls a method and prints its answer: as JSON, as it came, or as the text that `tell` returns. Returns the message.
  @discardableResult
  public static func ask<Answer: Message>(
    _ method: some InterfaceMethod, _ parameters: some Message, _ arguments: Arguments,
    tell: (Answer) throws -> String
  ) throws -> Answer {
    let client = try connect(arguments)
    let answer = try attempt { () throws(ClientFault) in try client.answer(method, parameters) }
    if arguments.has("--json") { Terminal.print(answer, layout: .compact) }
    let message = try understood { () throws(MessageFault) in try Answer(json: answer) }
    if !arguments.has("--json") { Terminal.print(try tell(message)) }
    return message
  }

  /// Calls a method without parameters.
  public static func ask<Answer: Message>(
    _ method: some InterfaceMethod, _ arguments: Arguments, tell: (Answer) throws -> String
  ) throws { try ask(method, NoParameters(), arguments, tell: tell) }

  public static func understood<Value>(_ body: () throws(MessageFault) -> Value) throws(Failure) -> Value {
    do throws(MessageFault) { return try body() } catch {
      throw failure(.misunderstood(error))
    }
  }

  /// Text from outside as one line that cannot control the terminal.
  public static func plain(_ text: String) -> String { TerminalText.line(text) }

  /// Lines of output; on a terminal without Unicode they are spelled in ASCII.
  public static func lines(_ lines: [String]) -> String {
    let style = TerminalStyle.current()
    let isSpelled = TerminalStyle.isShown && !style.isUnicode
    return lines.map { (isSpelled ? style.spelled($0) : plain($0)) + "\n" }.joined()
  }
}
