/// The key of a descriptor of the server: the index of a listening socket, or the number for `Server.handle`.
public enum SocketKey: Equatable, Sendable {
  case listener(Int)
  case connection(UInt64)
}

/// The loop's set of descriptors, as far as the server uses it.
public protocol SocketPoller: AnyObject {
  /// Adds a descriptor that is watched for input.
  func add(_ descriptor: CInt, _ key: SocketKey)
  func change(_ descriptor: CInt, _ key: SocketKey, reads: Bool, writes: Bool)
  func remove(_ descriptor: CInt)
}

/// A thread for work that takes longer than a turn of the loop may take.
public protocol BackgroundThread: AnyObject {
  /// True if work is done at once on the caller's thread, for tests and benchmarks that advance time themselves.
  var isDirect: Bool { get }
  /// Does `work` on the thread, and `then` with its answer on the loop's thread.
  func run<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer, then: @escaping (Answer) -> Void)
}

/// An event of the server for the log.
public enum ServerEvent: Equatable, Sendable, CustomStringConvertible {
  case cannotAccept(errno: CInt)
  /// The server has closed a client's connection.
  case closed(String, reason: String)
  /// The server has refused a client's half-sent message.
  case turnedAway(String)

  /// True if the machine is at fault, and not a client.
  public var isFault: Bool { if case .cannotAccept = self { true } else { false } }

  public var description: String {
    switch self {
    case .cannotAccept(let errno): "cannot accept a connection: error \(errno)"
    case .closed(let client, let reason): "closed the connection of \(client): \(reason)"
    case .turnedAway(let client): "closed the connection of \(client): its unfinished messages take too much memory"
    }
  }
}
