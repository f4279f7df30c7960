import WebPages

/// Access to the bridge: for programs that have its token, and in a browser for the pages of listed origins only.
///
/// Any program of this machine can connect to a port of 127.0.0.1, and any page of the web can send a browser there. The token
/// stands against both; `Host` against a page whose host name was pointed at 127.0.0.1; `Origin` against a page that has the token
/// from elsewhere. Browsers set the header `Origin` themselves (Fetch, § 3.1), and always for a WebSocket (RFC 6455, § 4.1).
struct BridgeAccess {
  let port: UInt16
  let token: PageSecret
  /// Permitted pages, such as `http://localhost:5173`.
  let origins: [String]

  /// The bridge's own names.
  private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }

  /// Returns the page's origin, nil without one. Throws unless the request has this server's name and comes from a permitted page.
  func origin(of request: PageRequest) throws(BridgeRefusal) -> String? {
    guard let host = request.headers["host"], hosts.contains(host) else {
      throw BridgeRefusal(.host, 403, "use the address 127.0.0.1:\(port); other names are refused")
    }
    guard let origin = request.headers["origin"] else { return nil }
    guard origins.contains(origin) || hosts.contains(where: { origin == "http://\($0)" }) else {
      throw BridgeRefusal(
        .origin, 403,
        "pages of \(origin) are not permitted: start the bridge with --origin \(origin), or add it to Bridge.Origins")
    }
    return origin
  }

  /// Throws unless the request has the token: in the header `Authorization: Bearer`, or in the query, since neither EventSource nor
  /// WebSocket can send a header.
  func checkToken(_ request: PageRequest) throws(BridgeRefusal) {
    let given: Substring?
    if let header = request.headers["authorization"] {
      given = header.lowercased().hasPrefix("bearer ") ? header.dropFirst(7) : nil
    } else {
      given = request.query["token"].map { $0[...] }
    }
    guard let given else {
      throw BridgeRefusal(.token, 403, "no token: add ?token=… or the header 'Authorization: Bearer …'")
    }
    guard token.isEqual(to: given) else {
      throw BridgeRefusal(.token, 403, "wrong token: `gnomon bridge token` prints that of the service")
    }
  }

  /// The headers that let a page of another origin read an answer (Fetch, § 3.3).
  static func headers(for origin: String?) -> [PageAnswer.Header] {
    guard let origin else { return [] }
    return [.init("Access-Control-Allow-Origin", origin), .init("Vary", "Origin")]
  }

  /// The answer to a browser that asks before it sends a request (Fetch, § 4.8, and Private Network Access).
  static func preflight(_ request: PageRequest, _ origin: String?) -> PageAnswer {
    var answer = PageAnswer(204, "text/plain", [])
    answer.headers =
      headers(for: origin) + [
        .init("Access-Control-Allow-Methods", "GET, POST"),
        .init("Access-Control-Allow-Headers", "Authorization, Content-Type"), .init("Access-Control-Max-Age", "600"),
      ]
    if request.headers["access-control-request-private-network"] == "true" {
      answer.headers.append(.init("Access-Control-Allow-Private-Network", "true"))
    }
    return answer
  }
}
