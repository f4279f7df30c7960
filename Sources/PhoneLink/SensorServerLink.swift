import BrowserServer
import CPosix
import CommandParts
import Glibc
import Phones
import WebPages

/// The client of SensorServer on a telephone: a WebSocket for the sensors, another one for locations. Nothing listens here.
final class SensorServerLink {
  private enum Stage { case idle, connecting, shaking(key: String), open }

  /// One WebSocket, which is opened again when it ends.
  private final class Channel {
    let isLocation: Bool
    var connection: PhoneConnection?
    var stage = Stage.idle
    var answer: [UInt8] = []
    var reader = WebSocketReader(expectsMask: false)
    var nextTry: Int64 = 0

    init(isLocation: Bool) { self.isLocation = isLocation }
  }

  private let address: PhoneAddress
  private let session: PhoneSession
  private let events: EventWait
  private let channels = [Channel(isLocation: false), Channel(isLocation: true)]
  private var lastKey = EventWait.lastKey
  /// The set of sensors that is asked for.
  private var set = 0
  /// The sentences since the last sample: none is repeated.
  private var said: Set<String> = []
  private var isConnected = false

  private static let second: Int64 = 1_000_000_000
  /// Bytes that wait for a telephone at most.
  private static let mostWaiting = 1 << 16
  /// Time for a connection and its handshake; between two attempts.
  private static let patience = 5 * second, retry = second

  init(_ address: PhoneAddress, _ session: PhoneSession) throws(Failure) {
    (self.address, self.session) = (address, session)
    events = try EventWait()
  }

  /// Runs until a signal that ends it, or until the session fails; returns the signal.
  func run() -> CInt? {
    while session.failure == nil, events.wait(milliseconds: 20, serve: { self.serve($0.key) }) {
      let now = gnomon_boot_time()
      for channel in channels { tend(channel, now) }
      session.tend()
    }
    for channel in channels {
      guard case .open = channel.stage else { continue }
      channel.connection?.add(WebSocketFrame.bytes(.close, [3, 232], mask: Self.mask()))
      _ = channel.connection?.send()
    }
    return events.signal
  }

  private static func mask() -> [UInt8] { (0..<4).map { _ in UInt8.random(in: 0...255) } }

  private func tend(_ channel: Channel, _ now: Int64) {
    switch channel.stage {
    case .idle:
      guard now >= channel.nextTry else { return }
      lastKey += 1
      let connection = PhoneConnection(address, key: lastKey, at: now)
      (channel.connection, channel.stage) = (connection, .connecting)
      if connection.fault() == nil { events.add(connection.descriptor, key: lastKey, isRead: true, isWritten: true) }
      advance(channel)
    case .connecting, .shaking:
      if let since = channel.connection?.since, now - since > Self.patience {
        close(
          channel, "no answer from \(address.text): is the server started in the app, and this computer in its network?"
        )
      } else {
        advance(channel)
      }
    case .open: break
    }
  }

  /// From the connection to the handshake.
  private func advance(_ channel: Channel) {
    guard case .connecting = channel.stage, let connection = channel.connection else { return }
    if let fault = connection.fault() {
      return close(
        channel,
        "\(address.text): \(String(cString: strerror(fault))); start the server in the app; is this computer in the telephone's network?"
      )
    }
    guard connection.isMade else { return }
    let path =
      channel.isLocation
      ? SensorServerMessages.locationPath : SensorServerMessages.path(SensorServerMessages.sets[set].sensors)
    let (bytes, key) = WebSocketHandshake.request(
      path: path, host: address.text, nonce: (0..<16).map { _ in UInt8.random(in: 0...255) })
    connection.add(bytes)
    channel.answer = []
    channel.reader = WebSocketReader(expectsMask: false)
    channel.stage = .shaking(key: key)
    events.change(connection.descriptor, key: connection.key, isRead: true)
    if !connection.send() { close(channel, "\(address.text) has closed the connection") }
  }

  private func serve(_ key: UInt64) {
    guard let channel = channels.first(where: { $0.connection?.key == key }), let connection = channel.connection else {
      return
    }
    advance(channel)
    switch channel.stage {
    case .idle, .connecting: return
    case .shaking, .open: break
    }
    guard let bytes = connection.receive() else { return close(channel, lost) }
    if case .shaking(let wsKey) = channel.stage {
      channel.answer += bytes
      do throws(PageRefusal) {
        guard let answer = try WebAnswer(reading: channel.answer, isOver: false, mostBody: 1 << 16) else { return }
        guard WebSocketHandshake.isAccepted(answer, key: wsKey) else {
          return close(
            channel,
            "\(address.text) answers with status \(answer.status), so it is not SensorServer; for phyphox: --app phyphox"
          )
        }
        channel.stage = .open
        channel.reader.append(answer.rest)
      } catch {
        return close(channel, "\(address.text) is not SensorServer: \(error.reason)")
      }
    } else {
      channel.reader.append(bytes)
    }
    read(channel, connection)
  }

  private var lost: String { "\(address.text) has closed the connection; trying again each second" }

  private func read(_ channel: Channel, _ connection: PhoneConnection) {
    var readings: [PhoneReading] = []
    do throws(WebSocketFault) {
      while let message = try channel.reader.next() {
        switch message {
        case .text(let bytes):
          do throws(PhoneFault) {
            if let reading = try SensorServerMessages.reading(bytes) { readings.append(reading) }
          } catch {
            session.count(error.reason)
          }
        case .ping(let bytes):
          // A telephone that reads nothing gets no more.
          if connection.waiting < Self.mostWaiting {
            connection.add(WebSocketFrame.bytes(.pong, bytes, mask: Self.mask()))
          }
        case .binary: session.count("a binary message")
        case .pong: break
        case .close(let code):
          session.ingest(readings)
          return end(channel, code)
        }
      }
    } catch {
      session.ingest(readings)
      return close(channel, "\(address.text): \(error.reason)")
    }
    if !channel.isLocation, !readings.isEmpty, !isConnected {
      isConnected = true
      said = []
      let lacks = SensorServerMessages.sets[set].lacks
      session.announce(
        "connected with SensorServer at \(address.text)" + (lacks.isEmpty ? "" : "; this telephone has no \(lacks)"))
    }
    session.ingest(readings)
    if connection.waiting > 0, !connection.send() { close(channel, lost) }
  }

  /// The app has closed a WebSocket with a code of its own for a sensor that this telephone lacks.
  private func end(_ channel: Channel, _ code: UInt16?) {
    guard let code, SensorServerMessages.refusals.contains(code) else { return close(channel, lost) }
    if channel.isLocation {
      close(channel, "the app gives no location (code \(code)): permit it the location, and switch on the telephone's")
    } else if set + 1 < SensorServerMessages.sets.count {
      set += 1
      close(channel, nil)
      channel.nextTry = 0
    } else {
      set = 0
      close(channel, "this telephone has no gyroscope (code \(code)), without which there is no pose")
      channel.nextTry = gnomon_boot_time() + 10 * Self.retry
    }
  }

  private func close(_ channel: Channel, _ why: String?) {
    if let connection = channel.connection, connection.descriptor >= 0 { events.remove(connection.descriptor) }
    channel.connection = nil
    channel.stage = .idle
    channel.nextTry = gnomon_boot_time() + (channel.isLocation ? 10 : 1) * Self.retry
    if !channel.isLocation { isConnected = false }
    guard let why, !said.contains(why) else { return }
    said.insert(why)
    session.announce(why)
  }
}
