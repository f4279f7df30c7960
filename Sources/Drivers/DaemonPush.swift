import Geometry
import GnomonClient
import Wire

/// The connection to the daemon: what this program reads, and its samples.
final class DaemonPush {
  private let client: Client
  /// Reasons for which the daemon has refused lines.
  private var refused: Set<String> = []

  private static let patience = TimeSpan.seconds(2), mostLines = 500, mostReasons = 16

  init(_ socket: String) throws(ClientFault) {
    client = try Client(path: socket)
    client.setPatience(Self.patience)
  }

  /// How the device is worn.
  func profile() throws(ClientFault) -> String { try client.tracking.getStatus().profile }

  func describe(_ sensors: [DrivenSensorMessage]) throws(ClientFault) {
    _ = try client.tracking.describeSensors(sensors: sensors)
  }

  /// Pushes lines; returns a sentence for each new reason of a refusal. The daemon's status has the counts.
  func push(_ lines: [String], name: String) throws(ClientFault) -> [String] {
    var news: [String] = []
    var start = 0
    while start < lines.count {
      let end = min(start + Self.mostLines, lines.count)
      let reply = try client.tracking.pushSamples(lines: Array(lines[start..<end]), clock: "boot", name: name)
      for one in reply.refused where refused.count < Self.mostReasons {
        let reason = one.field.isEmpty ? one.reason : "\(one.reason) (\(one.field))"
        if refused.insert(reason).inserted { news.append("the daemon refuses samples: \(reason)") }
      }
      start = end
    }
    return news
  }
}
