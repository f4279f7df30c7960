import Expectations
import Foundation
import Testing

/// Proof that wrong units, frames and compositions do not compile: each of them is given to the compiler.
@Suite struct WrongCodeTests {
  static let right = [
    "let _ = sceneFromBody(rate)",
    "let _ = levelFromScene * sceneFromBody",
    "let _ = levelFromScene.inverse * levelFromScene",
    "let _ = place + velocity * TimeSpan.seconds(1)",
    "let _ = Rotation<Body, Body>.exp(rate * TimeSpan.seconds(1))",
    "let _ = scenePose(Displacement<Body>(1, 2, 3)) + place",
    "let _: Speed = Length.metres(3) / TimeSpan.seconds(2)",
    "let _ = Angle.degrees(3) + .radians(1)",
    "let _ = MagneticField<Level>(MagneticField<ENU>(1, 2, 3))",
  ]
  static let wrong = [
    "let _ = sceneFromBody(place)",  // a scene vector in place of a body vector
    "let _ = sceneFromBody * levelFromScene",  // wrong order
    "let _ = sceneFromBody * sceneFromBody",  // neighbors of different frames
    "let _ = levelFromScene.inverse * sceneFromBody",
    "let _ = scenePose * scenePose",
    "let _ = scenePose(place)",
    "let _ = place + velocity",  // meters and meters per second
    "let _ = velocity + rate",
    "let _ = place + Displacement<Level>(1, 2, 3)",  // two frames
    "let _ = Rotation<Body, Body>.exp(rate)",  // a rate is not yet an angle
    "let _ = Rotation<Body, Scene>.exp(rate * TimeSpan.seconds(1))",  // a small turn stays in its frame
    "let _ = sceneFromBody.logarithm",
    "let _ = sceneFromBody.interpolated(to: levelFromScene, fraction: 0.5)",
    "let _ = Length.metres(3) + TimeSpan.seconds(2)",
    "let _ = Angle.degrees(3) + Degrees(2)",
    "let _: Angle = 3.0",
    "let _: Displacement<Scene> = place * TimeSpan.seconds(1)",
    "let _ = MagneticField<Level>(MagneticField<Body>(1, 2, 3))",
    "let _ = place.along(Direction<Body>(1, 0, 0))",
    "let _: Length = velocity.norm",
  ]

  @Test func wrongCompositionsDoNotCompile() throws {
    let preamble = """
      func wrong(
        sceneFromBody: Rotation<Body, Scene>, levelFromScene: Rotation<Scene, Level>, scenePose: Pose<Body, Scene>,
        rate: AngularVelocity<Body>, place: Displacement<Scene>, velocity: Velocity<Scene>
      ) {

      """
    let lines = Self.right + Self.wrong
    let firstLine = preamble.split(separator: "\n", omittingEmptySubsequences: true).count + 1
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gnomon-wrong-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let snippet = folder.appendingPathComponent("wrong.swift")
    try (preamble + lines.joined(separator: "\n") + "\n}\n").write(to: snippet, atomically: true, encoding: .utf8)

    // Geometry's own sources together with the snippet, as one module: only the compiler is needed on disk.
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let sources = try FileManager.default.contentsOfDirectory(
      at: root.appendingPathComponent("Sources/Geometry"), includingPropertiesForKeys: nil)
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments =
      ["swiftc", "-typecheck", "-swift-version", "6", snippet.path]
      + sources.filter { $0.pathExtension == "swift" }.map(\.path)
    let pipe = Pipe()
    compiler.standardError = pipe
    compiler.standardOutput = pipe
    try compiler.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()

    var refused: Set<Int> = []
    for line in output.split(separator: "\n") where line.contains(": error: ") {
      let parts = line.split(separator: ":")
      #expect(line.hasPrefix(snippet.path), "an error outside the snippet: \(line)")
      if parts.count > 2, let number = Int(parts[1]) { refused.insert(number - firstLine) }
    }
    for (index, line) in lines.enumerated() {
      let isWrong = index >= Self.right.count
      expect(
        refused.contains(index), equals: isWrong, "\(isWrong ? "compiles and should not" : "should compile"): \(line)")
    }
  }
}
