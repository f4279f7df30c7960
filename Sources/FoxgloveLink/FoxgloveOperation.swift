import Text

/// A message of a reader (Foxglove's WebSocket protocol, version 1): the start or the end of its subscriptions.
enum FoxgloveOperation {
  struct Subscription {
    var id: UInt32
    var channel: UInt32
  }

  case subscribe([Subscription])
  case unsubscribe([UInt32])

  /// The reason why a message has no effect, as a sentence for the reader.
  struct Fault: Error {
    var sentence: String
    var isUnoffered = false
  }

  init(reading bytes: [UInt8]) throws(Fault) {
    let json: JSONValue
    do throws(JSONError) { json = try JSONValue(reading: bytes, maximumDepth: 8, maximumSize: 64 << 10) } catch {
      throw Fault(sentence: "invalid JSON: \(error)")
    }
    func number(_ value: JSONValue?, _ name: String) throws(Fault) -> UInt32 {
      guard let number = value?.integer.flatMap({ UInt32(exactly: $0) }) else {
        throw Fault(sentence: "\(name) has to be a whole number from 0 to 4294967295")
      }
      return number
    }
    func list(_ name: String) throws(Fault) -> [JSONValue] {
      guard let list = json[name]?.array else { throw Fault(sentence: "expected an array \"\(name)\"") }
      return list
    }
    switch json["op"]?.string {
    case "subscribe":
      var subscriptions: [Subscription] = []
      for one in try list("subscriptions") {
        subscriptions.append(
          Subscription(id: try number(one["id"], "id"), channel: try number(one["channelId"], "channelId")))
      }
      self = .subscribe(subscriptions)
    case "unsubscribe":
      var ids: [UInt32] = []
      for one in try list("subscriptionIds") { ids.append(try number(one, "a subscription's id")) }
      self = .unsubscribe(ids)
    case let name?:
      let shown = String(name.prefix(40))
      throw Fault(sentence: "'\(shown)' is not offered: gnomon foxglove is for reading", isUnoffered: true)
    case nil: throw Fault(sentence: "expected an \"op\", as {\"op\":\"subscribe\",…}")
    }
  }
}
