import BrowserServer
import Text
import WebPages

/// The entry of `--listen`: a page that asks for the code of the terminal. Each browser that has sent it holds a cookie of its own.
final class CodeEntry: ViewEntry {
  /// An event for the terminal.
  enum Event {
    /// A code that is in force from now on.
    case code(String)
    /// A browser has sent the code; `count` have cookies, and the oldest has lost its own.
    case admitted(count: Int, isFull: Bool)
    /// Three wrong codes: none is accepted for so many seconds.
    case locked(seconds: Double)
  }

  private let server: ServerName
  private let cookie: ViewCookie
  private var gate: CodeGate
  /// The secrets of the browsers, the oldest first.
  private var sessions: [PageSecret] = []
  /// True from the report of a lock until its end.
  private var isLockReported = false
  private var generator = SystemRandomNumberGenerator()
  private let report: (Event) -> Void

  static let mostBrowsers = 16

  init(_ server: ServerName, _ report: @escaping (Event) -> Void) {
    self.server = server
    self.report = report
    cookie = ViewCookie(server)
    gate = CodeGate(from: &generator)
  }

  var link: String { "\(server.address)/" }
  /// Empty while none is accepted.
  var code: String { gate.code ?? "" }

  func answer(
    to request: PageRequest, page: () throws(BrowserRefusal) -> PageAnswer
  ) throws(BrowserRefusal) -> PageAnswer? {
    if request.method == .post, request.path == "/code" { return try admit(request) }
    if cookie.isHeld(request, among: sessions) { return nil }
    guard request.method == .get, let file = ViewPage.beforeCode[request.path] else {
      throw BrowserRefusal(.token, 403, "type the code that `gnomon view` prints: open \(link)")
    }
    return file
  }

  /// Gives a cookie for `{"code":"…"}`.
  private func admit(_ request: PageRequest) throws(BrowserRefusal) -> PageAnswer {
    let given = try request.object["code"]?.string ?? ""
    switch gate.check(given, at: BrowserServer.now) {
    case .right: break
    case .malformed: throw BrowserRefusal(.token, 400, "the code has six digits")
    case .wrong(let left):
      throw BrowserRefusal(.token, 403, "wrong code: \(left) more \(left == 1 ? "try" : "tries")")
    case .locked(let seconds):
      if !isLockReported {
        isLockReported = true
        report(.locked(seconds: seconds))
      }
      throw BrowserRefusal(
        .token, 429,
        "too many wrong codes: in \(Int(seconds.rounded(.up))) s the terminal shows a new code")
    }
    let secret = PageSecret(from: &generator), isFull = sessions.count == Self.mostBrowsers
    if isFull { sessions.removeFirst() }
    sessions.append(secret)
    report(.admitted(count: sessions.count, isFull: isFull))
    var answer = PageAnswer(json: .object([]))
    answer.headers = [cookie.header(secret)]
    return answer
  }

  var isRestless: Bool { gate.isLocked }

  func tend() {
    guard let code = gate.renew(at: BrowserServer.now, from: &generator) else { return }
    isLockReported = false
    report(.code(code))
  }
}
