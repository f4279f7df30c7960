import CommandParts
public import Text
public import Wire

/// One call of a page, with its connection to the daemon while there is one.
public final class BrowserCall {
  /// The page's number or name for it; nil for a call by HTTP.
  let id: JSONValue?
  let request: Request
  /// The event that carries its whole replies; nil for an event named for each reply's first member, with its parameters.
  let event: String?
  /// False if the frames among its replies are left out.
  let hasFrames: Bool
  /// The key of its connection to the daemon.
  var number: UInt64 = 0
  var channel: DaemonChannel?

  /// A stream begins again when the daemon comes back; another call fails.
  var isStream: Bool { request.more }

  public init(_ request: Request, id: JSONValue? = nil, event: String? = nil, hasFrames: Bool = true) {
    self.request = request
    self.id = id
    self.event = event
    self.hasFrames = hasFrames
  }
}
