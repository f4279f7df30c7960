import CCurl
import CommandParts

/// The address of a server: http or https, a host, and a path (RFC 3986, as libcurl reads it).
struct WebAddress: Equatable {
  /// Host and unusual port, for messages; without a user name and password, which are for the server alone.
  let shown: String
  let text: String
  let scheme: String
  let host: String
  let port: String
  /// Empty, or begins with a slash; never ends with one.
  let path: String

  /// `name` is the option or variable that it comes from.
  init(_ text: String, from name: String) throws(Failure) {
    func refused(_ why: String) -> Failure {
      Failure(
        status: .usage,
        message:
          "\(name): \(why); expected an address like https://example.org/path, not '\(DaemonCall.plain(text))'")
    }
    guard let parts = curl_url() else { throw .data("out of memory") }
    defer { curl_url_cleanup(parts) }
    func part(_ part: CURLUPart, _ flags: UInt32 = 0) -> String? {
      var found: UnsafeMutablePointer<CChar>?
      guard curl_url_get(parts, part, &found, flags) == CURLUE_OK, let found else { return nil }
      defer { curl_free(found) }
      return String(cString: found)
    }
    guard !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) else {
      throw refused("it has spaces or control characters")
    }
    guard curl_url_set(parts, CURLUPART_URL, text, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK,
      let scheme = part(CURLUPART_SCHEME), let host = part(CURLUPART_HOST)
    else { throw refused("it is not an address") }
    guard scheme == "http" || scheme == "https" else {
      throw refused("only http and https are supported, not \(scheme)")
    }
    guard part(CURLUPART_QUERY) == nil, part(CURLUPART_FRAGMENT) == nil else {
      throw refused("it must not have a ? or #, because this command adds the query")
    }
    self.scheme = scheme
    self.host = host
    port = part(CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT)) ?? ""
    var path = part(CURLUPART_PATH) ?? ""
    while path.hasSuffix("/") { path.removeLast() }
    self.path = path
    var rest = text
    while rest.hasSuffix("/") { rest.removeLast() }
    self.text = rest
    let isUsual = (scheme, port) == ("http", "80") || (scheme, port) == ("https", "443")
    shown = DaemonCall.plain(isUsual ? host : "\(host):\(port)")
  }

  /// Returns the address with a path or query appended.
  func appending(_ rest: String) -> String { text + rest }
}
