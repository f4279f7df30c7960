public import Text
public import WebPages

/// The reason why a request is not served: a kind for the counters, a status of HTTP, and a sentence.
public struct BrowserRefusal: Error {
  /// The kinds of refusals, as `GET /` counts them.
  public enum Kind: String, CaseIterable, Sendable {
    /// Not this server's name in `Host`.
    case host
    /// A page that is not in the list.
    case origin
    case token
    /// Malformed HTTP, JSON or frames of a WebSocket.
    case request
    /// An address that does not exist.
    case path
    /// A method that is not in the list.
    case method
    /// All connections are in use, or all calls.
    case full
    /// A request, or the daemon's answer, did not come in time.
    case time
  }

  public var kind: Kind
  public var status: Int
  public var reason: String

  public init(_ kind: Kind, _ status: Int, _ reason: String) {
    self.kind = kind
    self.status = status
    self.reason = reason
  }

  public init(_ refusal: PageRefusal) { self.init(.request, refusal.status, refusal.reason) }

  /// The name of the error in an answer.
  var name: String {
    switch kind {
    case .host, .origin, .token, .path: "org.gnomon.Bridge.Refused"
    case .request: "org.gnomon.Bridge.Malformed"
    case .method: "org.gnomon.Bridge.NotAllowed"
    case .full: "org.gnomon.Bridge.TooMany"
    case .time: "org.gnomon.Bridge.TimedOut"
    }
  }

  /// `{"error":…,"parameters":{"english":…}}`, after `id` if there is one: the form of the socket's errors.
  static func json(_ name: String, _ english: String, id: JSONValue? = nil) -> JSONValue {
    .object(
      (id.map { [JSONMember("id", $0)] } ?? [])
        + [JSONMember("error", .string(name)), JSONMember("parameters", ["english": .string(english)])])
  }

  public func json(id: JSONValue? = nil) -> JSONValue { Self.json(name, reason, id: id) }
}

extension PageRequest {
  /// Returns a number of the query.
  public func value(_ name: String, in range: ClosedRange<Double>) throws(BrowserRefusal) -> Double {
    do throws(PageRefusal) { return try number(name, in: range) } catch { throw BrowserRefusal(error) }
  }
}
