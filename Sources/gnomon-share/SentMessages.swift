import Sharing
import Text

/// The messages that were sent last, one of each kind, and their number: what the wearer can check to the byte.
struct SentMessages {
  struct Message {
    var topic: String
    var payload: [UInt8]
    var isRetained: Bool
    var time: Int64
  }
  private(set) var last: [String: Message] = [:]
  private(set) var messages = 0, bytes = 0
  /// Messages that were left out because earlier bytes still waited for the network.
  var heldBack = 0
  /// Messages that were not sent because there was no connection.
  var unsent = 0

  mutating func record(_ kind: String, _ message: Message) {
    last[kind] = message
    messages += 1
    bytes += message.topic.utf8.count + message.payload.count
  }

  /// The members of the state that `gnomon share status` shows.
  func members(_ now: Int64, will: (topic: String, payload: String)) -> [JSONMember] {
    let listed = last.sorted { $0.key < $1.key }.map { kind, message -> JSONValue in
      [
        "kind": .string(kind), "topic": .string(message.topic),
        "payload": .string(String(decoding: message.payload, as: UTF8.self)),
        "bytes": .integer(Int64(message.payload.count)), "is_retained": .bool(message.isRetained),
        "age_s": .seconds(now - message.time),
      ]
    }
    return [
      JSONMember("messages", .integer(Int64(messages))), JSONMember("bytes", .integer(Int64(bytes))),
      JSONMember("held_back", .integer(Int64(heldBack))), JSONMember("unsent", .integer(Int64(unsent))),
      JSONMember("last", .array(listed)),
      JSONMember("last_will", ["topic": .string(will.topic), "payload": .string(will.payload)]),
    ]
  }
}

extension BrokerLink {
  /// The connection in the state that `gnomon share status` shows.
  func json(_ now: Int64) -> JSONValue {
    [
      "state": .string(state.rawValue), "for_s": .seconds(now - since), "failure": .orNull(failure),
      "attempts": .integer(Int64(attempts)), "losses": .integer(Int64(losses)),
      "next_attempt_s": state == .waiting ? .seconds(max(0, nextAttempt - now)) : .null,
    ]
  }
}

extension RefusalCounts {
  var json: JSONValue {
    .array(
      occurred.map { refusal, count in
        [
          "reason": .string(refusal.rawValue), "english": .string(refusal.english), "count": .integer(Int64(count)),
        ]
      })
  }
}

extension JSONValue {
  static func orNull(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
  /// Nanoseconds as seconds with one decimal.
  static func seconds(_ nanoseconds: Int64) -> JSONValue { .number((Double(nanoseconds) / 1e8).rounded() / 10) }
}
