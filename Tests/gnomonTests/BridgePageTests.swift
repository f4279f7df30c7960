import Expectations
import Foundation
import TestSupport
import Testing

/// The example page of the bridge in a real browser, from a web server of its own, as docs/clients/javascript.md has it.
@Suite(
  .serialized, .timeLimit(.minutes(5)), .enabled(if: Browser.isHere && RigProcess.has("python3"), "needs Chromium"))
struct BridgePageTests {
  /// A web server with the examples, on another port: another origin.
  final class Examples {
    private let server: RigProcess
    let origin: String

    init() throws {
      let folder = DocumentTests.package.appendingPathComponent("docs/examples").path
      server = try RigProcess(
        "python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder], isQuiet: true)
      // Serving HTTP on 127.0.0.1 port 41233 (http://127.0.0.1:41233/) ...
      let line = try #require(server.line())
      let port = try #require(line.split(separator: " ").drop { $0 != "port" }.dropFirst().first)
      origin = "http://127.0.0.1:\(port)"
    }
    deinit { server.stop() }

    func page(_ bridge: ServedBridge) -> String { "\(origin)/bridge.html#\(bridge.port),\(bridge.token)" }
  }

  @Test func thePageDrawsTheHeading() throws {
    let demo = try Demo(), examples = try Examples()
    try expect(demo.run("wait", "--timeout", "60").status, equals: 0)
    let bridge = try ServedBridge(demo, "--origin", examples.origin), browser = try PageBrowser()
    try browser.send("open", ["url": examples.page(bridge)])
    try browser.wait(for: "bridge.poses > 20 && bridge.status && bridge.pose.heading_deg != null")
    #expect(try browser.value("bridge.state") as? String == "connected")
    #expect(try browser.value("bridge.status.version") as? String != nil)
    // The arrow and the number are those of the last pose.
    let shown = try browser.value(
      "[document.getElementById('heading').textContent, ((bridge.turn - bridge.pose.heading_deg) % 360 + 540) % 360 - 180, bridge.pose.heading_deg]"
    )
    let values = try #require(shown as? [Any])
    let heading = try #require((values[2] as? NSNumber)?.doubleValue)
    expect((values[0] as? String)?.hasPrefix("\(String(format: "%.0f", heading))°"), equals: true, "\(values)")
    expect(abs((values[1] as? NSNumber)?.doubleValue ?? .nan), isBelow: 1e-6, "\(values)")
    // The same by server-sent events and by fetch, with a question before it (CORS).
    let address = "http://\(bridge.host)", token = bridge.token
    let event = """
      new Promise((done, fail) => { const events = new EventSource("\(address)/poses?token=\(token)"); events.onerror = fail;
        events.addEventListener("pose", event => { events.close(); done(typeof JSON.parse(event.data).pose.time_boot_ns); }); })
      """
    #expect(try browser.value(event) as? String == "number")
    let call = """
      fetch("\(address)/call", { method: "POST", headers: { "Content-Type": "application/json", Authorization: "Bearer \(token)" },
        body: JSON.stringify({ method: "org.gnomon.Scene.GetFilter" }) }).then(answer => answer.json()).then(json => typeof json.parameters.radius)
      """
    #expect(try browser.value(call) as? String == "number")
    try thePageFillsEveryScreen(browser)
    let complaints = try browser.complaints()
    expect(complaints, equals: [], "\(complaints)")
    // The daemon goes.
    demo.end()
    try browser.wait(for: "bridge.state === 'the daemon is gone'")
  }

  private func thePageFillsEveryScreen(_ browser: PageBrowser) throws {
    for (width, height) in Screens.all {
      try browser.send("size", ["width": width, "height": height])
      try browser.wait(for: "innerWidth === \(width)")
      for dark in [false, true] {
        try browser.send("scheme", ["dark": dark])
        let found = try Screens.ask(
          browser,
          """
          const found = faults(), {width, height} = document.querySelector("svg").getBoundingClientRect(), root = document.documentElement;
          if (root.scrollHeight > innerHeight) found.push(`${root.scrollHeight} px tall`);
          if (Math.min(width, height) < 0.55 * Math.min(innerWidth, innerHeight)) found.push(`the drawing is ${width} × ${height}`);
          if (light(getComputedStyle(document.body).backgroundColor) > 0.5 === \(dark)) found.push("the page has the other colours");
          return found;
          """)
        #expect(found as? [String] == [], "\(width) × \(height), dark \(dark)")
      }
    }
  }

  /// Of a wearer who only stands there is a band in place of the arrow.
  @Test func thePageDrawsABand() throws {
    let demo = try Demo(["simulate", "look-around"]), examples = try Examples()
    let bridge = try ServedBridge(demo, "--origin", examples.origin), browser = try PageBrowser()
    try browser.send("open", ["url": examples.page(bridge)])
    try browser.wait(for: "bridge.band >= 50 && bridge.poses > 20")
    let drawn = try browser.value(
      "[document.getElementById('arrow').style.visibility, document.getElementById('band').getAttribute('d').length > 20]"
    )
    #expect((drawn as? [Any])?[0] as? String == "hidden" && (drawn as? [Any])?[1] as? Bool == true, "\(drawn)")
    let complaints = try browser.complaints()
    expect(complaints, equals: [], "\(complaints)")
  }

  @Test func aPageOfAnotherOriginIsRefused() throws {
    let demo = try Demo(), examples = try Examples(), bridge = try ServedBridge(demo), browser = try PageBrowser()
    try browser.send("open", ["url": examples.page(bridge)])
    try browser.wait(for: "bridge.state.includes('no connection (1006)')")
    #expect(try browser.value("bridge.poses") as? Int == 0)
    let fetched = try browser.value(
      "fetch('\(bridge.link("/"))').then(() => 'read', error => error.name)")
    #expect(fetched as? String == "TypeError")
    try expect(bridge.refused("origin"), isAtLeast: 2)
  }
}
