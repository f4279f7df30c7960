import CPosix
import Files
public import Geometry
import Glibc
public import Text
public import Wire

/// A connection to gnomond. Calls are answered in order; a stream occupies the connection until it ends.
///
///     let client = try Client()
///     print(try client.tracking.getStatus().pose?.heading?.degrees ?? .nan)
///     try client.tracking.subscribe(streams: [.pose, .correction], rate: 30) { message in
///       if let pose = message.pose { draw(pose) }
///       return true  // false ends the stream
///     }
///
/// Calls block. A client is for use by one thread.
public final class Client {
  public static let defaultPath = "/run/gnomon/gnomon.sock"

  public let path: String
  private let socket: Descriptor
  private var writer = JSONWriter(capacity: 256)
  private var splitter = MessageSplitter(limit: 64 << 20)
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  public init(path: String = Client.defaultPath) throws(ClientFault) {
    self.path = path
    socket = Descriptor(gnomon_connect(path))
    if !socket.isOpen { throw .cannotConnect(path: path, errno: -socket.number) }
  }

  private var descriptor: CInt { socket.number }

  /// Sets the time before `.timedOut` that one reply may take, or a request that the daemon does not read; nil for no limit.
  public func setPatience(_ time: TimeSpan?) {
    let limit = time.map { max(1, Int64($0.value * 1e9)) } ?? 0
    gnomon_set_receive_timeout(descriptor, limit)
    gnomon_set_send_timeout(descriptor, limit)
  }

  /// Makes a call with one answer.
  @discardableResult
  public func call(_ method: String, _ parameters: JSONValue = .object([])) throws(ClientFault) -> JSONValue {
    try send(Request(method: method, parameters: parameters))
    return try reply().parameters
  }

  /// Makes a call with several answers, until the last one or until `each` returns false. After each time without an answer that
  /// is as long as the patience, `pause` decides whether to go on; without `pause` this is a fault.
  public func stream(
    _ method: String, _ parameters: JSONValue = .object([]), pause: (() throws(ClientFault) -> Bool)? = nil,
    each: (JSONValue) throws(ClientFault) -> Bool
  ) throws(ClientFault) {
    var request = Request(method: method, parameters: parameters)
    request.more = true
    try send(request)
    try readAll(pause: pause, each: each)
  }

  private func readAll(
    pause: (() throws(ClientFault) -> Bool)?, each: (JSONValue) throws(ClientFault) -> Bool
  ) throws(ClientFault) {
    while true {
      let answer: Reply
      do throws(ClientFault) { answer = try reply() } catch {
        guard case .timedOut = error, let pause else { throw error }
        guard try pause() else { return }
        continue
      }
      guard try each(answer.parameters), answer.continues else { return }
    }
  }

  /// Makes a typed call; the functions of `tracking`, `scene`, `calibration` and `control` do.
  func call<Answer: Message>(_ method: some InterfaceMethod, _ parameters: some Message) throws(ClientFault) -> Answer {
    let answer = try answer(method, parameters)
    return try understood { () throws(MessageFault) in try Answer(json: answer) }
  }

  /// Makes a typed call, and returns the answer as it came, with what this version does not know.
  public func answer(
    _ method: some InterfaceMethod, _ parameters: some Message = NoParameters()
  ) throws(ClientFault) -> JSONValue {
    try send(method, parameters)
    do throws(ClientFault) { return try reply().parameters } catch {
      try sendAgain(method, parameters, after: error)
      return try reply().parameters
    }
  }

  /// Repeats a call without the members that an older daemon does not know; throws any other fault.
  private func sendAgain(
    _ method: some InterfaceMethod, _ parameters: some Message, more: Bool = false, after fault: ClientFault
  ) throws(ClientFault) {
    guard case .refused(let error) = fault, error.error == .unknownMember, let known = error.parameters["known"]?.array
    else { throw fault }
    let members = (parameters.json.object ?? []).filter { member in known.contains { $0.string == member.name } }
    var request = Request(method: method.name, parameters: .object(members))
    request.more = more
    try send(request)
  }

  func stream<Answer: Message>(
    _ method: some InterfaceMethod, _ parameters: some Message, pause: (() throws(ClientFault) -> Bool)?,
    each: (Answer) throws(ClientFault) -> Bool
  ) throws(ClientFault) {
    let decoded = { (json: JSONValue) throws(ClientFault) in
      try each(understood { () throws(MessageFault) in try Answer(json: json) })
    }
    try send(method, parameters, more: true)
    do throws(ClientFault) { try readAll(pause: pause, each: decoded) } catch {
      try sendAgain(method, parameters, more: true, after: error)
      try readAll(pause: pause, each: decoded)
    }
  }

  func send(_ method: some InterfaceMethod, _ parameters: some Message, more: Bool = false) throws(ClientFault) {
    writer.removeAll()
    Request.write(method, parameters, more: more, to: &writer)
    try sendWritten()
  }

  private func send(_ request: Request) throws(ClientFault) {
    writer.removeAll()
    request.write(to: &writer)
    try sendWritten()
  }

  private func sendWritten() throws(ClientFault) {
    let failure = writer.buffer.withBytes { bytes -> Int32? in
      var sent = 0
      while sent < bytes.count {
        let count = gnomon_send(descriptor, bytes.baseAddress.map { $0 + sent }, Int64(bytes.count - sent))
        if count < 0 { return Int32(-count) }
        sent += Int(count)
      }
      return nil
    }
    // If the daemon has closed the connection, its last answer is more useful than the fact that it closed.
    if failure == EAGAIN { throw .timedOut }
    if let failure, failure != EPIPE, failure != ECONNRESET { throw .broken(errno: failure) }
  }

  func reply() throws(ClientFault) -> Reply {
    while true {
      if let message = splitter.next() {
        do throws(CallError) { return try Reply(reading: message) } catch { throw .refused(error) }
      }
      let count = chunk.withUnsafeMutableBytes { gnomon_receive(descriptor, $0.baseAddress, Int64($0.count)) }
      if count == 0 { throw .closed }
      if count == -Int64(EAGAIN) { throw .timedOut }
      if count < 0 { throw .broken(errno: Int32(-count)) }
      _ = chunk.withUnsafeBytes { splitter.append(UnsafeRawBufferPointer(rebasing: $0[..<Int(count)])) }
    }
  }
}

/// Runs a decoder; an answer that does not match the interface becomes a fault of the call.
func understood<Value>(_ body: () throws(MessageFault) -> Value) throws(ClientFault) -> Value {
  do throws(MessageFault) { return try body() } catch { throw .misunderstood(error) }
}
