import CCurl
import CommandParts
import Glibc
import Wire

/// One request to one server: over http or https only, limited in time and size, and to no other host than the named one.
///
/// A redirect is followed on the same host only, and never from https to http: the request contains a position, and the wearer
/// has been told which server gets it.
struct WebRequest {
  enum Body {
    case none
    case json(String)
    /// One field of a form (application/x-www-form-urlencoded).
    case form(name: String, value: String)
  }

  var url: String
  /// Name of the server in messages.
  var server: String
  var body = Body.none
  /// Time limit in seconds, from connecting to the end of the answer; after a redirect it starts anew.
  var timeout = 30.0
  var mostBytes = 16 << 20
  /// Advice to the wearer if the answer is too long.
  var howToGetLess = "request less"

  struct Answer {
    var status: Int
    var bytes: [UInt8]
  }

  private static let mostRedirects = 3
  private var patienceToConnect: Double { min(timeout, 10) }

  /// Returns the answer with its status. Redirects are followed, at most three.
  func answer(_ progress: ((_ bytes: Int) -> Void)? = nil) throws(Failure) -> Answer {
    var url = url
    for _ in 0...Self.mostRedirects {
      let (answer, redirect) = try ask(url, progress)
      guard (300..<400).contains(answer.status) else { return answer }
      guard let redirect else {
        throw .data("\(server): status \(answer.status) a redirect without an address; check the URL")
      }
      url = try checked(redirect, after: url)
    }
    throw .data("\(server): too many redirects; check the URL")
  }

  /// Returns the URL of a redirect, or throws if it may not be followed.
  private func checked(_ redirect: String, after url: String) throws(Failure) -> String {
    func parts(_ url: String) -> (scheme: String, host: String, port: String)? {
      guard let parts = curl_url() else { return nil }
      defer { curl_url_cleanup(parts) }
      func part(_ part: CURLUPart) -> String? {
        var found: UnsafeMutablePointer<CChar>?
        let isPort = part == CURLUPART_PORT
        guard curl_url_get(parts, part, &found, isPort ? UInt32(CURLU_DEFAULT_PORT) : 0) == CURLUE_OK, let found
        else { return nil }
        defer { curl_free(found) }
        return String(cString: found)
      }
      guard curl_url_set(parts, CURLUPART_URL, url, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK,
        let scheme = part(CURLUPART_SCHEME)
      else { return nil }
      return (scheme, part(CURLUPART_HOST) ?? "", part(CURLUPART_PORT) ?? "")
    }
    guard let old = parts(url), let new = parts(redirect), new.scheme == "https" || new.scheme == old.scheme,
      ["http", "https"].contains(new.scheme)
    else {
      throw .data(
        "\(server): a redirect away from http and https, or from https to http, is not followed: \(DaemonCall.plain(redirect.prefixed(80)))"
      )
    }
    guard new.host == old.host else {
      throw .data(
        "\(server): a redirect to another host, \(DaemonCall.plain(new.host)), is not followed, because that host would learn the position too; to use it, give it in the URL"
      )
    }
    // From http to https the usual port changes.
    let isUpgrade = (old.scheme, old.port, new.scheme, new.port) == ("http", "80", "https", "443")
    guard new.port == old.port || isUpgrade else {
      throw .data(
        "\(server): a redirect to another port, \(DaemonCall.plain(new.port)), is not followed, because another program would learn the position too; to use it, give it in the URL"
      )
    }
    return redirect
  }

  private func ask(
    _ url: String, _ progress: ((_ bytes: Int) -> Void)?
  ) throws(Failure) -> (answer: Answer, redirect: String?) {
    guard let handle = curl_easy_init() else { throw .data("libcurl cannot be used") }
    defer { curl_easy_cleanup(handle) }
    let intake = Intake(limit: mostBytes, progress)
    var headers: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(headers) }

    let protocols = "http,https"
    _ = curl_set_text(handle, CURLOPT_URL, url)
    _ = curl_set_text(handle, CURLOPT_PROTOCOLS_STR, protocols)
    _ = curl_set_text(handle, CURLOPT_REDIR_PROTOCOLS_STR, protocols)
    _ = curl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0)
    _ = curl_set_number(handle, CURLOPT_NOSIGNAL, 1)
    _ = curl_set_number(handle, CURLOPT_TIMEOUT_MS, Int(timeout * 1000))
    _ = curl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, Int(patienceToConnect * 1000))
    _ = curl_set_text(handle, CURLOPT_USERAGENT, "gnomon/\(Release.version)")
    // All encodings that libcurl can decode; the limit applies to the decoded bytes.
    _ = curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "")
    switch body {
    case .none: break
    case .json(let text):
      headers = curl_slist_append(headers, "Content-Type: application/json")
      _ = curl_set_number(handle, CURLOPT_POST, 1)
      _ = curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(text.utf8.count))
      _ = curl_set_text(handle, CURLOPT_COPYPOSTFIELDS, text)
    case .form(let name, let value):
      let text = "\(name)=\(Self.escaped(value))"
      _ = curl_set_number(handle, CURLOPT_POST, 1)
      _ = curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(text.utf8.count))
      _ = curl_set_text(handle, CURLOPT_COPYPOSTFIELDS, text)
    }
    // Without this header, libcurl holds a longer body back for up to a second, until the server has asked for it.
    headers = curl_slist_append(headers, "Expect:")
    _ = curl_set_headers(handle, headers)

    let context = Unmanaged.passUnretained(intake).toOpaque()
    _ = curl_set_taker(
      handle,
      { bytes, size, count, context in
        guard let bytes, let context else { return 0 }
        let intake = Unmanaged<Intake>.fromOpaque(context).takeUnretainedValue()
        return intake.append(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
      }, context)
    _ = curl_set_watcher(
      handle,
      { context, _, _, _, _ in
        if let context { Unmanaged<Intake>.fromOpaque(context).takeUnretainedValue().watch() }
        return 0
      }, context)

    let code = withExtendedLifetime(intake) { curl_easy_perform(handle) }
    guard !intake.isTooMuch else {
      throw .data("\(server): the answer is longer than \(mostBytes >> 20) MiB: \(howToGetLess)")
    }
    guard code == CURLE_OK else { throw failure(code) }
    let status = Int(curl_get_number(handle, CURLINFO_RESPONSE_CODE))
    let redirect = curl_get_text(handle, CURLINFO_REDIRECT_URL).map { String(cString: $0) }
    return (Answer(status: status, bytes: intake.bytes), redirect)
  }

  /// Returns the reason for a missing answer, with a remedy.
  private func failure(_ code: CURLcode) -> Failure {
    let words = String(cString: curl_easy_strerror(code))
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      return .inputOutput("\(server): no such host; check the URL, and that this machine is on a network")
    case CURLE_COULDNT_CONNECT:
      return .inputOutput(
        "\(server): no answer at this host and port; check the URL, and that the server runs")
    case CURLE_OPERATION_TIMEDOUT:
      return .inputOutput(
        "\(server): no answer in time (\(text(patienceToConnect, 1)) s to connect, \(text(timeout, 1)) s in all); try again, or give a longer --timeout"
      )
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED:
      return .inputOutput(
        "\(server): no trusted connection (TLS: \(words)); check that the port is for https, that the clock is right, and that ca-certificates is installed; put your own certificate into /usr/local/share/ca-certificates (update-ca-certificates)"
      )
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
      return .inputOutput("\(server): the connection ended before the end of the answer (\(words)); try again")
    default: return .inputOutput("\(server): \(words); check the URL")
    }
  }

  /// Returns the text with every byte except letters, digits and -._~ as a percent sign and two hexadecimal digits (RFC 3986,
  /// 2.1).
  static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        escaped.append(byte)
      default: escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}

/// The received bytes, up to a limit.
private final class Intake {
  private(set) var bytes: [UInt8] = []
  private(set) var isTooMuch = false
  private let limit: Int
  private let progress: ((_ bytes: Int) -> Void)?

  init(limit: Int, _ progress: ((_ bytes: Int) -> Void)?) {
    self.limit = limit
    self.progress = progress
  }

  func append(_ chunk: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count + chunk.count <= limit else {
      isTooMuch = true
      return false
    }
    bytes.append(contentsOf: chunk)
    return true
  }

  func watch() { progress?(bytes.count) }
}

extension String {
  /// Returns at most `count` characters, and an ellipsis if the text was cut.
  func prefixed(_ count: Int) -> String { self.count > count ? "\(prefix(count))…" : self }
}
