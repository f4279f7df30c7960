import CPosix
import CommandParts
import Files
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
  private let socket: Descriptor
  var descriptor: CInt { socket.number }
  var role = Role.asking
  /// Seconds on the server's clock.
  let start: Double
  private var request: [UInt8] = []
  private var output = OutputQueue()

  init(number: UInt64, descriptor: CInt, start: Double) {
    self.number = number
    socket = Descriptor(descriptor)
    self.start = start
  }

  var waiting: Int { output.waiting }

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

  func add(_ bytes: [UInt8]) { output.add(bytes) }

  func add(event: String, _ json: [UInt8]) { output.add(ServerSentEvent.bytes(event, json)) }

  /// Sends as much as the socket takes. Returns false when the browser has gone.
  func send() -> Bool { output.send(to: descriptor) != nil }
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
