import CommandParts
import Text
import Wire

/// The daemon's messages as lines of text.
enum WatchLines {
  static func lines(_ message: StreamMessage) -> [String] {
    var lines: [String] = []
    if message.dropped > 0 { lines.append("missed \(message.dropped)") }
    if let pose = message.pose {
      let p = pose.pose.position
      lines.append(
        "pose       \(pose.headingText), "
          + (pose.placeText.map { "\($0), " } ?? "")
          + "at \(text(p.x, 2)) \(text(p.y, 2)) \(text(p.z, 2)) m in scene \(pose.scene), "
          + pose.stateText)
    }
    if let place = message.geopose?["position"] {
      let numbers = ["lat", "lon", "h"].map { name in place[name]?.double.map { text($0, 7) } ?? "?" }
      lines.append("geopose    \(numbers.joined(separator: " "))")
    }
    if let alignment = message.alignment {
      lines.append(
        "alignment  yaw \(text(alignment.yaw.degrees, 2))° ± \(alignment.yawSigma.map { text($0.degrees, 1) } ?? "?")°, "
          + "drawn by \(text(alignment.appliedYaw.degrees, 2))°, "
          + placeText(alignment.place, alignment.horizontalAccuracy))
    }
    if let state = message.state { lines.append("state      \(state.localization.plainText), \(state.tracking.text)") }
    for sensor in message.sensors?.sensors ?? [] {
      // A degree's seventh decimal is 1 cm.
      let decimals = sensor.unit.hasPrefix("°, ") ? [7, 7, 1] : []
      let values = (0..<sensor.values.count).map {
        text(sensor.values.values[$0], $0 < decimals.count ? decimals[$0] : 4)
      }
      lines.append(
        "sensor     \(sensor.name): \(values.joined(separator: " ")) \(sensor.unit), \(sensor.rate.map { text($0, 1) } ?? "?") Hz"
      )
    }
    if let correction = message.correction {
      lines.append(
        "correction by \(correction.source): yaw \(text(correction.oldYaw.degrees, 2))° to "
          + "\(text(correction.newYaw.degrees, 2))° ± \(text(correction.sigma.degrees, 1))°, "
          + "place by \(text(correction.shift.norm.value, 2)) m"
          + (correction.grounds.map { ", from \($0.text)" } ?? ""))
    }
    if let aids = message.aids {
      lines += aids.aids.map { "aid        \($0.line)" }
      lines += aids.states.map { "filter     \($0.name) \($0.valueText)" }
      lines += aids.hypotheses.map { "hypothesis \($0.text)" }
    }
    if let guidance = message.guidance {
      lines.append("to do      \(guidance.isEmpty ? "nothing" : guidance.map(\.english).joined(separator: "; "))")
    }
    return lines
  }
}
