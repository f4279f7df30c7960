import BrowserServer
import CPosix
import CommandParts
import Glibc
import Phones
import WebPages

/// The client of phyphox on a telephone: one request at a time, each with a connection of its own. Nothing listens here.
final class PhyphoxLink {
  private let address: PhoneAddress
  private let session: PhoneSession
  private let events: EventWait
  private var phyphox = PhyphoxSession()
  private var connection: PhoneConnection?
  private var answer: [UInt8] = []
  private var isAsked = false
  private var lastKey = EventWait.lastKey
  private var nextRequest: Int64 = 0
  private var said = ""
  private var isFound = false

  /// Time for one answer; between two requests (the server of the app is slow, and wants at least 10 ms); after a failure.
  private static let patience: Int64 = 5_000_000_000, pause: Int64 = 40_000_000, retry: Int64 = 1_000_000_000

  init(_ address: PhoneAddress, _ session: PhoneSession) throws(Failure) {
    (self.address, self.session) = (address, session)
    events = try EventWait()
  }

  /// Runs until a signal that ends it, or until the session fails; returns the signal.
  func run() -> CInt? {
    while session.failure == nil, events.wait(milliseconds: 10, serve: { _ in self.serve() }) {
      let now = gnomon_boot_time()
      if let connection {
        if now - connection.since > Self.patience {
          fail("no answer from \(address.text): is remote access allowed in the app, and this computer in its network?")
        } else if !isAsked {
          ask(connection)
        }
      } else if now >= nextRequest {
        lastKey += 1
        let connection = PhoneConnection(address, key: lastKey, at: now)
        (self.connection, isAsked, answer) = (connection, false, [])
        if connection.fault() == nil { events.add(connection.descriptor, key: lastKey, isRead: true, isWritten: true) }
        ask(connection)
      }
      session.tend()
    }
    return events.signal
  }

  private func ask(_ connection: PhoneConnection) {
    if let fault = connection.fault() {
      return fail(
        "\(address.text): \(String(cString: strerror(fault))); allow remote access in the app; is this computer in the telephone's network?"
      )
    }
    guard connection.isMade else { return }
    isAsked = true
    let head = "GET \(phyphox.path) HTTP/1.1\r\nHost: \(address.text)\r\nConnection: close\r\n\r\n"
    connection.add(Array(head.utf8))
    events.change(connection.descriptor, key: connection.key, isRead: true)
    if !connection.send() { fail(lost) }
  }

  private var lost: String { "\(address.text) has closed the connection; trying again each second" }

  private func serve() {
    guard let connection else { return }
    if !isAsked { ask(connection) }
    guard isAsked, self.connection != nil else { return }
    let bytes = connection.receive()
    answer += bytes ?? []
    guard answer.count <= PhyphoxSession.most + WebAnswer.mostHead else { return fail("the answer is too long") }
    do throws(PageRefusal) {
      guard let whole = try WebAnswer(reading: answer, isOver: bytes == nil, mostBody: PhyphoxSession.most) else {
        if bytes == nil { fail(lost) }
        return
      }
      finish(whole)
    } catch {
      fail("\(address.text) is not phyphox: \(error.reason)")
    }
  }

  private func finish(_ whole: WebAnswer) {
    drop()
    nextRequest = gnomon_boot_time() + Self.pause
    guard whole.status == 200 else {
      phyphox.restart()
      return fail("\(address.text) answers with status \(whole.status): is this phyphox, with an experiment open?")
    }
    do throws(PhoneFault) {
      let (readings, isNew) = try phyphox.ingest(whole.body)
      if !isFound, !phyphox.title.isEmpty {
        isFound = true
        session.announce("connected with phyphox at \(address.text): experiment \"\(phyphox.title)\"")
      }
      said = ""
      session.facts.hasOnlyLinear = phyphox.hasOnlyLinear
      session.facts.isPaused = isFound && !phyphox.isMeasuring && phyphox.isAskedToStart
      session.ingest(readings, isNew: isNew)
    } catch {
      phyphox.restart()
      fail("\(address.text): \(error.reason)")
    }
  }

  private func drop() {
    if let connection, connection.descriptor >= 0 { events.remove(connection.descriptor) }
    connection = nil
  }

  private func fail(_ why: String) {
    drop()
    nextRequest = gnomon_boot_time() + Self.retry
    guard why != said else { return }
    said = why
    session.announce(why)
  }
}
