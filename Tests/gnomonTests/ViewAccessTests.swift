import Expectations
import Foundation
import TestSupport
import Testing

@testable import Viewer

/// A `gnomon view` process for a daemon, ended with the test.
final class ServedView {
  let link: String
  /// Its address, as in the `Host` header.
  let host: String
  let process: RigProcess
  /// Socket of a replay.
  let socket: String?

  init(_ arguments: [String]) throws {
    process = try RigProcess(Products.path("gnomon"), ["view", "--json"] + arguments, isQuiet: true)
    let line = try #require(process.line())
    let said = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
    link = try #require(said["link"])
    socket = said["socket"]
    host = String(link.dropFirst("http://".count).prefix { $0 != "/" })
  }
  convenience init(_ demo: Demo) throws { try self.init(["--socket", demo.socket]) }
  deinit { process.stop() }

  var port: UInt16 { UInt16(host.drop { $0 != ":" }.dropFirst()) ?? 0 }
  var token: String { String(link.drop { $0 != "=" }.dropFirst()) }

  /// Opens the link; returns the header with the cookie.
  func cookie() throws -> String {
    let page = try get("/?token=\(token)"), start = try #require(page.range(of: "Set-Cookie: "))
    return "Cookie: " + page[start.upperBound...].prefix { $0 != ";" }
  }

  private var visitor: PageVisitor { PageVisitor(port: port) }
  func connection() throws -> CInt { try visitor.connection() }
  func answer(_ text: String) throws -> String { try visitor.answer(text) }
  func get(_ path: String, _ headers: String..., host: String? = nil) throws -> String {
    try visitor.get(path, host: host ?? self.host, headers)
  }
  func post(_ path: String, _ body: String, _ headers: String...) throws -> String {
    try visitor.post(path, host: host, body, headers)
  }
}

func status(_ answer: String) -> Int { Int(answer.dropFirst("HTTP/1.1 ".count).prefix(3)) ?? 0 }

@Suite struct ViewAccessTests {
  @Test func theLinkIsGoodForOneBrowser() throws {
    let demo = try Demo(), view = try ServedView(demo)
    try impossibleCallsAreNamed(demo, port: view.port)
    expect(view.token.count, equals: 32)
    expect(status(try view.get("/")), equals: 403)
    expect(status(try view.get("/?token=\(String(repeating: "0", count: 32))")), equals: 403)
    expect(status(try view.get("/main.js")), equals: 403)
    // A request by another host name does not use up the token.
    expect(status(try view.get("/?token=\(view.token)", host: "evil.example")), equals: 403)
    expect(status(try view.get("/?token=\(view.token)", "Origin: http://evil.example")), equals: 403)

    let page = try view.get("/?token=\(view.token)")
    #expect(status(page) == 200 && page.contains("<canvas id=\"view\">"))
    #expect(
      page.contains(
        "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"))
    #expect(page.contains("X-Content-Type-Options: nosniff") && page.contains("Cache-Control: no-store"))
    let start = try #require(page.range(of: "Set-Cookie: "))
    let given = page[start.upperBound...].prefix { $0 != "\r\n" }
    #expect(given.hasPrefix("gnomon-view-\(view.port)=") && given.hasSuffix("; HttpOnly; SameSite=Strict; Path=/"))
    let cookie = "Cookie: other=1; " + given.prefix { $0 != ";" }, origin = "Origin: http://\(view.host)"
    let again = try view.get("/?token=\(view.token)", cookie)
    #expect(status(again) == 403 && again.contains("was used already"))

    for path in ["/", "/main.js", "/view.css", "/favicon.ico"] {
      expect(status(try view.get(path, cookie)), equals: 200)
    }
    expect(status(try view.get("/main.js", cookie, "Sec-Fetch-Site: cross-site")), equals: 403)
    expect(status(try view.get("/main.js", "Cookie: gnomon-view-\(view.port)=\(view.token)")), equals: 403)
    for path in ["/Main.js", "/../main.js", "/%6dain.js", "//main.js", "/nothing"] {
      expect(status(try view.get(path, cookie)), equals: 404, "\(path)")
    }

    // Its calls are those of its buttons, sent here directly.
    let info = #"{"method":"org.gnomon.Control.GetInfo"}"#
    let asked = try view.post("/call", info, cookie, origin)
    #expect(status(asked) == 200 && asked.contains("\"access\":"), "\(asked)")
    expect(status(try view.post("/call", info, cookie)), equals: 403)
    expect(status(try view.post("/call", info, cookie, "Origin: null")), equals: 403)
    expect(status(try view.post("/call", info, origin)), equals: 403)
    for body in [#"{"method":"org.gnomon.Tracking.Forget"}"#, #"{"method":"org.gnomon.Control.Reload"}"#, "{}"] {
      expect(status(try view.post("/call", body, cookie, origin)), equals: 403, "\(body)")
    }
    expect(status(try view.post("/call", "{", cookie, origin)), equals: 400)
    expect(status(try view.post("/replay", #"{"position":1}"#, cookie, origin)), equals: 404)
    // The daemon's refusals are passed on unchanged.
    let refused = try view.post(
      "/call", #"{"method":"org.gnomon.Tracking.NudgeHeading","parameters":{"degrees":1e6}}"#, cookie, origin)
    #expect(status(refused) == 400 && refused.contains("InvalidValue"))
    for query in ["", "?width=100", "?width=0&height=9&field_of_view=60", "?width=500&height=500&field_of_view=nan"] {
      expect(status(try view.get("/stream\(query)", cookie)), equals: 400, "\(query)")
    }
  }

  private func impossibleCallsAreNamed(_ demo: Demo, port: UInt16) throws {
    func fails(_ words: String..., status: Int32 = 64, saying texts: String...) throws {
      let run = try gnomonArray(["view"] + words)
      #expect(run.status == status && run.output.isEmpty, "\(run)")
      for text in texts { #expect(run.errors.contains(text), "\(run)") }
    }
    try fails("--speed", "2", saying: "--speed needs --recording")
    try fails("--port", "0", saying: "--port")
    try fails("--recording", "a", "--socket", "b", saying: "cannot be used with --socket")
    try fails("--recording", "/nowhere/a.gnomon", status: 74, saying: "/nowhere/a.gnomon")
    try fails("--socket", "/nowhere/s", status: 69, saying: "no daemon answers")
    try fails("--socket", demo.socket, "--port", "\(port)", status: 74, saying: "port \(port) of 127.0.0.1")
    try fails("--socket", demo.socket, "--plain", saying: "--plain needs --listen")
    try fails("--socket", demo.socket, "--listen", "0.0.0.0", "--plain", saying: "name one")
    try fails("--socket", demo.socket, "--listen", "127.0.0.1:1", "--port", "2", saying: "leave out --port")
    try fails("--socket", demo.socket, "--listen", "198.51.100.1", "--plain", saying: "no address of this machine")
    let scratch = try Scratch(), page = scratch.url.path
    _ = try scratch.write("<title>own</title>", to: "index.html")
    try fails("--display", "phone", saying: "no value of --display 'phone'", "one of: glasses")
    try fails("--display", "glasses", "--page", page, saying: "--display and --page")
    try fails("--diagonal", "46", saying: "--diagonal needs --display glasses")
    for angle in ["19.9", "90.5", "wide"] {
      try fails("--display", "glasses", "--diagonal", angle, saying: "--diagonal must be")
    }
  }

  /// A copy that is older than its file is a fault of the build.
  @Test func theProgramHasThePageAsItIsWritten() throws {
    let folder = DocumentTests.package.appendingPathComponent("Sources/Viewer/Page")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let paths = names.map { $0 == "index.html" ? "/" : "/\($0)" }
    expect(Set(paths + ["/favicon.ico"]), equals: Set(ViewPage.files.keys))
    for (name, path) in zip(names, paths) {
      let file = try #require(ViewPage.files[path])
      try expect(Data(file.body), equals: Data(contentsOf: folder.appendingPathComponent(name)), "\(name)")
    }
  }
}
