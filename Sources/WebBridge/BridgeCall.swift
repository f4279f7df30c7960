import CommandParts
import Text
import Wire

/// One call of a page, with its connection to the daemon while there is one.
final class BridgeCall {
  /// The page's number or name for it; nil for a call by HTTP.
  let id: JSONValue?
  let request: Request
  /// False if the frames among its replies are left out.
  let hasFrames: Bool
  /// The key of its connection to the daemon.
  var number: UInt64 = 0
  var channel: DaemonChannel?

  /// A stream begins again when the daemon comes back; another call fails.
  var isStream: Bool { request.more }

  init(_ request: Request, id: JSONValue? = nil, hasFrames: Bool = true) {
    self.request = request
    self.id = id
    self.hasFrames = hasFrames
  }
}
