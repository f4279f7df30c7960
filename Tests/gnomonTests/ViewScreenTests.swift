import Expectations
import Foundation
import TestSupport
import Testing

/// Pages on a phone, upright and sideways, and on a desk, light and dark.
enum Screens {
  static let all = [(390, 844), (844, 390), (1280, 800)]

  /// Scripts: `meets` of two boxes, `contrast` of two colors (WCAG 2.2), and the `faults` of the page's texts.
  private static let functions = """
    const meets = (a, b, spare = 0) => a.left < b.right - spare && b.left < a.right - spare && a.top < b.bottom - spare && b.top < a.bottom - spare;
    const around = ({x, y, width, height}) => ({left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2});
    const parts = text => text.startsWith("#") ? [1, 2, 3].map(at => parseInt(text.length === 4 ? text[at] + text[at] : text.slice(2 * at - 1, 2 * at + 1), 16))
      : (text.match(/[\\d.]+/g) ?? []).map(Number);
    const light = text => { const [r, g, b] = parts(text).slice(0, 3).map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const contrast = (a, b) => { const [low, high] = [light(a), light(b)].sort((x, y) => x - y); return (high + 0.05) / (low + 0.05); };
    const ground = element => { for (let e = element; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor, p = parts(c);
      if (p.length === 3 || p[3] > 0.5) return c; } return "#fff"; };
    const box = id => document.getElementById(id).getBoundingClientRect();
    const faults = () => {
      const found = [], texts = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode, element = node.parentElement, range = document.createRange();
        range.selectNodeContents(node);
        if (!node.textContent.trim() || !element.checkVisibility() || !range.getClientRects().length || /SCRIPT|STYLE|OPTION/.test(element.tagName)) continue;
        const text = node.textContent.trim().slice(0, 30), style = getComputedStyle(element);
        texts.push([text, range.getBoundingClientRect()]);
        const ratio = contrast(element instanceof SVGElement ? style.fill : style.color, ground(element));
        if (ratio < 4.5 && !element.closest(":disabled")) found.push(`${text}: contrast ${ratio.toFixed(2)}`);
      }
      texts.forEach(([a, one], at) => texts.slice(at + 1).forEach(([b, other]) => { if (meets(one, other, 2)) found.push(`${a} lies on ${b}`); }));
      if (document.documentElement.scrollWidth > innerWidth) found.push(`${document.documentElement.scrollWidth} px wide`);
      return found;
    };

    """

  static func ask(_ browser: PageBrowser, _ script: String) throws -> Any {
    try browser.value("(async () => { \(functions) \(script) })()")
  }
}

extension ViewPageTests {
  func everyScreenCanBeRead(_ browser: PageBrowser) throws {
    try browser.wait(for: "document.getElementById('chips').textContent.includes('simulated')")
    for (width, height) in Screens.all {
      try browser.send("size", ["width": width, "height": height])
      for dark in [false, true] {
        try browser.send("scheme", ["dark": dark])
        try browser.wait(for: "matchMedia('(prefers-color-scheme: dark)').matches === \(dark)")
        // The setting's event comes with the next picture of the browser, and draws the newest frame.
        _ = try browser.value("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
        // A frame of this size in which the wearer looks ahead, so that the arrows lie in the lower part of the view.
        _ = try browser.value(
          """
          (gnomonView.isHeld = false, gnomonView.session.isDirty = true, gnomonView.holdWhen = frame => {
            const {width, height} = document.getElementById("view").getBoundingClientRect(), arrows = frame.drawn.filter(x => x.kind === "arrow");
            return innerWidth === \(width) && frame.published && Math.round(width) === frame.width && Math.round(height) === frame.height
              && frame.drawn.some(x => x.kind === "disc") && arrows.length > 1 && arrows.every(x => x.y > 0.35 * frame.height); }, 1)
          """)
        try browser.wait(for: "gnomonView.isHeld")
        let found = try Screens.ask(
          browser,
          """
          const toast = document.getElementById("toast");
          toast.textContent = "in 20 m turn right";
          toast.hidden = false;
          const found = faults(), {colour} = await import("/ink.js"), {drawn} = gnomonView.frame, stage = box("view"), pill = box("toast");
          const disc = drawn.find(x => x.kind === "disc"), side = 2 * disc.radius;
          const over = item => meets(pill, around({...item, x: item.x + stage.left, y: item.y + stage.top}));
          if (over({...disc, width: side, height: side})) found.push("the announcement covers the radar");
          for (const arrow of drawn) if (arrow.kind === "arrow" && arrow.corners.some(({x, y}) => over({x, y, width: 1, height: 1})))
            found.push("the announcement covers an arrow");
          for (const element of document.querySelectorAll(".legend, .zoom")) if (meets(element.getBoundingClientRect(), box("plan")))
            found.push(`${element.className} lies on the plan`);
          for (const [ink, under] of [["ink", "pill"], ["soft", "pill"], ["boxInk", "box"], ["soft", "disc"], ["accent", "disc"]]) {
            const ratio = contrast(colour[ink], colour[under]);
            if (ratio < 4.5) found.push(`${ink} on ${under}: contrast ${ratio.toFixed(2)}`);
          }
          if (light(getComputedStyle(document.body).backgroundColor) > 0.5 === \(dark)) found.push("the page has the other colours");
          if (light(colour.pill) > 0.5 === \(dark)) found.push("the drawing has the other colours");
          return found;
          """)
        #expect(found as? [String] == [], "\(width) × \(height), dark \(dark)")
      }
    }
    try browser.send("scheme", ["dark": false])
    _ = try browser.value(
      "(gnomonView.holdWhen = null, gnomonView.isHeld = false, document.getElementById('toast').hidden = true, 1)")
  }

  /// A phone in the same network, by HTTPS: the code, the view, fingers.
  func aPhoneShowsTheViewAfterTheCode(_ demo: Demo, _ browser: PageBrowser) throws {
    let listened = try ListenedView(demo)
    try browser.send("open", ["url": listened.link, "width": 390, "height": 844])
    try browser.wait(for: "document.activeElement?.id === 'code'")
    for dark in [false, true] {
      try browser.send("scheme", ["dark": dark])
      try browser.wait(for: "matchMedia('(prefers-color-scheme: dark)').matches === \(dark)")
      let found = try Screens.ask(browser, "return faults();")
      #expect(found as? [String] == [], "dark \(dark)")
    }
    func middle(_ id: String) throws -> [String: Any] {
      let script = "return [box('\(id)')].map(b => ({x: (b.left + b.right) / 2, y: (b.top + b.bottom) / 2}))[0];"
      return try #require(try Screens.ask(browser, script) as? [String: Any])
    }
    for code in [listened.wrong, listened.code] {
      try browser.send("type", ["text": code])
      try browser.send("tap", try middle("open"))
      if code != listened.code {
        try browser.wait(for: "document.getElementById('answer').textContent.includes('2 more tries')")
        try browser.wait(for: "document.activeElement?.id === 'code' && document.getElementById('code').value === ''")
        let found = try Screens.ask(browser, "return faults();")
        #expect(found as? [String] == [])
      }
    }
    try browser.wait(for: "window.gnomonView?.frame?.published && !!document.querySelector('#sheet svg')")
    try browser.wait(for: "document.getElementById('chips').textContent.includes('simulated')")
    #expect(
      try browser.value("isSecureContext && location.protocol === 'https:' && innerWidth === 390") as? Bool == true)
    try browser.wait(for: "gnomonView.isAwake !== null")
    let found = try Screens.ask(
      browser,
      """
      const found = faults(), canvas = document.getElementById("view"), pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      const colours = new Set();
      for (let at = 0; at < pixels.length; at += 4 * 97) colours.add(pixels[at] << 16 | pixels[at + 1] << 8 | pixels[at + 2]);
      if (colours.size < 8) found.push(`${colours.size} colours in the view`);
      for (const element of document.querySelectorAll("button, select, summary")) {
        const {width, height} = element.getBoundingClientRect();
        if (element.checkVisibility() && (height < 40 || width < 40)) found.push(`${element.id} is ${width} × ${height}`);
      }
      if (!matchMedia("(pointer: coarse)").matches) found.push("no fingers");
      return found;
      """)
    #expect(found as? [String] == [])

    // The screen is asked for again when the page is visible again: by the page, and by the copy in this test.
    let asked = try Screens.ask(
      browser,
      """
      const asked = [], state = {}, {keepScreenOn} = await import("/awake.js");
      Object.defineProperty(navigator, "wakeLock", {configurable: true, value: {request: async kind => { asked.push(kind); return {}; }}});
      keepScreenOn(state, true);
      document.dispatchEvent(new Event("visibilitychange"));
      await Promise.resolve();
      return [...asked, state.isAwake];
      """)
    expect((asked as? [Any])?.map { "\($0)" }, equals: ["screen", "screen", "screen", "1"])

    // A finger picks, and two zoom the plan.
    _ = try browser.value(
      """
      (gnomonView.real = gnomonView.session.call.bind(gnomonView.session), gnomonView.session.call = (method, more) => {
        if (method.endsWith(".Pick")) gnomonView.picked = more;
        return gnomonView.real(method, more); }, 1)
      """)
    let stage = try #require(try Screens.ask(browser, "return [box('stage').left, box('stage').top];") as? [Double])
    try browser.send("tap", ["x": stage[0] + 120, "y": stage[1] + 200])
    try browser.wait(for: "Math.abs(gnomonView.picked?.x_px - 120) < 1 && Math.abs(gnomonView.picked.y_px - 200) < 1")
    let reach =
      "Number(performance.getEntriesByType('resource').filter(x => x.name.includes('/plan.svg')).at(-1).name.match(/reach=([\\d.]+)/)[1])"
    let before = try #require(try browser.value(reach) as? Double)
    _ = try browser.value(
      """
      (() => {
        const plan = document.getElementById("plan"), {left, top} = plan.getBoundingClientRect();
        const send = (kind, id, x) => plan.dispatchEvent(new PointerEvent(kind, {pointerType: "touch", pointerId: id, clientX: left + x, clientY: top + 90}));
        send("pointerdown", 1, 150); send("pointerdown", 2, 190);
        for (let step = 1; step <= 20; step++) { send("pointermove", 1, 150 - step); send("pointermove", 2, 190 + step); }
        send("pointerup", 1, 130); send("pointerup", 2, 210);
        return 1;
      })()
      """)
    try browser.wait(for: "\(reach) < 0.7 * \(before)")
    let complaints = try browser.complaints().filter { !$0.contains("/code") }
    expect(complaints, equals: [], "\(complaints)")
  }

  /// The radar's letter for north and its scale, for each heading in whole degrees.
  func theRadarsNorthIsClearOfItsScale(_ browser: PageBrowser) throws {
    let found = try Screens.ask(
      browser,
      """
      const {drawRadar} = await import("/instruments.js"), ink = document.createElement("canvas").getContext("2d"), found = [];
      for (const [width, height] of [[390, 473], [504, 344], [940, 754], [200, 200]]) for (const range of [500, 9900])
        for (let heading = 0; heading < 360; heading++) {
          const noted = {};
          drawRadar(ink, {width, height, x: width / 2, focal: width, heading: heading * Math.PI / 180}, {radar: {range, marks: []}},
            {note: (kind, id, x, y, more) => { noted[kind] = {x, y, ...more}; }});
          if (meets(around(noted.north), around(noted.range))) found.push(`${heading}° at ${width} × ${height}`);
        }
      return found;
      """)
    #expect(found as? [String] == [])
  }

  /// A place on the route's end, its finish mark and the hint have the same name; it is written once where they are close together.
  func theDestinationIsNamedOnce(_ browser: PageBrowser) throws {
    let counts = try Screens.ask(
      browser,
      """
      const [{Camera}, {drawFinish, drawPlaces}, {drawHint}] = await Promise.all(["camera", "scenery", "instruments"].map(name => import(`/${name}.js`)));
      const viewport = {width: 504, height: 344, fieldOfView: 44}, pose = {position: {x: 0, y: 0, z: 0}, orientation: {x: 0, y: 0, z: 0, w: 1}};
      const count = (finish, place, look) => {
        const texts = [], real = document.createElement("canvas").getContext("2d"), screen = x => ({where: "inside", x_px: x, y_px: 172});
        const ink = new Proxy(real, {set: (target, key, value) => { target[key] = value; return true; },
          get: (target, key) => key === "fillText" ? text => texts.push(text) : typeof target[key] === "function" ? target[key].bind(target) : target[key]});
        const frame = {
          progress: {name: "Ferry Pier"}, hint: look && {kind: "destination", name: "Ferry Pier", distance: 107, look},
          finish: {screen: screen(finish), diameter_px: 40, text_rise_px: 30, distance: 107, pulse_scale: 1, opacity: 0.5},
          placements: place === null ? [] : [{id: "1", layer: "places", name: "Ferry pier", band: "near", distance: 107, azimuth_deg: 0,
            elevation_deg: 0, drawn_elevation_deg: 0, screen: screen(place)}],
        }, camera = new Camera(viewport, pose, null), record = {note: () => {}};
        for (const draw of [drawFinish, drawPlaces, drawHint]) draw(ink, camera, frame, record);
        return texts.filter(text => /^ferry pier$/i.test(text)).length;
      };
      return [count(250, null), count(250, 290), count(60, 80, {x_px: 0, y_px: 172, edge_deg: 270, angle_deg: 60})];
      """)
    #expect(counts as? [Int] == [1, 1, 1])
  }

  /// The list of what may be true opens when something may be wrong, and closes afterwards; a hand's choice lasts in between.
  func theListOfDoubtsOpensByItself(_ browser: PageBrowser) throws {
    func check(_ isOpen: Bool, share: Double) throws {
      _ = try browser.value(
        """
        (window.share = \(share), Object.defineProperty(gnomonView.session, "hypotheses", {configurable: true, set() {}, get: () => [
          {weight: 1 - share, yaw_deg: 1, yaw_sigma_deg: 2, doubts: []}, {weight: share, yaw_deg: 90, yaw_sigma_deg: 9, doubts: ["compass-turned"]}]}), 1)
        """)
      try browser.wait(
        for: """
          document.getElementById("doubts-most").textContent === "\(Int((100 * (1 - share)).rounded())) % nothing wrong"
            && document.getElementById("doubts-list").open === \(isOpen)
          """)
    }
    try check(false, share: 0.01)
    try check(true, share: 0.6)
    _ = try browser.value("document.getElementById('doubts-list').open = false")
    try check(false, share: 0.7)
    try check(false, share: 0.02)
    try check(true, share: 0.5)
    try check(false, share: 0.01)
  }
}
