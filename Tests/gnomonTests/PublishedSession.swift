import Expectations
import Foundation
import Geometry
import GnomonClient
import TestSupport
import Testing
import Wire

/// A line of a client's output.
struct ShownLine {
  enum Kind { case pose, nearest, begun }
  var kind: Kind
  var time: Int64 = 0
  var scene: Int
  /// The numbers by the word before them; `±` is that of `heading` or `azimuth`.
  var numbers: [String: Double] = [:]
  var text: String

  init?(_ line: String) {
    text = line
    if let match = line.wholeMatch(of: /scene (\d+): begun/) {
      (kind, scene) = (.begun, Int(match.1) ?? -1)
      return
    }
    guard let match = line.wholeMatch(of: /(pose|nearest) (\d+)\.(\d{9}) scene (\d+): (.*)/) else { return nil }
    kind = match.1 == "pose" ? .pose : .nearest
    time = (Int64(match.2) ?? 0) * 1_000_000_000 + (Int64(match.3) ?? 0)
    scene = Int(match.4) ?? -1
    text = String(match.5)
    for number in text.matches(of: /(heading|drawn|azimuth|elevation|distance|turn|±) (-?\d+\.\d)/) {
      numbers[String(number.1)] = Double(number.2)
    }
  }
}

/// Everything that a daemon publishes, as it arrives.
final class PublishedSession: @unchecked Sendable {
  private let lock = NSLock()
  private var poses: [Int64: PoseMessage] = [:], alignments: [AlignmentMessage] = [], frames: [SceneFrameMessage] = []
  private var isOver = false

  init(_ socket: String) throws {
    let tracking = try patientClient(socket), scene = try patientClient(socket)
    nonisolated(unsafe) let first = tracking
    nonisolated(unsafe) let second = scene
    Thread.detachNewThread { [self] in
      try? first.tracking.subscribe(streams: [.pose, .alignment], rate: 1000) { message in
        locked { if let pose = message.pose { poses[pose.time] = pose } }
        return locked {
          if let alignment = message.alignment { alignments.append(alignment) }
          return !isOver
        }
      }
    }
    Thread.detachNewThread { [self] in
      try? second.scene.watch(SceneCall(include: [.placements, .light], rate: 120)) { update in
        locked {
          if let frame = update.frame { frames.append(frame) }
          return !isOver
        }
      }
    }
  }

  private func locked<Value>(_ body: () -> Value) -> Value { lock.withLock(body) }
  func stop() { locked { isOver = true } }

  /// Waits until the values published at that time have arrived.
  func wait(for time: Int64) {
    for _ in 0..<1000 {
      if locked({ (poses.keys.max() ?? 0) > time && (frames.last?.time ?? 0) > time }) { return }
      usleep(10_000)
    }
  }

  /// Whether the line's numbers could be compared with published ones.
  func hold(_ line: ShownLine) -> Bool {
    locked {
      switch line.kind {
      case .pose: holdPose(line)
      case .nearest: holdNearest(line)
      case .begun: false
      }
    }
  }

  private func difference(_ a: Double?, _ b: Double) -> Double {
    Swift.abs(((a ?? .infinity) - b).remainder(dividingBy: 360))
  }

  private func holdPose(_ line: ShownLine) -> Bool {
    // Every pose that a client can have is here, except after a delay of this connection.
    guard let pose = poses[line.time] else { return false }
    expect(line.scene, equals: pose.scene)
    guard let heading = pose.heading, pose.tracking.state == .normal else {
      #expect(line.numbers.isEmpty && line.text.hasPrefix("heading unknown"), "\(line.text)")
      return false
    }
    expect(difference(line.numbers["heading"], heading.degrees), isBelow: 0.051, "\(line.text): \(heading.degrees)")
    expect(difference(line.numbers["±"], pose.headingSigma?.degrees ?? .nan), isBelow: 0.051, "\(line.text)")
    #expect(line.text.contains(pose.localization.state.word))
    // By the alignment that the client had then: one of the last seconds, as in `fault`, or one between two of them, for on a busy
    // machine some are replaced by later ones.
    let held = alignments.filter { $0.scene == pose.scene && abs($0.time - line.time) < 8_000_000_000 }
    if let drawn = line.numbers["drawn"], !held.isEmpty {
      let yaws = held.map { (drawn - looking(pose) - $0.appliedYaw.degrees).remainder(dividingBy: 360) }
      #expect((yaws.min() ?? .infinity) < 0.06 && (yaws.max() ?? -.infinity) > -0.06, "\(line.text): \(yaws)")
    }
    return true
  }

  /// A frame of a few milliseconds before or after is equivalent: each subscriber has its own grid of times. A client that shows no
  /// place may not have read the frame with the first one yet, as in `fault`.
  private func holdNearest(_ line: ShownLine) -> Bool {
    let reach: Int64 = line.numbers.isEmpty ? 8_000_000_000 : 30_000_000
    let near = frames.filter { $0.scene == line.scene && abs($0.time - line.time) < reach }
    guard !near.isEmpty else { return false }
    let faults = near.map { fault(of: line, beside: $0) }
    #expect(faults.contains(nil), "\(line.text): \(faults.first.flatMap { $0 } ?? "")")
    return line.numbers["azimuth"] != nil
  }

  private func fault(of line: ShownLine, beside frame: SceneFrameMessage) -> String? {
    guard !frame.isStale, frame.status.state == .shown, let place = frame.placements?.first else {
      return line.numbers.isEmpty ? nil : "\(frame.status)"
    }
    let azimuth = difference(line.numbers["azimuth"], place.azimuth.degrees)
    let sigma = difference(line.numbers["±"], place.azimuthSigma.degrees)
    let elevation = difference(line.numbers["elevation"], place.elevation.degrees)
    let distance = abs((line.numbers["distance"] ?? .infinity) - place.distance.value)
    guard line.text.hasPrefix(place.name), azimuth < 0.15, sigma < 0.06 + 0.03 * place.azimuthSigma.degrees,
      elevation < 0.1, distance < 0.1 + 0.004 * place.distance.value
    else { return "\(place)" }
    guard let turn = line.numbers["turn"] else { return nil }
    // By one of the recent poses, or by one between two of them, as in `holdPose`: on a busy machine either of the client's two
    // connections may be read later than the other, by two seconds at four times the walk's pace, and poses are replaced by later
    // ones.
    let turns = poses.values.filter { $0.scene == line.scene && abs(line.time - $0.time) < 8_000_000_000 }.map {
      let drawn = degrees(place.point.x - $0.pose.position.x, place.point.z - $0.pose.position.z) - looking($0)
      return (turn - drawn).remainder(dividingBy: 360)
    }
    guard let least = turns.min(), let most = turns.max(), least > 0.3 || most < -0.3 else { return nil }
    return "turned by \(least)° to \(most)° otherwise"
  }

  private func degrees(_ x: Double, _ z: Double) -> Double { Angle.arcTangent(x, -z).degrees }
  private func looking(_ pose: PoseMessage) -> Double {
    Attitude(Rotation<Scene, Level>.yaw(.zero) * pose.pose.rotation).heading.degrees
  }
}
