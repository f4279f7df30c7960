import CommandParts
import CPosix
import Glibc
import Phones
import Text

/// The recording of a telephone's session: what was pushed, as a file that `gnomon replay` reads.
///
/// Without `--save` it is in the session's folder, readable for its user only, until the end; then the person names a file, or it
/// is deleted.
struct PhoneRecording {
  private var file: OutputFile
  private let path: String
  private let isKept: Bool
  private var lines = 0
  private let begin = gnomon_boot_time()
  private let isSilent: Bool

  /// `saved`: the file of `--save`. `folder`: where the recording is otherwise; nil for none.
  init(saved: String?, folder: String?, app: PhoneApp, isSilent: Bool) throws(Failure) {
    self.isSilent = isSilent
    isKept = saved != nil
    path = saved ?? folder.map { "\($0)/session.gnomon" } ?? ""
    if let saved, access(saved, F_OK) == 0 { throw .inputOutput("--save \(saved): the file exists; name another") }
    file = try OutputFile(path: path.isEmpty ? nil : path)
    file.text.append(TextBuffer.recordingHeader)
    for (key, value) in [("device", "telephone with \(app.title)"), ("profile", "hand")] {
      file.text.append("#,\(key),\(value)")
      try file.endLine()
    }
  }

  mutating func add(_ more: [String]) throws(Failure) {
    guard file.isOpen else { return }
    lines += more.count
    for line in more {
      file.text.append(line)
      try file.endLine()
    }
  }

  /// Ends the recording: says where it is, or asks.
  mutating func end(_ app: PhoneApp, failed: Bool) throws(Failure) {
    guard file.isOpen else { return }
    try file.close()
    let minutes = text(Double(gnomon_boot_time() - begin) * 1e-9 / 60, 1)
    if isKept {
      if !isSilent { Terminal.inform("saved: \(path) (\(lines) samples, \(minutes) minutes); gnomon report \(path)") }
      return
    }
    defer { unlink(path) }
    guard lines > 0, !isSilent, TerminalStyle.isAnswered, TerminalStyle.isShown else { return }
    Terminal.print(
      "Keep the recording (\(lines) samples, \(minutes) minutes)? Type a new file's name, or Enter to delete it: ")
    // SIGINT goes to a descriptor that is no longer read: Enter, or the end of the input, ends this.
    guard let name = readLine()?.trimmed, !name.isEmpty else { return }
    guard access(name, F_OK) != 0 else { throw .inputOutput("\(name): the file exists; the recording is deleted") }
    try keep(as: name)
    Terminal.inform("saved: \(name); gnomon report \(name) -o walk.html makes a page of it")
  }

  /// Moves the file; to another file system it is copied.
  private func keep(as name: String) throws(Failure) {
    if rename(path, name) == 0 { return }
    let from = open(path, O_RDONLY | O_CLOEXEC), to = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    defer {
      close(from)
      close(to)
    }
    guard from >= 0, to >= 0 else { throw .inputOutput("\(name): cannot write: \(String(cString: strerror(errno)))") }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(from, &chunk, chunk.count)
      guard count > 0 else { break }
      guard write(to, chunk, count) == count else {
        throw .inputOutput("\(name): cannot write: \(String(cString: strerror(errno)))")
      }
    }
  }
}
