import CPosix
import CommandParts
import Geometry
import Glibc
import GnomonClient
import Phones
import Samples
import Text
import Wire

/// A telephone's session: its readings to the daemon, a recording of them, and its display.
final class PhoneSession {
  let app: PhoneApp
  /// Facts of the app beside its readings.
  var facts = PhoneAppFacts()
  /// The reason why the session ends by itself.
  private(set) var failure: Failure?
  private(set) var feed: PhoneFeed
  private let client: Client
  private let display: PhoneDisplay
  private let recording: PhoneRecording
  /// Whether the daemon was started for this session.
  private let ownsDaemon: Bool
  private var waiting: [PhoneFeed.Line] = []
  private var lastPush: Int64 = 0, lastShown: Int64 = 0
  private var name = "telephone"
  private(set) var accepted = 0
  private(set) var refused: [String: Int] = [:]

  /// Parts of the app's messages without use, by reason.
  var unused: [String: Int] = [:]

  /// Lines of one call; and the time for which lines are collected, in nanoseconds: a daemon answers 1000 calls a second.
  private static let mostLines = 500
  private static let pace: Int64 = 20_000_000
  private static let second: Int64 = 1_000_000_000
  /// Lines that wait for the daemon at most.
  private static let mostWaiting = 100_000

  init(
    _ app: PhoneApp, _ client: Client, ownsDaemon: Bool, _ display: PhoneDisplay, _ recording: PhoneRecording
  ) {
    (self.app, self.client, self.display, self.recording) = (app, client, display, recording)
    self.ownsDaemon = ownsDaemon
    feed = PhoneFeed(app)
  }

  /// The name under which the samples are pushed: after a pause the same telephone goes on in its scene.
  func identify(_ device: String) {
    let plain = device.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    name = plain.isEmpty ? "telephone" : "telephone \(plain.prefix(40))"
  }

  func ingest(_ readings: [PhoneReading], isNew: Bool = false) {
    guard !readings.isEmpty || isNew else { return }
    waiting += feed.ingest(
      readings, at: BootInstant(nanoseconds: gnomon_boot_time()), utc: gnomon_real_time(), isNew: isNew)
  }

  /// Pushes what has been collected, and shows the state once a second.
  func tend() {
    let now = gnomon_boot_time()
    if now - lastPush >= Self.pace { push(now) }
    guard now - lastShown >= Self.second else { return }
    lastShown = now
    show(now)
  }

  private func push(_ now: Int64) {
    lastPush = now
    guard failure == nil, !waiting.isEmpty else { return }
    waiting.sort()
    if waiting.count > Self.mostWaiting {
      refused["more than the daemon accepts at once", default: 0] += waiting.count - Self.mostWaiting
      waiting.removeFirst(waiting.count - Self.mostWaiting)
    }
    do throws(ClientFault) {
      for start in stride(from: 0, to: waiting.count, by: Self.mostLines) {
        let lines = waiting[start..<min(start + Self.mostLines, waiting.count)].map(\.text)
        let reply = try client.tracking.pushSamples(lines: lines, clock: "boot", name: name)
        accepted += reply.accepted
        for one in reply.refused {
          let reason = one.reason + (one.field.isEmpty ? "" : " (\(one.field))")
          refused[reason, default: 0] += one.count
          announceOnce("the daemon refuses samples: \(reason)")
        }
        recording.add(lines)
      }
    } catch {
      failure = reason(error)
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// A daemon that has gone is absent, however its connection ended.
  private func reason(_ fault: ClientFault) -> Failure {
    var failure = DaemonCall.failure(fault)
    switch fault {
    case .broken, .closed:
      failure.status = .unavailable
      if ownsDaemon { failure.message = "the daemon that was started for the telephone has ended" }
    default: break
    }
    return failure
  }

  private func show(_ now: Int64) {
    let status: StatusMessage?
    do throws(ClientFault) { status = try client.tracking.getStatus() } catch {
      failure = failure ?? reason(error)
      return
    }
    display.show(
      PhoneDisplay.State(
        feed: feed, advice: feed.advice(facts, at: now), pose: status?.pose, accepted: accepted,
        refused: refused.merging(feed.refused) { $0 + $1 }, unused: unused),
      at: now)
  }

  /// Counts a part of a message that cannot be read. A telephone decides about the reasons, so only the first few have counts.
  func count(_ reason: String) {
    if unused.count < 32 || unused[reason] != nil { unused[reason, default: 0] += 1 }
  }

  /// Says what happened beside the samples.
  func announce(_ text: String) { display.announce(text) }

  private var announced: Set<String> = []
  func announceOnce(_ text: String) {
    if announced.count < 16, announced.insert(text).inserted { announce(text) }
  }

  /// Ends the session after a signal; throws the reason if it ended by itself.
  func end(_ signal: CInt?) throws {
    push(gnomon_boot_time())
    // The terminal of a hang-up can show nothing any more.
    if signal != SIGHUP { display.end() }
    try recording.end(asks: signal == SIGINT || failure != nil && signal == nil)
    if let failure { throw failure }
  }
}
