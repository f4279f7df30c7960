import Expectations
import Foundation
import Geometry
import TestSupport
import Testing

/// The page of a session with many faults, in a real browser: the drawings agree with the figures.
@Suite(.serialized, .enabled(if: Browser.isHere && RigProcess.has("python3"), "needs Chromium")) struct ReportPageTests
{
  /// A walk through the city with a route and places, without fixes from 2:00 on for a minute, and without gyroscope at 4:10 for
  /// 4 s.
  private struct Session {
    let scratch: Scratch
    let walk: String
    let page: String
    let figures: [String: Any]
    let arguments: [String]

    init() throws {
      scratch = try Scratch()
      walk = scratch.path("walk.gnomon")
      page = scratch.path("walk.html")
      let run = try gnomon(
        "simulate", "city-blocks", "--seed", "5", "--fault", "gap:gnss@120+60", "--fault", "gap:gyroscope@250+4",
        "--fault", "magnet@300+60=60", "-o", walk)
      expect(run.status, equals: 0)
      let way = try scratch.write(
        Demo.route([Demo.place(0), Demo.place(85), Demo.place(85, right: 124)]), to: "way.json")
      let places = try scratch.write(
        "name,latitude,longitude\n"
          + [("Kiosk", 60.0, 5.0), ("Tower", 85, 100), ("Mill", 40, -15)].map { name, ahead, right in
            let place = Demo.place(ahead, right: right)
            return "\(name),\(place.latitude.value),\(place.longitude.value)\n"
          }.joined(), to: "places.csv")
      arguments = ["report", walk, "--route", way, "--places", places]
      try expect(gnomonArray(arguments + ["-o", page]).status, equals: 0)
      figures = try object(try gnomonArray(arguments + ["--json"]))
    }
  }

  private static let functions = """
    const all = selector => [...document.querySelectorAll(selector)];
    const pixel = (path, x, y) => { const at = new DOMPoint(x, y).matrixTransform(path.getScreenCTM()); return [at.x + scrollX, at.y + scrollY]; };
    const starts = selector => all(selector).filter(path => !path.closest(".swatch")).flatMap(path =>
      [...path.getAttribute("d").matchAll(/M(-?\\d+) (-?\\d+)/g)].map(match => pixel(path, +match[1], +match[2])));
    const span = element => { const box = element.getBoundingClientRect(); return [box.left, box.right]; };
    const axis = (chart, side, across) => all(`#${chart} .${side} text`).map(text => { const box = text.getBoundingClientRect();
      return [text.textContent, across ? box.left + box.width / 2 : box.top + scrollY + box.height / 2]; });

    """

  private func show(_ page: String, width: Int, dark: Bool = false) throws -> PageBrowser {
    let browser = try PageBrowser()
    try browser.send("open", ["url": "file://\(page)", "width": width, "height": 900, "dark": dark])
    try browser.wait(for: "document.readyState === 'complete'")
    return browser
  }

  private func ask(_ browser: PageBrowser, _ script: String) throws -> Any {
    try browser.value("(() => { \(Self.functions) \(script) })()")
  }

  /// Marks on the time line are at their times, and the list has the same; faults are listed at the times when they were made.
  @Test func eventsLieAtTheirTimes() throws {
    let session = try Session()
    let events = try #require(session.figures["events"] as? [[String: Any]])
    let duration = try #require(session.figures["duration_s"] as? Double)
    func time(_ kind: String, _ words: String) -> Double? {
      events.first { $0["kind"] as? String == kind && ($0["text"] as? String ?? "").contains(words) }?["t_s"] as? Double
    }
    #expect(
      ((time("gap", "no fixes for") ?? 0) - 120).magnitude < 2
        && ((time("gap", "no gyroscope for 4") ?? 0) - 250).magnitude < 0.1)
    expect(((time("scene", "new scene") ?? 0) - 254).magnitude, isBelow: 3)
    expect(((time("compass", "disturbed") ?? 0) - 300).magnitude, isBelow: 5)
    #expect(
      time("place", "came near Kiosk") != nil && time("route", "arrived") != nil && time("announcement", "left") == nil)

    let browser = try show(session.page, width: 1100)
    let seen = try #require(
      try ask(
        browser,
        """
        const rows = {};
        all("#states .strip").forEach(strip => { rows[strip.previousElementSibling.textContent] = {span: span(strip),
          ticks: [...strip.querySelectorAll(".tick")].map(tick => [pixel(tick, +tick.getAttribute("d").match(/M(-?\\d+)/)[1], 0)[0],
            tick.querySelector("title").textContent])}; });
        return {rows, list: all("#all-events li, #events li").map(item => item.querySelector("b").textContent + " " + item.querySelector("span").textContent)};
        """) as? [String: Any])
    let rows = try #require(seen["rows"] as? [String: [String: Any]]), list = try #require(seen["list"] as? [String])
    var looked = 0
    for (row, kinds) in [("gaps of sensors", ["gap"]), ("route", ["route", "announcement"]), ("places", ["place"])] {
      let ticks = try #require(rows[row]?["ticks"] as? [[Any]], "\(row): \(rows.keys)")
      let span = try #require(rows[row]?["span"] as? [Double])
      let mine = events.filter { kinds.contains($0["kind"] as? String ?? "") }
      #expect(ticks.count == mine.count && !mine.isEmpty)
      for (tick, event) in zip(ticks, mine) {
        let at = ((tick[0] as? Double ?? .nan) - span[0]) / (span[1] - span[0]) * duration
        let expected = event["t_s"] as? Double ?? .nan
        expect((at - expected).magnitude, isBelow: duration / 500, "\(row): \(at) s, not \(expected) s")
        #expect((tick[1] as? String ?? "").hasSuffix(event["text"] as? String ?? "?"))
        looked += 1
      }
    }
    expect(looked, isAbove: 6)
    for event in events {
      #expect(list.contains { $0.hasSuffix(event["text"] as? String ?? "?") }, "\(event)")
    }
  }

  /// The curve of the heading, read between the figures along its axes, is the replay's; route and places are at their positions
  /// on the plan, by its own scale.
  @Test func curvesAndPlanAreToScale() throws {
    let session = try Session()
    let browser = try show(session.page, width: 1000)
    let seen = try #require(
      try ask(
        browser,
        """
        const curve = all("#heading path.after").find(path => !path.closest(".swatch"));
        const points = []; let x = 0, y = 0;
        for (const [, kind, a, b] of curve.getAttribute("d").matchAll(/([Ml])(-?\\d+) (-?\\d+)/g)) {
          if (kind === "M") { x = +a; y = +b; } else { x += +a; y += +b; }
          points.push(pixel(curve, x, y));
        }
        const bar = document.querySelector("#scale").getBoundingClientRect(), route = document.querySelector("#track-route");
        return {points, values: axis("heading", "values", false), times: axis("heading", "times", true), bar: bar.width,
          label: document.querySelector(".scale text").textContent, fixes: starts("#plan .fix:not(.withheld)"), route: starts("#track-route")[0],
          end: pixel(route, ...(({x, y}) => [x, y])(route.getPointAtLength(route.getTotalLength()))),
          spots: all("#plan .spot").map(spot => [spot.querySelector("title").textContent, starts("#plan .spot")[all("#plan .spot").indexOf(spot)]])};
        """) as? [String: Any])
    func scale(_ name: String, _ read: (String) -> Double) throws -> (Double) -> Double {
      let ticks = try #require(seen[name] as? [[Any]])
      // Figures at the ends are moved inward so that they fit, unless there is room.
      let inner = ticks.count > 3 ? Array(ticks.dropFirst().dropLast()) : ticks
      let first = try #require(inner.first), last = try #require(inner.last)
      let a = read(first[0] as? String ?? ""), b = read(last[0] as? String ?? "")
      let from = first[1] as? Double ?? .nan, to = last[1] as? Double ?? .nan
      return { a + ($0 - from) / (to - from) * (b - a) }
    }
    let value = try scale("values") { Double($0.replacingOccurrences(of: "−", with: "-")) ?? .nan }
    let time = try scale("times") { $0.split(separator: ":").reduce(0) { $0 * 60 + (Double($1) ?? .nan) } }
    // t, yaw_offset and yaw_sigma of the replay.
    let table = try gnomon("replay", session.walk, "--rate", "10", "--poses", "-").output.split(separator: "\n")
      .dropFirst()
    let poses = table.map { line -> (time: Double, yaw: Double) in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      return (Double(fields[0]) ?? .nan, Double(fields[13]) ?? .nan)
    }
    let points = try #require(seen["points"] as? [[Double]])
    let begin = try firstTime(session.walk)
    let values = seen["values"] as? [[Any]] ?? []
    let range = (value((values.first?[1] as? Double ?? 0)) - value((values.last?[1] as? Double ?? 0))).magnitude
    var compared = 0
    for point in points where point[0].isFinite {
      let at = time(point[0]), yaw = value(point[1])
      let near = poses.filter { $0.yaw.isFinite && ($0.time - begin - at).magnitude < 1.5 }
      guard !near.isEmpty else { continue }
      let off = near.map { ($0.yaw - yaw).remainder(dividingBy: 360).magnitude }.min() ?? 99
      expect(off, isBelow: max(1, range / 60), "\(at) s: \(yaw)° is \(off)° off")
      compared += 1
    }
    expect(compared, isAbove: 300)

    let perPixel =
      (Double((seen["label"] as? String ?? "").prefix { $0 != " " }) ?? .nan) / (seen["bar"] as? Double ?? .nan)
    let fixes = try #require(seen["fixes"] as? [[Double]]), route = try #require(seen["route"] as? [Double])
    let end = try #require(seen["end"] as? [Double])
    expect(fixes.count, isAbove: 400)
    // 85 m at 35°, then 124 m at 125°.
    func degrees(_ value: Double) -> Double { value * .pi / 180 }
    let east = 85 * Geometry.sin(degrees(35)) + 124 * Geometry.sin(degrees(125))
    let north = 85 * Geometry.cos(degrees(35)) + 124 * Geometry.cos(degrees(125))
    expect(
      Geometry.hypot((end[0] - route[0]) * perPixel - east, (route[1] - end[1]) * perPixel - north),
      isBelow: 2 * perPixel)
    let spots = try #require(seen["spots"] as? [[Any]])
    expect(Set(spots.compactMap { $0[0] as? String }), equals: ["Kiosk", "Tower", "Mill"])
    for (name, ahead, right) in [("Kiosk", 60.0, 5.0), ("Tower", 85, 100), ("Mill", 40, -15)] {
      let at = try #require(spots.first { $0[0] as? String == name }?[1] as? [Double])
      let x = ahead * Geometry.sin(degrees(35)) + right * Geometry.cos(degrees(35))
      let y = ahead * Geometry.cos(degrees(35)) - right * Geometry.sin(degrees(35))
      expect(
        Geometry.hypot((at[0] - route[0]) * perPixel - x, (route[1] - at[1]) * perPixel - y), isBelow: 2 * perPixel,
        "\(name)")
    }
  }

  private func firstTime(_ path: String) throws -> Double {
    let line = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").first {
      $0.hasPrefix("A,") || $0.hasPrefix("G,")
    }
    return line.flatMap { Double($0.split(separator: ",")[1]) } ?? .nan
  }

  /// On a phone and on a desk, by day and by night: nothing outside the page, nothing overlaps, and every text can be read.
  @Test(arguments: [(390, false), (390, true), (1200, false), (1200, true)])
  func everyTextCanBeRead(width: Int, dark: Bool) throws {
    let session = try Session()
    let browser = try show(session.page, width: width, dark: dark)
    let seen = try #require(
      try ask(
        browser,
        """
        const page = document, view = window;
        const layout = (() => { \(PageProbe.faults) })();
        const rgb = text => (text.match(/[\\d.]+/g) || []).map(Number);
        const light = c => { const [r, g, b] = c.slice(0, 3).map(v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
          return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
        const ground = element => { for (let e = element; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor);
          if (c.length === 3 || c[3] > 0.5) return c; } return [255, 255, 255]; };
        const poor = [];
        for (const element of all("h1, h2, h3, p, li, li b, li span, small, a, td, th, summary, footer p, text")) {
          if (element.closest(".over") || !element.textContent.trim()) continue;
          const style = getComputedStyle(element), ink = rgb(element.tagName === "text" ? style.fill : style.color), under = ground(element);
          const [a, b] = [light(ink), light(under)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
          if (ratio < 4.5) poor.push(`${element.tagName} ${element.textContent.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
        }
        return {...layout, poor: [...new Set(poor)].slice(0, 20), dark: matchMedia("(prefers-color-scheme: dark)").matches};
        """) as? [String: Any])
    #expect(seen["faults"] as? [String] == [] && seen["poor"] as? [String] == [])
    #expect(seen["wide"] as? Int ?? 9999 <= width && seen["loaded"] as? Int == 0 && seen["dark"] as? Bool == dark)
    let complaints = try browser.complaints()
    expect(complaints, equals: [], "\(complaints)")
  }
}
