import CPosix
import Glibc
import WebPages

/// A browser's connection: one request comes in, one answer or a stream of events goes out.
final class PageConnection {
  enum Role {
    case asking
    /// The answer is being sent; then the connection is closed.
    case answered
    /// Waits for the answer of the daemon to a call.
    case waiting
    case streaming(PageStream)
  }

  let number: UInt64
  let descriptor: CInt
  var role = Role.asking
  /// Seconds on the server's clock.
  let start: Double
  private var request: [UInt8] = []
  private var output: [UInt8] = []
  private var sent = 0

  init(number: UInt64, descriptor: CInt, start: Double) {
    self.number = number
    self.descriptor = descriptor
    self.start = start
  }

  deinit { gnomon_close(descriptor) }

  var waiting: Int { output.count - sent }

  /// Reads what has arrived. Returns the request when it is complete, a refusal if it is not accepted, and nil when the browser
  /// has closed the connection.
  func receive() -> Result<PageRequest?, PageRefusal>? {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = gnomon_receive(descriptor, &chunk, Int64(chunk.count))
    if count == -Int64(EAGAIN) { return .success(nil) }
    guard count > 0 else { return nil }
    // A browser may send nothing after its request.
    guard case .asking = role else { return nil }
    request += chunk[..<Int(count)]
    do throws(PageRefusal) { return .success(try PageRequest(reading: request)) } catch { return .failure(error) }
  }

  func add(_ bytes: [UInt8]) { output += bytes }

  /// A server-sent event (WHATWG HTML, 9.2). The data is JSON, where line ends can only be white space.
  func add(event: String, _ json: [UInt8]) {
    output += Array("event: \(event)\ndata: ".utf8)
    output += json.map { $0 == 10 || $0 == 13 ? 32 : $0 }
    output += [10, 10]
  }

  /// Sends as much as the socket takes. Returns false when the browser has gone.
  func send() -> Bool {
    while sent < output.count {
      let count = output.withUnsafeBufferPointer { bytes in
        gnomon_send(descriptor, bytes.baseAddress.map { $0 + sent }, Int64(bytes.count - sent))
      }
      if count == -Int64(EAGAIN) {
        if sent > 1 << 18 {
          output.removeFirst(sent)
          sent = 0
        }
        return true
      }
      guard count > 0 else { return false }
      sent += Int(count)
    }
    output.removeAll(keepingCapacity: output.capacity < 1 << 20)
    sent = 0
    return true
  }
}

/// The view that a page has asked for.
struct PageStream {
  var width: Double
  var height: Double
  var fieldOfView: Double
  var rate: Double
  /// Whether the daemon could be reached at the last attempt.
  var isLinked = false
  /// Time of the next attempt, in seconds of the server's clock.
  var nextTry = 0.0
  var lastSent = 0.0
}
