import Foundation
import GnomonClient
import Wire

// Prints the wearer's heading and the direction of the nearest place about twice a second, until interrupted or after LINES
// lines: client-example [SOCKET [LINES]]. The time, the scene, degrees with their 1 σ, meters; turn is from the line of sight,
// positive to the right.
//
//     pose 691.407868977 scene 0: heading 116.4 ± 4.5, drawn 116.1, localized
//     nearest 691.423868977 scene 0: Old harbour: azimuth 49.6 ± 4.6, elevation 0.0, distance 216.1, turn -66.8

let words = CommandLine.arguments.dropFirst()
let path = words.first ?? ProcessInfo.processInfo.environment["GNOMON_SOCKET"] ?? Client.defaultPath
let lines = Lines(words.dropFirst().first.flatMap { Int($0) } ?? .max)

/// Standard output for both streams, until the requested number of lines is printed.
final class Lines: @unchecked Sendable {
  private let lock = NSLock()
  private var left: Int

  init(_ count: Int) { left = count }

  func say(_ line: String) {
    lock.withLock {
      FileHandle.standardOutput.write(Data("\(line)\n".utf8))
      left -= 1
      if left <= 0 { exit(0) }
    }
  }
}

/// Reconnects forever, because the daemon may end and start again.
@Sendable func reconnecting(_ work: (Client) throws(ClientFault) -> Void) {
  while true {
    do throws(ClientFault) { try work(Client(path: path)) } catch {
      FileHandle.standardError.write(Data("client: \(error); trying again\n".utf8))
      if case .refused = error { exit(1) }
    }
    Thread.sleep(forTimeInterval: 1)
  }
}

@Sendable func moment(_ time: Int64) -> String {
  "\(time / 1_000_000_000)." + String(format: "%09lld", time % 1_000_000_000)
}
@Sendable func degrees(x: Double, z: Double) -> Double { atan2(x, -z) * 180 / .pi }

/// The direction of the body's -z in the scene (x east, y up, z south).
@Sendable func looking(_ pose: PoseMessage) -> Double {
  let q = pose.pose.rotation.quaternion
  return degrees(x: -2 * (q.x * q.z + q.w * q.y), z: -1 + 2 * (q.x * q.x + q.y * q.y))
}
/// The non-negative remainder.
@Sendable func round360(_ angle: Double) -> Double {
  let rest = angle.truncatingRemainder(dividingBy: 360)
  return rest < 0 ? rest + 360 : rest
}

// Each stream has a separate connection, and a thread, because it blocks.
Thread.detachNewThread {
  reconnecting { (client) throws(ClientFault) in
    var scene: Int?, alignment: AlignmentMessage?, count = 0
    try client.tracking.subscribe(streams: [.pose, .alignment], rate: 30) { (message) throws(ClientFault) in
      if let news = message.pose?.scene ?? message.alignment?.scene, news != scene {
        // Points of the old scene have no meaning in the new one.
        if scene != nil { lines.say("scene \(news): begun") }
        (scene, alignment) = (news, nil)
      }
      if let news = message.alignment { alignment = news }
      guard let pose = message.pose else { return true }
      count += 1
      if count % 15 == 1 { lines.say(sentence(of: pose, drawnBy: alignment)) }
      return true  // false ends the stream
    }
  }
}

@Sendable func sentence(of pose: PoseMessage, drawnBy alignment: AlignmentMessage?) -> String {
  let start = "pose \(moment(pose.time)) scene \(pose.scene): heading "
  guard let heading = pose.heading, pose.tracking.state == .normal else {
    return start + "unknown, \(pose.tracking.text), \(pose.localization.text)"
  }
  var line = start + String(format: "%.1f ± ", heading.degrees)
  line += pose.headingSigma.map { String(format: "%.1f", $0.degrees) } ?? "unknown"
  // For drawing: the applied alignment follows the target without a jump.
  if let alignment { line += String(format: ", drawn %.1f", round360(looking(pose) + alignment.appliedYaw.degrees)) }
  return line + ", \(pose.localization.text)"
}

// Frames are sent as changes, and are complete when they arrive here.
reconnecting { (client) throws(ClientFault) in
  let asker = try Client(path: path)
  try client.scene.watch(SceneCall(include: [.placements], rate: 2)) { (update) throws(ClientFault) in
    guard let frame = update.frame else { return true }
    var line = "nearest \(moment(frame.time)) scene \(frame.scene): "
    if frame.isStale || frame.status.state != .shown {
      line += "nothing to draw, \(frame.status.reason?.word ?? "stale")"
    } else if let place = frame.placements?.first {
      line += place.name + String(format: ": azimuth %.1f ± ", round360(place.azimuth.degrees))
      line += String(format: "%.1f, elevation %.1f, ", place.azimuthSigma.degrees, place.elevation.degrees)
      line += String(format: "distance %.1f", place.distance.value)
      // The pose of the frame's own moment. Points are scene coordinates and are drawn unchanged, without the alignment.
      if let pose = try asker.tracking.getPose(time: frame.time).pose, pose.scene == frame.scene {
        let (point, eye) = (place.point, pose.pose.position)
        let seen = degrees(x: point.x - eye.x, z: point.z - eye.z)
        line += String(format: ", turn %.1f", round360(seen - looking(pose) + 180) - 180)
      }
    } else {
      line += "no place in range"
    }
    lines.say(line)
    return true
  }
}
