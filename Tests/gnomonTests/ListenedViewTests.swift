import Expectations
import Foundation
import TestSupport
import Testing

/// `gnomon view --listen`: the code, HTTPS and its files, several browsers.
@Suite(.timeLimit(.minutes(5)), .enabled(if: RigProcess.has("python3"))) struct ListenedViewTests {
  @Test(arguments: [false, true]) func aBrowserComesInByTheCode(isPlain: Bool) throws {
    let demo = try Demo(), view = try ListenedView(demo, isPlain: isPlain)
    #expect(view.link == "\(isPlain ? "http" : "https")://\(view.host)/" && view.code.count == 6)
    expect((view.said["fingerprint"] == nil), equals: isPlain)
    let notice = try #require(view.said["notice"])
    #expect(
      notice.contains(isPlain ? "everyone in this network can read the code and the place" : "compare its fingerprint"))

    // Without the code: the page that asks for it, and nothing else.
    let page = try view.get("/")
    #expect(status(page) == 200 && page.contains("inputmode=\"numeric\"") && !page.contains("<canvas"))
    for path in ["/code.css", "/code.js", "/favicon.ico"] { expect(status(try view.get(path)), equals: 200, "\(path)") }
    let stream = "/stream?width=640&height=480&field_of_view=60"
    for path in [
      "/main.js", "/view.css", "/index.html", stream, "/plan.svg", "/plan.css", "/code", "/?code=\(view.code)",
    ] {
      let answer = try view.get(path)
      #expect(status(answer) == (path.hasPrefix("/?") ? 200 : 403) && !answer.contains("<canvas"), "\(path)")
    }
    let info = #"{"method":"org.gnomon.Control.GetInfo"}"#, nudge = #"{"method":"org.gnomon.Tracking.ResetScene"}"#
    for body in [info, nudge] { expect(status(try view.post("/call", body, view.origin)), equals: 403) }
    expect(status(try view.post("/replay", "{}", view.origin)), equals: 403)

    // The code, from this page only, and as JSON only; a malformed one is not a try.
    let right = "{\"code\":\"\(view.code)\"}"
    expect(status(try view.post("/code", right)), equals: 403)
    expect(status(try view.post("/code", right, "Origin: null")), equals: 403)
    expect(status(try view.post("/code", right, "Origin: https://evil.example")), equals: 403)
    let other = isPlain ? "https" : "http"
    expect(status(try view.post("/code", right, "Origin: \(other)://\(view.host)")), equals: 403)
    for body in ["", "{", "[]", "{}", "{\"code\":\(view.code)}", "{\"code\":\"\"}", "{\"code\":\"1234567\"}"] {
      expect(status(try view.post("/code", body, view.origin)), equals: 400, "\(body)")
    }
    let answer = try view.send(view.code)
    let start = try #require(answer.range(of: "Set-Cookie: "), "\(answer)")
    let given = answer[start.upperBound...].prefix { $0 != "\r\n" }
    #expect(given.hasPrefix("gnomon-view-\(view.port)="))
    #expect(given.hasSuffix("; HttpOnly; SameSite=Strict; Path=/\(isPlain ? "" : "; Secure")"))
    let first = "Cookie: " + given.prefix { $0 != ";" }, second = try view.cookie()
    expect(first, differsFrom: second)

    for cookie in [first, second] {
      let page = try view.get("/", cookie)
      #expect(status(page) == 200 && page.contains("<canvas id=\"view\">"))
      expect(status(try view.get("/main.js", cookie)), equals: 200)
      let asked = try view.post("/call", info, cookie, view.origin)
      #expect(status(asked) == 200 && asked.contains("\"access\":"), "\(asked)")
      expect(status(try view.post("/call", nudge, cookie)), equals: 403)
      expect(
        status(try view.post("/call", #"{"method":"org.gnomon.Tracking.Forget"}"#, cookie, view.origin)), equals: 403)
    }
    expect(status(try view.get("/main.js", first + "0")), equals: 403)
    expect(status(try view.get("/main.js", "Cookie: gnomon-view-\(view.port)=\(view.code)")), equals: 403)
    if isPlain {
      try threeWrongCodesLock(view, try theOldestOfSeventeenBrowsersSendsTheCodeAgain(view))
    } else {
      try aRequestOfSeveralRecordsIsRead(view, first)
      try strangersToTLSAreClosed(view, second)
      try silentHandshakesAreReplaced(view)
    }
  }

  /// `cookie` is of a browser that has come in.
  private func threeWrongCodesLock(_ view: ListenedView, _ cookie: String) throws {
    #expect(try view.send(view.wrong).contains("wrong code: 2 more tries"))
    #expect(try view.send(view.wrong).contains("wrong code: 1 more try"))
    for code in [view.wrong, view.code, view.wrong] {
      let answer = try view.send(code)
      #expect(status(answer) == 429 && answer.contains("too many wrong codes"), "\(answer)")
    }
    // A browser that has come in stays in.
    expect(status(try view.get("/main.js", cookie)), equals: 200)
    expect(status(try view.get("/main.js")), equals: 403)
  }

  /// Returns the cookie of the last one.
  private func theOldestOfSeventeenBrowsersSendsTheCodeAgain(_ view: ListenedView) throws -> String {
    let cookies = try (0..<17).map { _ in try view.cookie() }
    expect(Set(cookies).count, equals: 17)
    for (index, cookie) in cookies.enumerated() {
      expect(status(try view.get("/main.js", cookie)), equals: (index == 0 ? 403 : 200), "\(index)")
    }
    return cookies[16]
  }

  @Test func keyAndCertificateStay() throws {
    let demo = try Demo(), states = try Scratch()
    let paths = ["key", "certificate"].map { states.path("gnomon/view-\($0).pem") }
    let fingerprint = try ListenedView(demo, states: states).said["fingerprint"]
    for path in paths {
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      expect(mode, equals: 0o600, "\(path)")
    }
    let before = try paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    try expect(ListenedView(demo, states: states).said["fingerprint"], equals: fingerprint)
    try expect(paths.map { try Data(contentsOf: URL(fileURLWithPath: $0)) }, equals: before)
    if RigProcess.has("openssl") {
      let process = try RigProcess("openssl", ["x509", "-in", paths[1], "-noout", "-fingerprint", "-sha256"])
      expect(process.finish().lines.first?.hasSuffix("=\(fingerprint ?? "")"), equals: true)
    }

    func fails(status: Int32, _ text: String) throws {
      let words = ["view", "--listen", "127.0.0.1", "--socket", demo.socket]
      let run = try gnomonArray(words, environment: ["XDG_STATE_HOME": states.url.path])
      #expect(run.status == status && run.errors.contains(text) && run.output.isEmpty, "\(run)")
    }
    chmod(paths[0], 0o640)
    try fails(status: 77, "chmod 600 \(paths[0])")
    chmod(paths[0], 0o600)
    let another = try Scratch()
    _ = try ListenedView(demo, states: another)
    try FileManager.default.removeItem(atPath: paths[0])
    try fails(status: 1, "\(paths[0]) is missing; delete \(paths[1])")
    try FileManager.default.createSymbolicLink(
      atPath: paths[0], withDestinationPath: another.path("gnomon/view-key.pem"))
    try fails(status: 74, paths[0])
    try FileManager.default.removeItem(atPath: paths[0])
    try FileManager.default.copyItem(atPath: another.path("gnomon/view-key.pem"), toPath: paths[0])
    try fails(status: 1, "of another key")
    try Data().write(to: URL(fileURLWithPath: paths[0]))
    chmod(paths[0], 0o600)
    try fails(status: 1, "damaged")
  }

  /// Bytes that are not TLS, a handshake that never ends and one of an old version: closed, and the server goes on.
  private func strangersToTLSAreClosed(_ view: ListenedView, _ cookie: String) throws {
    let direct = PageVisitor(port: view.port)
    // The beginning of a hello, from which the server waits for the rest, is closed after ten seconds, like silence.
    let hello = try direct.connection(), silent = try direct.connection()
    defer {
      close(hello)
      close(silent)
    }
    let beginning: [UInt8] = [22, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3]
    expect(send(hello, beginning, beginning.count, Int32(MSG_NOSIGNAL)), equals: beginning.count)
    let random = (0..<4000).map { _ in Character(Unicode.Scalar(UInt8.random(in: 0...127))) }
    for text in ["GET / HTTP/1.1\r\nHost: \(view.host)\r\n\r\n", "\u{16}\u{3}\u{1}\u{7F}\u{7F}aaaa", String(random)] {
      #expect(!(try direct.answer(text)).contains("HTTP/1.1"))
    }
    for version in ["1.0", "1.1"] {
      let proxy = try TLSProxy(view.port, "--version", version)
      try expect(PageVisitor(port: proxy.port).get("/", host: view.host), equals: "", "\(version)")
    }
    let older = try TLSProxy(view.port, "--version", "1.2")
    expect(status(try PageVisitor(port: older.port).get("/", host: view.host, [cookie])), equals: 200)
    for descriptor in [hello, silent] {
      var bytes = [UInt8](repeating: 0, count: 64)
      expect(recv(descriptor, &bytes, bytes.count, 0), equals: 0)
    }
    expect(status(try view.get("/", cookie)), equals: 200)
  }

  /// Connections without a handshake do not keep a browser out: the oldest of them are closed.
  private func silentHandshakesAreReplaced(_ view: ListenedView) throws {
    let direct = PageVisitor(port: view.port)
    var silent: [CInt] = []
    defer { for descriptor in silent { close(descriptor) } }
    for _ in 0..<40 { silent.append(try direct.connection()) }
    expect(status(try view.get("/")), equals: 200)
  }

  /// A request of several records of TLS, whose end is decrypted without more bytes from the network.
  private func aRequestOfSeveralRecordsIsRead(_ view: ListenedView, _ cookie: String) throws {
    let filler = String(repeating: " ", count: 60_000)
    let body = #"{"method":"org.gnomon.Control.GetInfo"\#(filler)}"#
    for _ in 0..<5 { expect(status(try view.post("/call", body, cookie, view.origin)), equals: 200) }
    let tooLong = try view.post("/call", body + filler, cookie, view.origin)
    expect(status(tooLong), equals: 413, "\(tooLong)")
  }
}

/// `gnomon bridge --listen`.
@Suite(.timeLimit(.minutes(5)), .enabled(if: RigProcess.has("python3"))) struct ListenedBridgeTests {
  /// Beyond the loopback the bridge passes on methods that read, whatever --allow names.
  @Test func otherMachinesOnlyRead() throws {
    let demo = try Demo(), states = try Scratch()
    for isPlain in [false, true] { try otherMachinesOnlyRead(demo, states, isPlain: isPlain) }
  }

  private func otherMachinesOnlyRead(_ demo: Demo, _ states: Scratch, isPlain: Bool) throws {
    let reset = "org.gnomon.Tracking.ResetScene"
    let words = ["bridge", "--json", "--listen", "127.0.0.1", "--socket", demo.socket, "--allow", reset]
    let process = try RigProcess(
      "env", ["XDG_STATE_HOME=\(states.url.path)", Products.path("gnomon")] + words + (isPlain ? ["--plain"] : []),
      isQuiet: true)
    defer { process.stop() }
    let line = try #require(process.line())
    let said = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
    let address = try #require(said["address"]), token = try #require(said["token"])
    #expect(address.hasPrefix(isPlain ? "http://" : "https://") && (said["fingerprint"] == nil) == isPlain)
    expect(said["notice"]?.contains("screen"), equals: false)
    let host = String(address.drop { $0 != "/" }.dropFirst(2))
    let port = try #require(UInt16(host.drop { $0 != ":" }.dropFirst()))
    let proxy = isPlain ? nil : try TLSProxy(port), visitor = PageVisitor(port: proxy?.port ?? port)
    let bearer = ["Authorization: Bearer \(token)"]
    expect(status(try visitor.get("/", host: host)), equals: 403)
    let own = try visitor.get("/", host: host, bearer)
    #expect(status(own) == 200 && !own.contains(reset), "\(own)")
    let pose = try visitor.post("/call", host: host, #"{"method":"org.gnomon.Tracking.GetStatus"}"#, bearer)
    expect(status(pose), equals: 200, "\(pose)")
    let refused = try visitor.post("/call", host: host, "{\"method\":\"\(reset)\"}", bearer)
    #expect(status(refused) == 403 && refused.contains("passes on methods that read, and no others"), "\(refused)")
  }
}
