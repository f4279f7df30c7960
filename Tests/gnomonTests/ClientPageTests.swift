import Expectations
import Foundation
import Geometry
import GnomonClient
import TestSupport
import Testing
import Text

/// A user's own page behind `gnomon view --page`: its files, and the JavaScript package in a real browser.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ClientPageTests {
  /// The folder of a page with the package below `node_modules`, as `npm install` puts it there.
  private func page(_ files: [String: String]) throws -> Scratch {
    let scratch = try Scratch(), manager = FileManager.default
    for folder in ["page/node_modules/three/addons/loaders", "page/.git"] {
      try manager.createDirectory(atPath: scratch.path(folder), withIntermediateDirectories: true)
    }
    try manager.copyItem(
      atPath: "\(ClientPackageTests.clients)/javascript", toPath: scratch.path("page/node_modules/gnomon-client"))
    for (name, text) in files { _ = try scratch.write(text, to: "page/\(name)") }
    return scratch
  }

  @Test func onlyTheFilesOfTheFolderAreServed() throws {
    let demo = try Demo()
    let scratch = try page(["index.html": "<p>mine", "model.glb": "glTF", ".git/config": "secret"])
    _ = try scratch.write("outside", to: "outside.txt")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("page/link.txt"), withDestinationPath: scratch.path("outside.txt"))
    let view = try ServedView(["--socket", demo.socket, "--page", scratch.path("page")])
    let index = try view.get("/?token=\(view.token)")
    #expect(status(index) == 200 && index.hasSuffix("<p>mine"))
    #expect(index.contains("Content-Security-Policy: default-src 'none'; script-src 'self' 'unsafe-inline'"))
    let given = try #require(index.range(of: "Set-Cookie: ")).upperBound
    let cookie = "Cookie: " + index[given...].prefix { $0 != ";" }
    expect(status(try view.get("/model.glb")), equals: 403)
    let model = try view.get("/model.glb", cookie)
    #expect(status(model) == 200 && model.contains("Content-Type: model/gltf-binary"))
    #expect(try view.get("/node_modules/gnomon-client/browser.js", cookie).contains("text/javascript"))
    for path in [
      "/outside.txt", "/../outside.txt", "/link.txt", "/.git/config", "/node_modules", "/node_modules/", "//model.glb",
      "/model.glb/", "/node_modules/../model.glb", "/main.js", "/%6dodel.glb",
    ] {
      expect(status(try view.get(path, cookie)), equals: 404, "\(path)")
    }
    // The calls of the page reach the daemon.
    let origin = "Origin: http://\(view.host)"
    let pose = try view.post("/call", #"{"method":"org.gnomon.Tracking.GetPose","parameters":{}}"#, cookie, origin)
    #expect(status(pose) == 200 && pose.contains("\"kind\""), "\(pose)")
  }

  @Test func aFolderWithoutAPageIsRefused() throws {
    let demo = try Demo(), scratch = try Scratch()
    let run = try demo.run("view", "--page", scratch.url.path)
    #expect(run.status == 74 && run.errors.contains("index.html"), "\(run)")
  }

  /// The example for three.js, whose place is taken by classes that only hold what the example sets: the model is where the daemon
  /// draws an anchor of that latitude and longitude, and turned as the anchor is.
  @Test(.enabled(if: Browser.isHere && RigProcess.has("python3"), "needs Chromium"))
  func theModelOfTheExampleIsAtItsPlace() throws {
    let demo = try Demo(["--demo", "--speed", "5"])
    try expect(demo.run("wait", "--timeout", "60").status, equals: 0)
    let example = "\(ClientPackageTests.clients)/javascript/examples/threejs"
    var files = [
      "node_modules/three/three.js": Self.three,
      "node_modules/three/addons/loaders/GLTFLoader.js":
        "import { Object3D } from \"three\"; export class GLTFLoader { async loadAsync() { return { scene: new Object3D() }; } }",
    ]
    for name in ["index.html", "main.js"] {
      files[name] = try String(contentsOfFile: "\(example)/\(name)", encoding: .utf8)
        .replacingOccurrences(of: "three/build/three.module.js", with: "three/three.js")
        .replacingOccurrences(of: "three/examples/jsm/", with: "three/addons/")
    }
    let scratch = try page(files)
    let view = try ServedView(["--socket", demo.socket, "--page", scratch.path("page")])
    let browser = try PageBrowser()
    try browser.send("open", ["url": view.link])
    try browser.wait(for: "window.view?.alignment?.place && window.model?.visible")
    let target = try numbers(browser.value("target"))
    let anchors = try patientClient(demo.socket)
    let anchor =
      #"{"id":"model","geographic":{"latitude_deg":\#(target["latitude"] ?? 0),"longitude_deg":"#
      + #"\#(target["longitude"] ?? 0),"height_kind":"eye","height":0},"heading_deg":\#(target["heading"] ?? 0)}"#
    _ = try anchors.call("org.gnomon.Scene.AddAnchor", JSONValue(reading: anchor))
    try browser.wait(for: "view.frame?.anchors?.some(each => each.point && each.orientation)")
    // The model is of the drawn alignment, the anchor of the frame before: on a walk they agree whenever both are of one moment.
    let isSmall = "found => found.azimuth < 0.5 && found.turn < 0.5 && found.distance < 1.5"
    try? browser.wait(for: "(\(isSmall))(window.found = \(Self.difference))")
    let difference = try numbers(browser.value("window.found"))
    #expect((difference["azimuth"] ?? .nan) < 0.5 && (difference["turn"] ?? .nan) < 0.5, "\(difference)")
    expect((difference["distance"] ?? .nan), isBelow: 1.5, "\(difference)")
    let complaints = try browser.complaints()
    expect(complaints, equals: [], "\(complaints)")
  }

  private func numbers(_ value: Any) throws -> [String: Double] {
    try #require(value as? [String: Any]).mapValues { ($0 as? NSNumber)?.doubleValue ?? .nan }
  }

  private static let three = """
    class Held { copy(value) { Object.assign(this, value); return this; } }
    export class Object3D { position = new Held(); quaternion = new Held(); add() {} }
    export class Scene extends Object3D {}
    export class HemisphereLight extends Object3D {}
    export class PerspectiveCamera extends Object3D { updateProjectionMatrix() {} }
    export class WebGLRenderer {
      domElement = document.createElement("canvas");
      setSize() {}
      render() {}
      setAnimationLoop(draw) { const step = () => { draw(); requestAnimationFrame(step); }; step(); }
    }
    """

  private static let difference = """
    (() => {
      const anchor = view.frame.anchors.find(each => each.point && each.orientation), eye = camera.position;
      const azimuth = point => Math.atan2(point.x - eye.x, eye.z - point.z) * 180 / Math.PI;
      const nose = (q, sign) => Math.atan2(sign * 2 * (q.x * q.z + q.w * q.y), -sign * (1 - 2 * (q.x * q.x + q.y * q.y))) * 180 / Math.PI;
      const between = (a, b) => Math.abs((a - b + 540) % 360 - 180);
      const far = Math.hypot(model.position.x - eye.x, model.position.y - eye.y, model.position.z - eye.z);
      return { azimuth: between(azimuth(model.position), azimuth(anchor.point)),
               turn: between(nose(model.quaternion, 1), nose(anchor.orientation, -1)), distance: Math.abs(far - anchor.distance) };
    })()
    """
}
