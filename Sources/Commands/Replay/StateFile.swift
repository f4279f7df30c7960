import CommandParts
import Learned
import SceneCommands
import Text
import Tracking

/// The output file of `--save-state`.
struct StateFile {
  private var file: OutputFile

  init(path: String?) throws(Failure) { file = try OutputFile(path: path) }

  mutating func close(with state: @autoclosure () -> LearnedState) throws(Failure) {
    if file.isOpen {
      state().json.write(to: &file.text, layout: .indented)
      try file.endLine()
    }
    try file.close()
  }
}
