import Expectations
import Foundation
import Geometry
import TestSupport
import Testing

/// The page in a real browser: one run in steps with a daemon on its walk through the city, and one with a recording.
@Suite(.serialized, .enabled(if: Browser.isHere && RigProcess.has("python3"), "needs Chromium"))
struct ViewPageTests {
  /// The corners of the walk: meters along its first street, and to the right of it.
  private static let corners = [
    (0.0, 0.0), (85, 0), (85, 124), (180, 124), (180, 4), (154, -33), (274, -33), (274, 42),
  ]

  /// Adds places along the walk, with a name that contains markup and one that reverses the line, and a route of its streets.
  private func furnish(_ demo: Demo) throws {
    let scratch = try Scratch()
    let wild = "<script>window.wasRun = 1</script>", turned = "Alt\u{202E}er\u{7} \u{9B}Hafen"
    for (id, (name, ahead, right)) in [
      (wild, 110.0, 6.0), (turned, 190, -30), ("Near", 95, 1), ("Nearby", 97, 2), ("Behind", -80, 0),
      (wild, 92, 150), (wild, 215, 118), (wild, 176, -25), (wild, 300, -30), (wild, 278, 70),
    ].enumerated() {
      let place = Demo.place(ahead, right: right)
      let run = try demo.run(
        "place", "add", "\(place.latitude.value)", "\(place.longitude.value)", name, "--category", "<b>café</b>",
        "--id", "\(id)")
      expect(run.status, equals: 0, "\(run)")
    }
    let way = try scratch.write(Demo.route(Self.corners.map { Demo.place($0, right: $1) }), to: "way.json")
    try expect(demo.run("route", "load", way, "--name", "<i>Pier</i>").status, equals: 0)
  }

  @Test func aViewFromItsLinkToTheDaemonsReturn() throws {
    let demo = try Demo(Demo.walk)
    try furnish(demo)
    // The certificate of the view for other machines is accepted, as after a warning.
    let view = try ServedView(demo), browser = try PageBrowser("--ignore-certificate-errors")
    try browser.send("open", ["url": view.link])
    try browser.wait(for: "window.gnomonView?.frame?.published && !!document.querySelector('#sheet svg')")
    try theDrawingShowsThePublishedFrame(browser)
    try aFrameTouchesFewThings(browser)
    try theHorizonIsWhereTheCameraLooks(browser)
    try everyScreenCanBeRead(browser)
    try thePlanLiesUnderTheWearer(browser)
    try aSecondRendererAgreesToAPixel(demo, browser)
    try theRadarsNorthIsClearOfItsScale(browser)
    try theDestinationIsNamedOnce(browser)
    try theListOfDoubtsOpensByItself(browser)
    try expect(browser.complaints(), equals: [])
    try aPhoneShowsTheViewAfterTheCode(demo, browser)
    // With the setting for reduced motion everything else is shown as usual.
    try browser.send("open", ["url": "http://\(view.host)/", "calm": true])
    try theDaemonMayEndAndReturn(demo, view, browser)
  }

  /// The picture of the tracks lies under the wearer: its newest place is at the middle of the plan, and follows a zoom.
  private func thePlanLiesUnderTheWearer(_ browser: PageBrowser) throws {
    let off = """
      (() => {
        const track = document.querySelector("#map svg #track-after"), route = document.querySelector("#map svg #track-route");
        if (!track || !route || track.getTotalLength() === 0) return null;
        const end = track.getPointAtLength(track.getTotalLength()), box = document.getElementById("plan").getBoundingClientRect();
        const at = new DOMPoint(end.x, end.y).matrixTransform(track.getScreenCTM()), drawn = route.getTotalLength() * route.getScreenCTM().a;
        return `${at.x - box.left - box.width / 2} ${at.y - box.top - box.height / 2} ${drawn}`;
      })()
      """
    /// How far the newest place is from the middle, and the length of the route, in pixels.
    func state() throws -> (off: Double, route: Double) {
      let text = try #require(try browser.send("until", ["script": off, "seconds": waitingLimit]) as? String)
      let numbers = text.split(separator: " ").compactMap { Double($0) }
      try #require(numbers.count == 3, "\(text)")
      return (max(abs(numbers[0]), abs(numbers[1])), numbers[2])
    }
    let first = try state()
    // A picture is up to a second old, in which the wearer walks 4 px.
    expect(first.off, isBelow: 8, "\(first)")
    _ = try browser.value("document.getElementById('farther').click(), document.getElementById('farther').click(), 1")
    try browser.wait(for: "(\(off))?.split(' ')[2] * 2 < \(first.route)")
    let second = try state()
    expect(second.off, isBelow: 8, "\(second)")
  }

  private func theDrawingShowsThePublishedFrame(_ browser: PageBrowser) throws {
    // The frame is held for the comparison, once it has a label completely in view and four visible arrows.
    _ = try browser.value(
      """
      gnomonView.isWild = x => x.kind === "place" && x.name.includes("<script>") && x.band === "near" && x.x > 100
        && x.x < gnomonView.frame.width - 100, gnomonView.holdWhen = frame => frame.published?.arrows?.arrows.filter(x => x.screen?.where === "inside").length > 3
        && frame.published.placements?.some(x => x.screen?.where === "inside") && frame.drawn.some(gnomonView.isWild) && frame.drawn.some(x => x.kind === "arrow" && x.distance < 20
        && x.x > 200 && x.x < frame.width - 40 && x.y < frame.height - 20), 1
      """)
    try browser.wait(for: "gnomonView.isHeld")
    let script = """
      (() => {
        const frame = gnomonView.frame, {published, drawn} = frame, faults = [], ratio = frame.ratio;
        const near = (item, x, y) => item && Math.hypot(item.x - x, item.y - y) < 0.01;
        const find = (kind, id) => drawn.find(item => item.kind === kind && item.id === id);
        const inside = s => s && s.where === "inside";
        let places = 0, arrows = 0, looked = 0;
        for (const p of published.placements) if (inside(p.screen)) {
          places++;
          if (!near(find("place", `${p.layer}/${p.id}`), p.screen.x_px, p.screen.y_px)) faults.push(`place ${p.id}`);
        }
        for (const a of published.arrows.arrows) if (inside(a.screen)) {
          arrows++;
          if (!near(find("arrow", a.number), a.screen.x_px, a.screen.y_px)) faults.push(`arrow ${a.number}`);
        }
        const radar = published.radar.marks.filter(mark => !find("radar", `${mark.layer}/${mark.id}`));
        if (radar.length) faults.push("radar");
        const line = find("line", published.line?.width);
        if (!(line?.drawn > 0 && line.vertices === published.line.vertices.length)) faults.push("line");
        // Labels turn with their billboards, which are level, and are smaller from afar.
        for (const label of drawn) if (label.kind === "place") {
          if (Math.abs(label.upright - published.upright_deg) > 8) faults.push(`tilt ${label.upright} of ${label.id}`);
          if (!(label.scale >= 0.8 && label.scale <= 1.12)) faults.push(`scale ${label.scale} of ${label.id}`);
        }
        // Pixels: the bar of a label has the colour of its band, and the middle of an arrow that of the way.
        const ink = document.getElementById("view").getContext("2d");
        const pixel = (x, y) => [...ink.getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data].slice(0, 3);
        const rgb = hex => [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16));
        const off = (a, b) => Math.max(...a.map((value, index) => Math.abs(value - b[index])));
        const wild = drawn.find(gnomonView.isWild);
        // Nothing but a nearer label is drawn over a label.
        const covered = drawn.some(x => x.kind === "place" && x !== wild && Math.abs(x.x - wild.x) < 160 && Math.abs(x.y - wild.y) < 50)
          || drawn.some(x => x.kind === "hint" && Math.abs(x.y - wild.y) < 60 && x.x > frame.width / 2 === wild.x > frame.width / 2);
        const turn = -wild.upright * Math.PI / 180, left = -wild.width / 2 + 6;
        const bar = pixel(wild.x + left * Math.cos(turn), wild.y + left * Math.sin(turn));
        if (!covered) { looked++; if (off(bar, rgb(wild.colour)) > 40) faults.push(`bar ${bar} is not ${wild.colour}`); }
        const arrow = drawn.filter(x => x.kind === "arrow" && x.distance < 20 && x.x > 200 && x.x < frame.width - 40 && x.y < frame.height - 20)[0];
        const middle = pixel(arrow.x, arrow.y), around = drawn.some(x => x.kind !== "arrow" && x.kind !== "heading" && x.kind !== "plan"
          && Math.hypot(x.x - arrow.x, x.y - arrow.y) < 120);
        if (!around) { looked++; if (middle[1] < middle[0] + 40) faults.push(`arrow is ${middle}`); }
        return {faults, places, arrows, looked, texts: drawn.filter(x => x.kind === "place").map(x => x.name),
          wasRun: !!window.wasRun, scripts: document.scripts.length, address: location.pathname + location.search,
          way: document.getElementById("way-title").textContent};
      })()
      """
    let seen = try #require(try browser.value(script) as? [String: Any])
    #expect(seen["faults"] as? [String] == [])
    #expect(
      (seen["places"] as? Int ?? 0) >= 1 && (seen["arrows"] as? Int ?? 0) > 3 && (seen["looked"] as? Int ?? 0) >= 1,
      "\(seen)")
    let texts = seen["texts"] as? [String] ?? []
    #expect(texts.contains { $0.hasPrefix("<script>") }, "\(texts)")
    #expect(
      texts.allSatisfy {
        !$0.unicodeScalars.contains { $0.value < 0x20 || 0x7F...0x9F ~= $0.value || $0.value == 0x202E }
      })
    #expect(seen["wasRun"] as? Bool == false && seen["scripts"] as? Int == 1 && seen["address"] as? String == "/")
    #expect((seen["way"] as? String ?? "").hasPrefix("Pier: "), "\(seen)")

    // A click on a label shows its details; markup in them is shown as text.
    _ = try browser.value("(gnomonView.holdWhen = null, gnomonView.isHeld = false, 1)")
    // The walk goes on: on a busy machine a click may come where the label was.
    try waitUntil {
      let at = try browser.value(
        """
        (() => { const box = document.getElementById("view").getBoundingClientRect();
          const label = gnomonView.frame.drawn.find(x => x.kind === "place" && x.x > 60 && x.x < gnomonView.frame.width - 60);
          return label ? [box.left + label.x, box.top + label.y] : null; })()
        """)
      guard let at = at as? [Double] else { return false }
      try browser.send("click", ["x": at[0], "y": at[1]])
      // The daemon is asked what is there.
      let isShown =
        "!document.getElementById('detail').hidden && document.getElementById('detail-list').textContent.includes('<b>café</b>')"
      return (try? browser.send("until", ["script": isShown, "seconds": 2])) != nil
    }
    #expect(try browser.value("document.querySelectorAll('#detail b').length") as? Int == 0)
  }

  private static let hasDrawn =
    "gnomonView.frame?.published?.placements?.length && gnomonView.frame.drawn.some(x => x.kind === 'place') && gnomonView.frame.drawn.filter(x => x.kind === 'arrow').length > 3"

  /// A second renderer in Python, with its own computation from poses, alignments and maps, at the very same times.
  private func aSecondRendererAgreesToAPixel(_ demo: Demo, _ browser: PageBrowser) throws {
    try browser.wait(for: Self.hasDrawn)
    let size = try #require(
      try browser.value("[gnomonView.frame.width, gnomonView.frame.height, gnomonView.frame.fieldOfView]") as? [Double])
    _ = try browser.value(
      "(window.kept = {}, gnomonView.holdWhen = frame => { if (frame.published) kept[frame.time] = frame.drawn; }, 1)")
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/examples/renderer.py").path
    /// Returns the lines of the second renderer; nil if it was turned out, since a busy machine let it read nothing for seconds.
    func render(_ words: String...) throws -> [String]? {
      let python = try RigProcess(
        "python3",
        [
          script, "--socket", demo.socket, "--width", "\(size[0])", "--height", "\(size[1])", "--field-of-view",
          "\(size[2])",
        ] + words)
      let (lines, status) = python.finish()
      return status == 0 ? lines : nil
    }
    /// The frames of the second renderer, and those that the page drew meanwhile.
    func round() throws -> (lines: [String], kept: [String: [[String: Any]]])? {
      _ = try browser.value("(window.kept = {}, 1)")
      guard let lines = try render("--json", "--frames", "60", "--rate", "120") else { return nil }
      try #require(lines.count == 60)
      return (lines, try #require(try browser.value("kept") as? [String: [[String: Any]]]))
    }
    var compared = ["place": 0, "arrow": 0], worst = 0.0, common = 0
    func compare(_ lines: [String], _ kept: [String: [[String: Any]]]) throws {
      for line in lines {
        let frame = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let time = try #require(frame["time_boot_ns"] as? Int)
        guard let drawn = kept["\(time)"] else { continue }
        common += 1
        for thing in try #require(frame["seen"] as? [[String: Any]]) {
          let kind = try #require(thing["kind"] as? String), id = "\(try #require(thing["id"]))"
          guard (thing["screen"] as? [String: Any])?["where"] as? String == "inside" else { continue }
          let own = try #require(
            drawn.first { $0["kind"] as? String == kind && "\($0["id"] ?? "")" == id }, "\(kind) \(id)")
          func number(_ value: Any?) -> Double { (value as? NSNumber)?.doubleValue ?? .nan }
          let off = Geometry.hypot(number(own["x"]) - number(thing["x"]), number(own["y"]) - number(thing["y"]))
          worst = max(worst, off)
          expect(off, isBelow: 1, "\(kind) \(id): \(off) px")
          compared[kind, default: 0] += 1
        }
      }
    }
    // A busy machine draws few frames, so few are common to both.
    try waitUntil {
      guard let (lines, kept) = try round() else { return false }
      try compare(lines, kept)
      return common > 10 && (compared["place"] ?? 0) > 10 && (compared["arrow"] ?? 0) > 10
    }
    print("the page and Python: \(compared) in \(common) frames, at most \(worst) px apart")
    _ = try browser.value("(gnomonView.holdWhen = null, 1)")
    let scratch = try Scratch(), drawing = scratch.path("frame.svg")
    try waitUntil { try render("--svg", drawing) != nil }
    let svg = try String(contentsOfFile: drawing, encoding: .utf8)
    #expect(svg.hasPrefix("<svg") && !svg.contains("<script>") && !svg.contains("\u{7}"))
  }

  /// The page has 4 ms of a frame's 16 for its own work. Its cost is counted in calls of the canvas and in changes of the page.
  private func aFrameTouchesFewThings(_ browser: PageBrowser) throws {
    _ = try browser.value(
      """
      (() => {
        const {prototype} = CanvasRenderingContext2D, counts = window.counts = [];
        let calls = 0, changes = 0;
        for (const [name, {value}] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
          if (typeof value === "function" && name !== "constructor") prototype[name] = function(...words) { calls++; return value.apply(this, words); };
        new MutationObserver(list => { changes += list.length; })
          .observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
        gnomonView.holdWhen = frame => {
          counts.push([calls, frame.drawn.length, changes]);
          calls = changes = 0;
          return counts.length > 90;
        };
        return 1;
      })()
      """)
    try browser.wait(for: "gnomonView.isHeld")
    _ = try browser.value("(gnomonView.holdWhen = null, gnomonView.isHeld = false, 1)")
    // The first one counts from the middle of a frame.
    let counts = try #require(try browser.value("counts.slice(1)") as? [[Int]])
    let most = (0..<3).map { column in counts.map { $0[column] }.max() ?? 0 }
    print("calls of the canvas, things drawn, and changes of the page, the most of a frame: \(most)")
    #expect(most[0] < 1500 && most[2] < 100, "\(most)")
  }

  /// The horizon is drawn around the camera's own heading: its module draws with a pen that writes down where to.
  private func theHorizonIsWhereTheCameraLooks(_ browser: PageBrowser) throws {
    _ = try browser.value(
      """
      (import("/backdrop.js").then(({drawBackdrop}) => {
        let lines = [], shows = false;
        const pen = new Proxy({}, {get: (_, name) => name === "lineTo" ? x => { if (shows) lines.push(x); }
          : name === "createLinearGradient" ? () => ({addColorStop() {}}) : () => {}, set: () => true});
        const camera = {heading: 1.2, up: {x: 0, y: 1, z: 0}, focal: 500, width: 800, height: 600, x: 400, y: 300,
          position: {x: 0, y: 0, z: 0}, seen: () => ({x: 0, y: 0, z: 0}), onScreen: () => ({x: 0, y: 0}),
          towards: azimuth => { shows = true; return {x: azimuth, y: 0}; }};
        drawBackdrop(pen, camera, null, -1.6);
        window.horizon = [Math.min(...lines), Math.max(...lines)];
      }), 1)
      """)
    try browser.wait(for: "!!window.horizon")
    let range = try #require(try browser.value("horizon") as? [Double]), heading = 1.2 * 180 / Double.pi
    #expect(abs(range[0] - heading + 80) <= 5 && abs(range[1] - heading - 80) <= 5, "\(range) around \(heading)")
  }

  private func theDaemonMayEndAndReturn(_ demo: Demo, _ view: ServedView, _ browser: PageBrowser) throws {
    try browser.wait(for: "gnomonView.frame?.published && document.getElementById('away').hidden")
    demo.end()
    try browser.wait(
      for:
        "!document.getElementById('away').hidden && document.getElementById('away').textContent.includes('The daemon has stopped')"
    )
    try demo.start()
    try browser.wait(
      for: "document.getElementById('away').hidden && gnomonView.frame?.published && !gnomonView.session.away")
    // In one expression each: a new scene may have no frame for a moment.
    try browser.wait(for: "(window.before = gnomonView.frame?.time ?? 0) > 0")
    try browser.wait(for: "gnomonView.frame?.time > window.before")

    // Buttons and keys: a nudge turns the heading, a release takes it back, and another one has nothing to take back.
    try browser.wait(
      for:
        "!document.getElementById('right10').disabled && gnomonView.session.state?.localization.state === 'localized'")
    _ = try browser.value("document.getElementById('right10').click()")
    try browser.send("key", ["key": "l"])
    _ = try browser.value("document.getElementById('release').click()")
    _ = try browser.value("document.getElementById('release').click()")
    try browser.wait(for: "document.getElementById('said').textContent.includes('heading not held')")
    let scene = try #require(try browser.value("gnomonView.frame.published.scene_id") as? Int)
    _ = try browser.value("document.getElementById('reset').click()")
    try browser.wait(for: "gnomonView.frame.published.scene_id > \(scene)")
    _ = try browser.value("document.getElementById('record').click()")
    try browser.wait(for: "document.getElementById('record-text').textContent === 'Stop recording'")
    _ = try browser.value("document.getElementById('record').click()")
    try browser.wait(for: "document.getElementById('record-text').textContent === 'Record'")

    // When the program itself ends, the page states that.
    view.process.signal(SIGTERM)
    try browser.wait(for: "document.getElementById('away').textContent.includes('gnomon view has ended')")
  }

  @Test func aRecordingHasABarOfTime() throws {
    let scratch = try Scratch(), recording = scratch.path("walk.gnomon")
    try expect(gnomon("simulate", "city-blocks", "-o", recording).status, equals: 0)
    let way = try scratch.write(
      Demo.route([Demo.place(0), Demo.place(85), Demo.place(85, right: 124)]), to: "way.json")
    let place = Demo.place(60, right: 5)
    let places = try scratch.write(
      #"{"type":"Feature","properties":{"name":"Kiosk"},"geometry":{"type":"Point","coordinates":[\#(place.longitude.value),\#(place.latitude.value)]}}"#,
      to: "places.geojson")
    let folder: String
    do {
      let view = try ServedView(["--recording", recording, "--speed", "4", "--route", way, "--places", places])
      let browser = try PageBrowser()
      folder = URL(fileURLWithPath: try #require(view.socket)).deletingLastPathComponent().path
      try browser.send("open", ["url": view.link])
      /// Moves the bar once the page knows when the present daemon was started; after each start it asks for that.
      func jump(to seconds: Int) throws {
        try browser.wait(
          for: """
            (() => { const bar = document.getElementById('bar'), {info} = gnomonView.session;
              if (!info) return false;
              window.before = info.started_boot_ns; bar.value = \(seconds); bar.dispatchEvent(new Event('change')); return true; })()
            """)
      }
      /// Jumps, and waits for a frame of the daemon that the jump begins: the one before it is drawn until then.
      func seek(_ seconds: Int) throws {
        try jump(to: seconds)
        try browser.wait(
          for: """
            (() => { const {session, frame} = gnomonView;
              return !session.away && session.replay.from === \(seconds) && session.info && session.info.started_boot_ns !== before
                && frame.published && frame.published === session.frame && !frame.published.is_stale
                && session.position >= \(seconds) && session.position < \(seconds) + 40; })()
            """)
      }
      try browser.wait(
        for: "gnomonView.frame?.published && gnomonView.session.info && !document.getElementById('time').hidden")
      try seek(300)
      // Back again: the places and the route are there as at first.
      try seek(20)
      try browser.wait(
        for:
          "gnomonView.frame.published?.placements?.some(p => p.name === 'Kiosk') && gnomonView.frame.published.progress"
      )
      _ = try browser.value("document.getElementById('play').click()")
      try browser.wait(for: "document.getElementById('play').textContent === 'Play' && !gnomonView.session.away")
      // The pause ends the daemon, so no frame can come any more; those on their way are drawn soon.
      try waitUntil { try gnomon("status", "--socket", #require(view.socket)).status != 0 }
      /// The times of the frame and in the recording, after the browser has drawn ten times.
      func times() throws -> [Double] {
        let script = """
          new Promise(done => { let left = 10; const next = () => left-- ? requestAnimationFrame(next)
            : done([gnomonView.frame.time, gnomonView.session.position]); next(); })
          """
        return try #require(try browser.value(script) as? [Double])
      }
      var frames = try times()
      try waitUntil {
        let before = frames
        frames = try times()
        return frames == before
      }
      try expect(times(), equals: frames)
      _ = try browser.value("document.getElementById('play').click()")
      try browser.wait(for: "gnomonView.session.position > \(frames[1]) + 1 && !gnomonView.session.away")
      // At its end the last picture stays, and it can begin again.
      let duration = try #require(try browser.value("gnomonView.session.replay.duration") as? Double)
      try jump(to: Int(duration) - 20)
      try browser.wait(for: "document.getElementById('play').textContent === 'Again' && !gnomonView.session.away")
      #expect(try browser.value("gnomonView.session.frame.is_stale") as? Bool == false)
      _ = try browser.value("document.getElementById('play').click()")
      try browser.wait(for: "gnomonView.session.replay.playing && gnomonView.session.replay.from === 0")
      let complaints = try browser.complaints()
      expect(complaints, equals: [], "\(complaints)")
      view.process.signal(SIGTERM)
      _ = view.process.finish()
    }
    #expect(!FileManager.default.fileExists(atPath: folder))
  }
}
