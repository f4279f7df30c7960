import BrowserServer
import CPosix
import CommandParts
import GnomonClient
import Phones
import Text
import WebPages
import Wire

/// The server to which Sensor Logger posts: one path with a token, for one telephone.
final class SensorLoggerSite: Site {
  let server: ServerName
  let token: PageSecret
  private let session: PhoneSession
  private var batches = SensorLoggerSession()
  private var device: String?
  /// Telephones that were refused because another one had come before.
  private var others: Set<String> = []
  let name = "gnomon phone"

  /// Time for which a missing batch is waited for, if the period is not known: two of the usual second.
  private static let patience: Int64 = 2_000_000_000

  init(_ server: ServerName, _ token: PageSecret, _ session: PhoneSession) {
    (self.server, self.token, self.session) = (server, token, session)
  }

  /// The site has no daemon for browsers.
  func daemon() throws(ClientFault) -> String { throw .closed }

  func origin(of request: PageRequest) throws(BrowserRefusal) -> String? {
    try server.check(request)
    guard request.headers["origin"] == nil else {
      throw BrowserRefusal(.origin, 403, "this address is for the app, not for pages")
    }
    return nil
  }

  private func holdsToken(_ path: String) -> Bool { token.isEqual(to: path.dropFirst()) }

  func mostBody(at path: String) -> Int { holdsToken(path) ? SensorLoggerMessage.most : BrowserMessage.most }

  func response(to request: PageRequest, _ load: BrowserLoad) throws(BrowserRefusal) -> Response {
    guard holdsToken(request.path) else {
      if request.path == PageAnswer.iconPath { throw BrowserRefusal(.path, 404, "") }
      session.announceOnce("a request with a wrong address was refused: type the whole address, with all its letters")
      throw BrowserRefusal(
        .token, request.method == .post ? Self.shownStatus : 404, "wrong address: type the one that gnomon phone shows")
    }
    guard request.method == .post else {
      return .answer(Self.text("gnomon phone is here: type this address into Sensor Logger as Push URL.\n"))
    }
    let message: SensorLoggerMessage
    do throws(PhoneFault) { message = try SensorLoggerMessage(reading: request.body) } catch {
      session.count("a message: \(error.reason)")
      throw BrowserRefusal(.request, 400, error.reason)
    }
    if message.isTest {
      session.announce("the app has found this computer: start a recording in it")
      return .answer(Self.text("ok\n"))
    }
    if let device, device != message.device {
      if others.count < 16, others.insert(message.device).inserted {
        session.announce("another telephone was refused: this session is for one")
      }
      throw BrowserRefusal(
        .full, Self.shownStatus, "gnomon phone has another telephone already: end it there, and start it again")
    }
    let (readings, isNew) = batches.ingest(message, at: gnomon_boot_time())
    if device == nil, !readings.isEmpty || batches.hasLinear {
      device = message.device
      session.identify(message.device)
    }
    session.facts.hasLinear = batches.hasLinear
    session.facts.hasGravity = batches.hasGravity
    session.facts.unpaired = batches.unpaired
    session.unused.merge(batches.counts) { $1 }
    session.ingest(readings, isNew: isNew)
    session.tend()
    return .answer(Self.text("ok\n"))
  }

  /// The status whose text the app shows to its user, once (PUSHING.md).
  private static let shownStatus = 499

  private static func text(_ text: String, status: Int = 200) -> PageAnswer {
    PageAnswer(status, "text/plain; charset=utf-8", Array(text.utf8))
  }

  func check(_ method: String) throws(BrowserRefusal) { throw BrowserRefusal(.method, 403, "there is no WebSocket") }

  func answer(to refusal: BrowserRefusal) -> PageAnswer {
    // A reader without the token learns nothing.
    Self.text(refusal.status == 404 ? "" : "gnomon phone: \(refusal.reason)\n", status: refusal.status)
  }

  func news(_ fault: ClientFault?) -> (event: String, json: JSONValue) { ("here", .object([])) }

  var isRestless: Bool { true }
  var isOver: Bool { session.failure != nil }

  func tend() -> Bool {
    let patience = session.feed.period.map { Int64(2e9 * min(1, max(0.1, $0))) } ?? Self.patience
    session.ingest(batches.overdue(since: gnomon_boot_time() - patience))
    session.tend()
    return false
  }
}
