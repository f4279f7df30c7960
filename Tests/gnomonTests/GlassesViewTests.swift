import Expectations
import Foundation
import TestSupport
import Testing

/// `gnomon view --display glasses`: what is served.
@Suite struct GlassesServedTests {
  @Test func theAngleIsThatOfTheOption() throws {
    let demo = try Demo()
    let view = try ServedView(["--socket", demo.socket, "--display", "glasses", "--diagonal", "52"])
    #expect(try view.get("/display.js", view.cookie()).hasSuffix("export const diagonal = 52.0;\n"))
    // The page for a screen has no angle.
    let usual = try ServedView(demo), other = try usual.cookie()
    expect(status(try usual.get("/display.js", other)), equals: 404)
    #expect(try usual.get("/", other).contains("src=\"/main.js\""))
    try otherMachinesAndRecordingsAreServed(demo)
  }

  private func otherMachinesAndRecordingsAreServed(_ demo: Demo) throws {
    let listened = try ListenedView(demo, isPlain: true, "--display", "glasses")
    #expect(try listened.get("/").contains("inputmode=\"numeric\""))
    let cookie = try listened.cookie()
    #expect(try listened.get("/", cookie).contains("src=\"/glasses.js\""))
    #expect(try listened.get("/display.js", cookie).hasSuffix("export const diagonal = 46.0;\n"))

    let scratch = try Scratch(), file = scratch.path("walk.gnomon")
    try expect(gnomon("simulate", "look-around", "-o", file).status, equals: 0)
    let view = try ServedView(["--recording", file, "--display", "glasses"])
    #expect(view.socket != nil)
    #expect(try view.get("/?token=\(view.token)").contains("src=\"/glasses.js\""))
  }
}

/// The page of the glasses in a real browser.
@Suite(
  .serialized, .timeLimit(.minutes(5)), .enabled(if: Browser.isHere && RigProcess.has("python3"), "needs Chromium"))
struct GlassesViewTests {
  /// Whether the picture has nothing but black, each part exactly.
  private static let isBlack = """
    (() => { const canvas = document.getElementById("view"), {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      for (let at = 0; at < data.length; at += 4) if (data[at] || data[at + 1] || data[at + 2]) return false;
      return true; })()
    """

  private func view(_ plan: [String], _ furnish: (Demo) throws -> Void) throws -> (Demo, ServedView, PageBrowser) {
    let demo = try Demo(["simulate"] + plan)
    try furnish(demo)
    let view = try ServedView(["--socket", demo.socket, "--display", "glasses"]), browser = try PageBrowser()
    try browser.send("open", ["url": view.link, "width": 1920, "height": 1080])
    try browser.wait(for: "window.gnomonView?.session.viewport")
    return (demo, view, browser)
  }

  /// A place straight ahead is in the middle, and at its angle when the head turns; everything else is black.
  @Test func placesAreWhereTheWearerSeesThem() throws {
    let (demo, view, browser) = try view(["straight", "--from", "60"]) { demo in
      let at = Demo.place(330)
      let run = try demo.run("place", "add", "\(at.latitude.value)", "\(at.longitude.value)", "Ahead", "--id", "Ahead")
      expect(run.status, equals: 0, "\(run)")
    }
    // 46° from corner to corner of 1920 by 1080: so many pixels from the eye to the display.
    let focal = hypot(1920, 1080) / 2 / tan(23 * Double.pi / 180)
    for (least, most) in [(0.0, 3.0), (8, 17)] {
      // A frame in which the place lies so many degrees beside the middle.
      _ = try browser.value(
        """
        (gnomonView.look = frame => {
          const {published, time, drawn} = frame, place = published?.placements?.find(x => x.id === "Ahead"), label = drawn.find(x => x.kind === "place");
          const pose = published && gnomonView.session.poses.at(time, published.scene_id);
          if (!place || !label || !pose || !document.getElementById("sentence").hidden) return null;
          const {x, y, z, w} = pose.orientation, dots = frame.ratio, rise = Math.asin(2 * (w * x - y * z)) * 180 / Math.PI;
          return {label, across: (place.azimuth_deg - pose.heading_deg + 540) % 360 - 180, up: place.drawn_elevation_deg - rise,
            x: label.x * dots - 960, y: 540 - label.y * dots}; },
        gnomonView.holdWhen = frame => { const seen = gnomonView.look(frame);
          return seen && Math.abs(seen.across) >= \(least) && Math.abs(seen.across) < \(most) && Math.abs(seen.up) < 9 && Math.abs(frame.published.upright_deg) < 2; },
        gnomonView.isHeld = false, gnomonView.session.isDirty = true, 1)
        """)
      try browser.wait(for: "gnomonView.isHeld")
      let seen = try #require(
        try browser.value(
          """
          (() => {
            const {label, across, up, x, y} = gnomonView.look(gnomonView.frame), canvas = document.getElementById("view"), dots = gnomonView.frame.ratio;
            const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height), all = canvas.width * canvas.height;
            const isBlack = at => !data[at] && !data[at + 1] && !data[at + 2];
            let black = 0, bright = 0;
            for (let at = 0; at < data.length; at += 4) {
              const column = at / 4 % canvas.width, row = Math.floor(at / 4 / canvas.width);
              const isLabel = Math.abs(column - label.x * dots) < (label.width / 2 + 30) * dots && row > (label.y - label.height / 2 - 30) * dots;
              if (isBlack(at)) black++;
              else if (!isLabel) return {stray: [column, row, data[at], data[at + 1], data[at + 2]]};
              else if (data[at + 1] > 200) bright++;
            }
            return {numbers: [across, up, x, y, black / all, bright], size: [canvas.width, canvas.height],
              elements: [...document.body.querySelectorAll("*")].map(x => x.tagName).join(" "), scripts: document.scripts.length,
              ground: [document.documentElement, document.body].map(x => getComputedStyle(x).backgroundColor).join(" "),
              cursor: [document.body, canvas].map(x => getComputedStyle(x).cursor).join(" ")};
          })()
          """) as? [String: Any])
      #expect(seen["size"] as? [Int] == [1920, 1080], "\(seen)")
      #expect(seen["elements"] as? String == "CANVAS P P" && seen["scripts"] as? Int == 1, "\(seen)")
      #expect(
        seen["ground"] as? String == "rgb(0, 0, 0) rgb(0, 0, 0)" && seen["cursor"] as? String == "none none", "\(seen)")
      // The walk is an invented one, and the wearer is told, also beside a held picture.
      try browser.wait(for: "document.getElementById('caption').textContent.includes('simulated')")
      let numbers = try #require(seen["numbers"] as? [Double], "\(seen)")
      try #require(numbers.count == 6)
      // A degree and a half for the tilt of the head, and for its turn since the frame: another diagonal, of 60°, is two degrees
      // off.
      for (angle, pixels) in [(numbers[0], numbers[2]), (numbers[1], numbers[3])] {
        expect(
          abs(pixels - focal * tan(angle * Double.pi / 180)), isBelow: focal * tan(1.5 * Double.pi / 180), "\(seen)")
      }
      if most < 5 { #expect(abs(numbers[2]) < 180 && abs(numbers[3]) < 450, "\(seen)") }
      #expect(numbers[4] > 0.95 && numbers[5] > 300, "\(seen)")
    }
    _ = try browser.value("(gnomonView.holdWhen = null, gnomonView.isHeld = false, 1)")
    try theAngleIsThatOfTheWindow(browser)
    let complaints = try browser.complaints()
    expect(complaints, equals: [], "\(complaints)")
    try oldThingsAreNotDrawn(demo, view, browser)
  }

  /// The angle of a pixel follows the window; the text keeps its angle.
  private func theAngleIsThatOfTheWindow(_ browser: PageBrowser) throws {
    for (width, height, across) in [
      (1920, 1080, 40.606), (1280, 720, 40.606), (1920, 1200, 39.593), (800, 800, 33.414),
    ] {
      try browser.send("size", ["width": width, "height": height])
      try browser.wait(
        for:
          "innerWidth === \(width) && innerHeight === \(height) && document.getElementById('view').width === \(width) && document.getElementById('view').height === \(height)"
      )
      let asked = try #require(try browser.value("gnomonView.session.viewport") as? [String: Double])
      expect(abs((asked["fieldOfView"] ?? 0) - across), isBelow: 0.01, "\(asked)")
      expect(
        abs((asked["width"] ?? 0) / (asked["height"] ?? 1) - Double(width) / Double(height)), isBelow: 0.01, "\(asked)")
      let focal = (asked["width"] ?? 0) / 2 / tan((asked["fieldOfView"] ?? 1) * .pi / 360)
      #expect(focal < 1301 && (width < 1280 || focal > 1299), "\(asked)")
    }
  }

  private func says(_ text: String) -> String {
    "!document.getElementById('sentence').hidden && document.getElementById('sentence').textContent.includes('\(text)')"
  }

  /// Of a wearer who only stands the heading is too uncertain for labels: a sentence in the middle says so. The view for a screen,
  /// of the same daemon, shows a band.
  @Test func aStandingWearerSeesTheReasonAndABand() throws {
    let (demo, view, browser) = try view(["look-around"]) { demo in
      let place = Demo.place(60), scratch = try Scratch()
      let run = try demo.run("place", "add", "\(place.latitude.value)", "\(place.longitude.value)", "Kiosk")
      expect(run.status, equals: 0, "\(run)")
      let way = try scratch.write(Demo.route([Demo.place(0), Demo.place(250)]), to: "way.json")
      try expect(demo.run("route", "load", way, "--name", "Pier").status, equals: 0)
    }
    try browser.wait(for: says("labels wait: "))
    #expect(try browser.value("gnomonView.frame.drawn.some(x => x.kind === 'place')") as? Bool == false)
    let box =
      "[document.getElementById('sentence').getBoundingClientRect()].map(b => [(b.left + b.right) / 2, (b.top + b.bottom) / 2])[0]"
    let middle = try #require(try browser.value(box) as? [Double])
    #expect(abs(middle[0] - 960) < 2 && abs(middle[1] - 540) < 2, "\(middle)")
    try aClickOrAKeyFillsTheScreen(browser)
    let screen = try ServedView(demo)
    try theDestinationIsABand(screen, browser)
    let complaints = try browser.complaints()
    expect(complaints, equals: [], "\(complaints)")
    withExtendedLifetime(view) {}
  }

  /// Nothing old stays in the picture when the line to the machine is silent, and when the daemon has ended.
  private func oldThingsAreNotDrawn(_ demo: Demo, _ view: ServedView, _ browser: PageBrowser) throws {
    let drawn = "document.getElementById('sentence').hidden && !\(Self.isBlack)"
    var isSeen = false
    for _ in 0..<20 where !isSeen {
      try browser.wait(for: drawn)
      view.process.signal(SIGSTOP)
      // All that was sent before has come: the picture stands still, and has something in it.
      _ = try browser.value("new Promise(done => setTimeout(() => done(1), 300))")
      isSeen = try browser.value(drawn) as? Bool == true
      if !isSeen { view.process.signal(SIGCONT) }
    }
    #expect(isSeen)
    try browser.wait(for: "\(says("no data from the daemon")) && \(Self.isBlack)")
    view.process.signal(SIGCONT)
    try browser.wait(for: drawn)
    demo.end()
    try browser.wait(for: "\(says("The daemon has stopped")) && \(Self.isBlack)")
    #expect(try browser.value("document.getElementById('caption').hidden") as? Bool == true)
  }

  private func aClickOrAKeyFillsTheScreen(_ browser: PageBrowser) throws {
    let asked = try #require(
      try browser.value(
        """
        (() => { const asked = window.asked = [];
          document.documentElement.requestFullscreen = async () => { asked.push(1); };
          for (const key of ["Escape", "F11", "Control"]) dispatchEvent(new KeyboardEvent("keydown", {key, ctrlKey: key === "Control"}));
          return asked.length; })()
        """) as? Int)
    expect(asked, equals: 0)
    try browser.send("key", ["key": "a"])
    try browser.wait(for: "asked.length === 1")
    try browser.send("click", ["x": 300, "y": 300])
    try browser.wait(for: "asked.length === 2")
    // The screen is asked to stay on, here also over plain HTTP from this machine.
    try browser.wait(for: "isSecureContext && gnomonView.isAwake !== null")
  }

  /// The part in view at the pixels of its angles, a sector on the radar, and nothing else.
  private func theDestinationIsABand(_ view: ServedView, _ browser: PageBrowser) throws {
    try browser.send("open", ["url": view.link, "dark": true])
    try browser.wait(for: "window.gnomonView?.session.viewport")
    _ = try browser.value(
      "gnomonView.holdWhen = frame => frame.drawn.some(x => x.kind === 'band' && x.left > -29 && x.right >= 29), 1")
    try browser.wait(for: "gnomonView.isHeld")
    let seen = try #require(
      try browser.value(
        """
        (() => {
          const {published, drawn, width, fieldOfView} = gnomonView.frame, band = drawn.find(x => x.kind === "band");
          const focal = width / 2 / Math.tan(fieldOfView * Math.PI / 360), {left_deg} = published.finish.band;
          const wanted = width / 2 + focal * Math.tan(band.left * Math.PI / 180), turns = (left_deg - band.left) / 360;
          const ink = document.getElementById("view").getContext("2d"), ratio = gnomonView.frame.ratio;
          const pixel = x => [...ink.getImageData(Math.round(x * ratio), Math.round(63 * ratio), 1, 1).data].slice(0, 3);
          const [inside, outside] = [pixel(band.x + 4), pixel(band.x - 4)];
          return {off: Math.abs(band.x - wanted), turns: Math.abs(turns - Math.round(turns)), name: band.id,
            sector: drawn.some(x => x.kind === "sector"), edge: inside[0] - outside[0],
            others: drawn.filter(x => ["finish", "arrow", "place", "hint", "line", "marker"].includes(x.kind)).length,
            state: published.status.state, chips: document.getElementById("chips").textContent};
        })()
        """) as? [String: Any])
    #expect(seen["state"] as? String == "vague" && seen["name"] as? String == "Pier" && seen["sector"] as? Bool == true)
    #expect(
      (seen["off"] as? NSNumber)?.doubleValue ?? .nan < 0.01 && (seen["turns"] as? NSNumber)?.doubleValue ?? .nan < 1e-6
    )
    expect((seen["edge"] as? Int ?? 0), isAbove: 60, "\(seen)")
    #expect(
      seen["others"] as? Int == 0 && (seen["chips"] as? String)?.contains(/labels wait: heading ± \d+° of 15°/) == true,
      "\(seen)")
  }
}
