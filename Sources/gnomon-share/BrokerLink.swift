import CMosquitto
import CPosix
import Files
import Glibc
import Sharing

/// The parts of a connection that depend on its purpose: the way to the broker, the client's id, and the last will, which the
/// broker stores.
struct BrokerSession {
  var access: BrokerAccess
  var client: String
  var will: (topic: String, payload: String)
}

/// One connection to the broker by libmosquitto, in the service's own loop: no threads. Each attempt has a new handle, so that
/// nothing of a lost connection is sent again.
final class BrokerLink {
  enum State: String {
    case off, connecting, connected, waiting
  }

  private(set) var state = State.off
  /// The reason of the last failure, with its remedy; nil while connected.
  private(set) var failure: String?
  private(set) var attempts = 0, losses = 0
  /// On CLOCK_BOOTTIME in nanoseconds: since when the state holds, and when to try again.
  private(set) var since: Int64 = 0
  private(set) var nextAttempt: Int64 = 0
  /// Called with topic, payload and whether the broker had stored the message.
  var onMessage: ((String, UnsafeRawBufferPointer, Bool) -> Void)?
  var onConnected: (() -> Void)?

  private var handle: OpaquePointer?
  private var session: BrokerSession?
  private var failuresInTurn = 0
  private var log = ""
  private var answer: CInt?

  /// Seconds: the interval of signs of life, the longest wait for the broker's answer, the longest wait before a next attempt.
  private static let keepAlive: CInt = 15, patience = 15.0, longestWait = 30.0

  init() { mosquitto_lib_init() }

  deinit {
    close()
    mosquitto_lib_cleanup()
  }

  var descriptor: CInt { handle.map { mosquitto_socket($0) } ?? -1 }

  /// Whether bytes wait for the socket. A pose is not added to them, since it would arrive too late.
  var isBusy: Bool { handle.map { mosquitto_want_write($0) } ?? false }

  /// Begins a connection.
  func open(_ session: BrokerSession, now: Int64) {
    drop()
    self.session = session
    let access = session.access
    attempts += 1
    log = ""
    answer = nil
    set(.connecting, now)
    guard let handle = mosquitto_new(session.client, true, Unmanaged.passUnretained(self).toOpaque()) else {
      return fail("out of memory", now)
    }
    self.handle = handle
    setCallbacks(handle)
    let will = session.will
    mosquitto_will_set(handle, will.topic, CInt(will.payload.utf8.count), will.payload, 0, true)
    if let user = access.user {
      do throws(FileFault) { mosquitto_username_pw_set(handle, user, try Self.password(access)) } catch {
        return fail("password_file: \(error); the service's user has to be able to read it", now)
      }
    }
    if access.usesTLS, let fault = secure(handle, access) { return fail(fault, now) }
    errno = 0
    let code: CInt =
      switch access.broker {
      case .host(let host, let port): mosquitto_connect_async(handle, host, CInt(port), Self.keepAlive)
      case .unix(let path): mosquitto_connect_async(handle, path, 0, Self.keepAlive)
      }
    // MOSQ_ERR_CONN_PENDING: the network is still connecting.
    if code != MOSQ_ERR_SUCCESS.rawValue, code != MOSQ_ERR_CONN_PENDING.rawValue {
      fail(BrokerFailure.text(code, number: errno, log: log, access), now)
    }
  }

  /// The first line of the password's file; nil without such a file.
  private static func password(_ access: BrokerAccess) throws(FileFault) -> String? {
    guard let path = access.passwordFile else { return nil }
    let line = try AtomicFile(path).content(atMost: 4096).prefix {
      $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
    }
    return String(decoding: line, as: UTF8.self)
  }

  private func secure(_ handle: OpaquePointer, _ access: BrokerAccess) -> String? {
    let files = [("tls_ca", access.authorities), ("certificate", access.certificate), ("key", access.key)]
    for (member, path) in files {
      guard let path else { continue }
      do throws(FileFault) { _ = try AtomicFile(path).content(atMost: 1 << 20) } catch { return "\(member): \(error)" }
    }
    let folder = access.authorities == nil ? "/etc/ssl/certs" : nil
    let code = mosquitto_tls_set(handle, access.authorities, folder, access.certificate, access.key) {
      bytes, size, _, _ in
      // A key with a passphrase: there is no one to type it.
      if size > 0 { bytes?[0] = 0 }
      return 0
    }
    return code == MOSQ_ERR_SUCCESS.rawValue ? nil : "TLS cannot be set up: check --tls-ca, --cert and --key"
  }

  private func setCallbacks(_ handle: OpaquePointer) {
    mosquitto_connect_callback_set(handle) { _, context, code in
      BrokerLink.of(context)?.answer = code
    }
    mosquitto_message_callback_set(handle) { _, context, message in
      guard let message = message?.pointee, let topic = message.topic, message.payloadlen >= 0 else { return }
      let bytes = UnsafeRawBufferPointer(
        start: message.payload, count: message.payload == nil ? 0 : Int(message.payloadlen))
      BrokerLink.of(context)?.onMessage?(String(cString: topic), bytes, message.retain)
    }
    mosquitto_log_callback_set(handle) { _, context, level, text in
      guard level == MOSQ_LOG_ERR || level == MOSQ_LOG_WARNING, let text else { return }
      BrokerLink.of(context)?.log = String(cString: text)
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer?) -> BrokerLink? {
    context.map { Unmanaged<BrokerLink>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Reads and writes what the socket permits, and notices what has failed.
  func serve(isReadable: Bool, isWritable: Bool, now: Int64) {
    guard let handle, let session else { return }
    let access = session.access
    errno = 0
    var code: CInt = 0
    // While connecting, TLS may need either direction; the timer of the loop brings another try soon.
    let isConnecting = state == .connecting
    if isReadable { code = mosquitto_loop_read(handle, 100) }
    if code == 0, isWritable || isConnecting, mosquitto_socket(handle) >= 0 { code = mosquitto_loop_write(handle, 100) }
    if code == 0 { code = mosquitto_loop_misc(handle) }
    let number = errno
    if let answer {
      self.answer = nil
      if answer != 0 { return fail(BrokerFailure.refusal(answer, client: session.client, access), now) }
      failure = nil
      failuresInTurn = 0
      set(.connected, now)
      onConnected?()
      return
    }
    if code != 0 || mosquitto_socket(handle) < 0 {
      let reason = code == 0 ? MOSQ_ERR_CONN_LOST.rawValue : code
      fail(BrokerFailure.text(reason, number: number, log: log, isNew: isConnecting, access), now)
    } else if isConnecting, Double(now - since) > Self.patience * 1e9 {
      fail("\(access.broker.text): no answer within \(Int(Self.patience)) s; check the address and the network", now)
    }
  }

  @discardableResult
  func subscribe(_ filter: String) -> Bool {
    guard let handle, state == .connected else { return false }
    return mosquitto_subscribe(handle, nil, filter, 0) == 0
  }

  /// Sends a message once, or not at all (QoS 0). Returns false if there is no connection.
  func publish(_ topic: String, _ payload: [UInt8], isRetained: Bool) -> Bool {
    guard let handle, state == .connected else { return false }
    return mosquitto_publish(handle, nil, topic, CInt(payload.count), payload, 0, isRetained) == 0
  }

  /// Ends the connection in order: the broker then does not send the last will.
  func close() {
    if let handle, state == .connected {
      // Waiting bytes are written, within a second.
      for _ in 0..<100 where mosquitto_want_write(handle) {
        mosquitto_loop_write(handle, 100)
        usleep(10_000)
      }
      mosquitto_disconnect(handle)
    }
    drop()
    state = .off
    failure = nil
    failuresInTurn = 0
    nextAttempt = 0
  }

  private func drop() {
    if let handle { mosquitto_destroy(handle) }
    handle = nil
  }

  private func set(_ state: State, _ now: Int64) {
    self.state = state
    since = now
  }

  private func fail(_ reason: String, _ now: Int64) {
    if state == .connected { losses += 1 }
    if reason != failure { Log.write(reason, .warning) }
    failure = reason
    drop()
    // 1, 2, 4, 8, 16, 30, 30 … seconds.
    let wait = min(Self.longestWait, Double(1 << min(failuresInTurn, 5)))
    failuresInTurn += 1
    nextAttempt = now + Int64(wait * 1e9)
    set(.waiting, now)
  }
}
