import Expectations
import Foundation
import TestSupport
import Testing

/// A client by others: the `varlink` package of Python, from Debian (python3-varlink) or from PyPI.
enum PythonVarlink {
  static let interpreter: String? = {
    let environment = URL(fileURLWithPath: "/usr/bin/env")
    func has(_ python: String) -> Bool {
      (try? run(environment, [python, "-c", "import varlink"]))?.status == 0
    }
    for python in [ProcessInfo.processInfo.environment["GNOMON_VARLINK_PYTHON"] ?? "python3", "python3"]
    where has(python) {
      return python
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnomon-varlink-\(UUID())").path
    _ = try? run(environment, ["python3", "-m", "venv", folder])
    _ = try? run(environment, ["timeout", "60", "\(folder)/bin/pip", "install", "--quiet", "varlink"])
    atexit { PythonVarlink.remove() }
    created = folder
    if has("\(folder)/bin/python") { return "\(folder)/bin/python" }
    print("skipped: no varlink package for python3, neither here (python3-varlink) nor from PyPI")
    return nil
  }()
  nonisolated(unsafe) private static var created: String?
  private static func remove() { if let created { try? FileManager.default.removeItem(atPath: created) } }
}

@Suite(.enabled(if: PythonVarlink.interpreter != nil)) struct PythonTests {
  @Test func theVarlinkClientOfPythonReadsTheService() throws {
    let interpreter = try #require(PythonVarlink.interpreter)
    let daemon = try Spawned(["--demo", "--speed", "20"])
    #expect(daemon.answers())
    let script = """
      import sys, time, varlink
      client = varlink.Client("unix:" + sys.argv[1])
      names = client.get_interfaces()
      assert "org.gnomon.Tracking" in names and "org.gnomon.Control" in names, names
      with client.open("org.gnomon.Scene") as scene:
          place = {"id": "a", "name": "Caf\u{e9}", "latitude_deg": 48.0, "longitude_deg": 16.0}
          assert scene.AddPlaces([place])["added"] == 1
          found = scene.FindPlaces("cafe")["places"][0]
          assert found["id"] == "a" and found["status"]["state"] in ("pending", "hidden"), found
          assert "placements" in scene.GetFrame()["frame"]
      with client.open("org.gnomon.Tracking") as tracking:
          status = tracking.GetStatus()
          while "pose" not in status or status["pose"]["localization"]["state"] != "localized":
              time.sleep(0.01)
              status = tracking.GetStatus()
          pose = tracking.GetPose()
          assert pose["kind"] in ("exact", "stale") and pose["geopose"]["valid"], pose
          assert tracking.NudgeHeading(5.0)["time_boot_ns"] > 0
          assert tracking.ReleaseHeading()["time_boot_ns"] > 0
          try:
              tracking.ReleaseHeading()
              raise SystemExit("released twice")
          except varlink.VarlinkError as error:
              assert error.error() == "org.gnomon.Tracking.HeadingNotHeld", error.error()
          try:
              tracking.NudgeHeading(1e6)
              raise SystemExit("turned round and round")
          except varlink.VarlinkError as error:
              assert error.parameters()["parameter"] == "degrees", error.parameters()
      with client.open("org.gnomon.Control") as control:
          assert control.GetInfo()["access"] == "administer"
          assert len(control.GetConfiguration()["settings"]) > 100
      with client.open("org.gnomon.Tracking") as tracking:
          seen = set()
          streams = ["pose", "geopose", "alignment", "state", "sensors", "correction", "guidance"]
          for count, message in enumerate(tracking.Subscribe(streams, 50.0, _more=True)):
              seen |= set(message)
              if set(streams) <= seen: break
              assert count < 20000, seen
      print("understood")
      """
    let file = daemon.scratch.path("client.py")
    try script.write(toFile: file, atomically: true, encoding: .utf8)
    let run = try run(
      URL(fileURLWithPath: "/usr/bin/env"), ["timeout", "60", interpreter, file, daemon.socket])
    expect(run.output, equals: "understood\n", "\(run.errors)")
  }
}
