import GnomonClient

let client = try Client(path: CommandLine.arguments.dropFirst().first ?? Client.defaultPath)
let status = try client.status()
print("gnomond \(status.version), profile \(status.profile)")
for source in status.sources { print("\(source.name): \(source.state)") }

// Poses ten times a second, and every correction of the heading with its grounds.
var left = 20
try client.subscribe([.pose, .correction], rate: 10) { message in
  if let pose = message.pose {
    let heading = pose.heading.map { "\($0.degrees)°" } ?? "unknown"
    print("heading \(heading), \(pose.localization.text), \(pose.tracking.text)")
    left -= 1
  }
  if let correction = message.correction {
    print("turned from \(correction.oldYaw.degrees)° to \(correction.newYaw.degrees)° by \(correction.source)")
  }
  return left > 0  // false ends the stream
}
