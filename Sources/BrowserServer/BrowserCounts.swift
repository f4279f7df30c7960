public import Text

/// Counters of a server since its start.
public struct BrowserCounts {
  /// Messages to browsers: replies, poses, frames and events.
  var sent = 0
  /// Messages that the daemon left out because a browser read slowly.
  var skipped = 0
  /// Connections that were closed because nothing was read.
  var slow = 0
  private(set) var refused: [BrowserRefusal.Kind: Int] = [:]

  mutating func record(_ kind: BrowserRefusal.Kind) { refused[kind, default: 0] += 1 }

  public var members: [JSONMember] {
    [
      JSONMember("sent", .integer(Int64(sent))), JSONMember("skipped", .integer(Int64(skipped))),
      JSONMember("slow", .integer(Int64(slow))),
      JSONMember(
        "refused",
        .object(BrowserRefusal.Kind.allCases.map { JSONMember($0.rawValue, .integer(Int64(refused[$0] ?? 0))) })),
    ]
  }
}
