public import CommandParts
import Recordings
import Text
import Wire

// Texts, files and options that the commands about the scene share.
extension PlaceMessage {
  /// `Harbour  180 m  shown  (mine 4711)`
  var line: String {
    let title = name.isEmpty ? "(no name)" : name
    var parts = [isFavourite ? "\(title) *" : title]
    if !category.isEmpty { parts.append(category) }
    if let distance { parts.append(distanceText(distance)) }
    if let status { parts.append(status.text) }
    parts.append("(\(layer ?? "") \(id))")
    return parts.joined(separator: "  ")
  }
}

extension PlacementReport {
  var text: String { reason.map { "\(state): \($0)" } ?? state.word }
}

public enum SceneFile {
  public static let longest = 512 << 20

  /// The text of a file, or of standard input for `-`, unpacked when it is gzip.
  public static func text(_ path: String, limit: Int = longest) throws(Failure) -> String {
    let name = path == standardInputPath ? "standard input" : path
    let text: String
    do throws(RecordingFault) { text = String(decoding: try wholeFile(path, limit: limit), as: UTF8.self) } catch {
      let reason = "\(error)"
      throw .inputOutput(reason.hasPrefix(name) ? reason : "\(name): \(reason)")
    }
    guard !text.isEmpty else { throw .data("\(name): the file is empty") }
    return text
  }
}

extension DaemonCall {
  static let layer = Syntax.Option.value("--layer", "NAME", "the layer (default: your own)")
}
