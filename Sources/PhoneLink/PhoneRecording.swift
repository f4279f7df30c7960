import CPosix
import CommandParts
import Files
import Glibc
import Phones
import Text

/// The recording of a telephone's session: what was pushed, as a file that `gnomon replay` reads.
///
/// Without `--save` it is in the session's folder, readable for its user only, until the end; then the person names a file, or it
/// is deleted. A file that cannot be written any more keeps what it has, and the session goes on.
final class PhoneRecording {
  private let file: Descriptor
  private let path: String
  private let isKept: Bool
  private let isSilent: Bool
  private var text = TextBuffer(capacity: 1 << 16)
  private var lines = 0
  private let begin = gnomon_boot_time()
  private var fault: CInt?

  private static let drained = 1 << 15, attempts = 3

  /// `saved`: the file of `--save`. `folder`: where the recording is otherwise; nil for none.
  init(saved: String?, folder: String?, app: PhoneApp, isSilent: Bool) throws(Failure) {
    self.isSilent = isSilent
    isKept = saved != nil
    if let folder { Self.reportLeft(in: folder) }
    path = saved ?? folder.map { "\($0)/session-\(getpid()).gnomon" } ?? ""
    file = Descriptor(path.isEmpty ? -1 : open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
    guard file.isOpen || saved == nil else { throw Self.refusal(path, errno) }
    text.append(TextBuffer.recordingHeader)
    for (key, value) in [("device", "telephone with \(app.title)"), ("profile", "hand")] {
      text.append("#,\(key),\(value)\n")
    }
    drain()
  }

  /// Throws unless a new file of this name can be made; says so before anything is started.
  static func check(_ path: String) throws(Failure) {
    let file = Descriptor(open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
    guard file.isOpen else { throw refusal(path, errno) }
    unlink(path)
  }

  private static func refusal(_ path: String, _ reason: CInt) -> Failure {
    .inputOutput(
      "--save \(path): \(reason == EEXIST ? "the file exists; name another" : String(cString: strerror(reason)))")
  }

  /// Names the recordings of sessions that did not end by themselves.
  private static func reportLeft(in folder: String) {
    for name in MachineFiles.names(in: folder) ?? [] where name.hasPrefix("session-") && name.hasSuffix(".gnomon") {
      guard let process = pid_t(name.dropFirst(8).dropLast(7)), kill(process, 0) != 0, errno == ESRCH else { continue }
      Terminal.inform(
        "the recording of a session that ended suddenly is left: \(folder)/\(name); keep it, or delete it")
    }
  }

  func add(_ more: [String]) {
    guard file.isOpen, fault == nil else { return }
    lines += more.count
    for line in more {
      text.append(line)
      text.append(UInt8(ascii: "\n"))
    }
    if text.count > Self.drained { drain() }
  }

  private func drain() {
    defer { text.removeAll() }
    guard file.isOpen, fault == nil else { return }
    fault = text.withBytes { bytes -> CInt? in
      var written = 0
      while written < bytes.count {
        let count = write(file.number, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count >= 0 { written += count } else if errno != EINTR { return errno }
      }
      return nil
    }
    if let fault {
      Terminal.warn("\(path): cannot write: \(String(cString: strerror(fault))); it ends here, and the session goes on")
    }
  }

  /// Ends the recording: says where it is, or asks if a person has ended the session.
  func end(asks: Bool) throws(Failure) {
    guard file.isOpen else { return }
    drain()
    let size = "\(lines) samples, \(CommandParts.text(Double(gnomon_boot_time() - begin) * 1e-9 / 60, 1)) minutes"
    if isKept {
      if !isSilent {
        Terminal.inform("saved: \(path) (\(size)); gnomon report \(path) -o walk.html makes a page of it")
      }
      return
    }
    guard asks, lines > 0, !isSilent, PhoneQuestion.isAnswered else {
      unlink(path)
      return
    }
    for _ in 0..<Self.attempts {
      let answer = try PhoneQuestion.ask("Keep the recording (\(size))? Type a new file's name; Enter deletes it: ")
      guard let answer, !answer.isEmpty else {
        unlink(path)
        return
      }
      let name = answer.hasPrefix("~/") ? (Environment.value("HOME") ?? "~") + answer.dropFirst() : answer
      if ["y", "yes", "n", "no"].contains(name.lowercased()) { continue }
      if let reason = keep(as: name) {
        Terminal.inform("\(name): \(reason)")
      } else {
        unlink(path)
        Terminal.inform("saved: \(name); gnomon report \(name) -o walk.html makes a page of it")
        return
      }
    }
    Terminal.inform("the recording is left: \(path); keep it, or delete it")
  }

  /// Copies the file to a new one; returns why that is impossible.
  private func keep(as name: String) -> String? {
    let from = Descriptor(open(path, O_RDONLY | O_CLOEXEC))
    let to = Descriptor(open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600))
    guard from.isOpen, to.isOpen else { return String(cString: strerror(errno)) }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(from.number, &chunk, chunk.count)
      guard count > 0 else { return nil }
      guard write(to.number, chunk, count) == count else {
        let reason = String(cString: strerror(errno))
        unlink(name)
        return reason
      }
    }
  }
}
