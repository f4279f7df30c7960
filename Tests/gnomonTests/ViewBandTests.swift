import Foundation
import TestSupport
import Testing

/// Bands on the page in a real browser.
@Suite(.enabled(if: Browser.isHere && RigProcess.has("python3"), "needs Chromium"))
struct ViewBandTests {
  /// A wearer who only stands sees bands: the part in view at the pixels of its angles, a sector on the radar, and nothing else.
  @Test func theDestinationOfAStandingWearerIsABand() throws {
    let demo = try Demo(["simulate", "look-around"]), scratch = try Scratch()
    let way = try scratch.write(Demo.route([Demo.place(0), Demo.place(250)]), to: "way.json")
    #expect(try demo.run("route", "load", way, "--name", "Pier").status == 0)
    let view = try ServedView(demo), browser = try PageBrowser()
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
    #expect((seen["edge"] as? Int ?? 0) > 60, "\(seen)")
    #expect(
      seen["others"] as? Int == 0 && (seen["chips"] as? String)?.contains("labels wait: heading ± 30° of 15°") == true,
      "\(seen)")
    let complaints = try browser.complaints()
    #expect(complaints == [], "\(complaints)")
  }
}
