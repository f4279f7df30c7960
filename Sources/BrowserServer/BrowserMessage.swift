public import Text
public import Wire

/// A message of a page on its WebSocket: a call in the form of the socket with a number or name of its own,
/// `{"id":1,"method":…,"parameters":{…},"more":true}`, or the end of one, `{"id":1,"end":true}`.
public struct BrowserMessage {
  let id: JSONValue
  /// nil: the end of the call with this id.
  let request: Request?

  public static let most = 64 << 10

  init(reading bytes: [UInt8]) throws(BrowserRefusal) {
    let json = try Self.object(bytes)
    guard let id = json["id"], Self.isFit(id) else {
      throw BrowserRefusal(.request, 400, "\"id\" has to be a whole number, or a text of at most 64 bytes")
    }
    self.id = id
    request = json["end"]?.bool == true ? nil : try Self.request(json)
  }

  private static func isFit(_ id: JSONValue) -> Bool {
    if let text = id.string { return text.utf8.count <= 64 }
    return id.integer != nil
  }

  public static func object(_ bytes: [UInt8]) throws(BrowserRefusal) -> JSONValue {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(reading: bytes, maximumDepth: Limits.nesting, maximumSize: most)
    } catch {
      throw BrowserRefusal(.request, 400, "invalid JSON: \(error)")
    }
    guard case .object = json else { throw BrowserRefusal(.request, 400, "expected a JSON object") }
    return json
  }

  /// The call of a message; other members than the three are left out.
  public static func request(_ json: JSONValue) throws(BrowserRefusal) -> Request {
    guard let method = json["method"]?.string else {
      throw BrowserRefusal(.request, 400, "expected a \"method\", such as \"org.gnomon.Tracking.GetPose\"")
    }
    let parameters = json["parameters"] ?? .object([])
    guard case .object = parameters else { throw BrowserRefusal(.request, 400, "\"parameters\" has to be an object") }
    var request = Request(method: method, parameters: parameters)
    request.more = json["more"]?.bool == true
    return request
  }
}
