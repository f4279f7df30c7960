import CommandParts
import Glibc

/// The voice: speech-dispatcher's `spd-say`, one utterance after the other, each a process that ends when it has been spoken.
///
/// The text goes through a pipe (`--pipe-mode`): every user could read an argument in `/proc`, and names reveal where the wearer
/// goes. An urgent announcement stops the current one and discards those that wait. If there is no voice, or it fails, the text
/// is printed.
struct Speaker {
  /// Options of `spd-say`: language, voice, rate.
  var options: [String] = []

  /// Most utterances that wait; older ones are out of date.
  private static let mostWaiting = 4
  /// Seconds for one utterance: a dispatcher that hangs must not block the others.
  private static let patience = 30.0

  private var waiting: [String] = []
  private var child: (process: pid_t, text: String, start: Double)?
  private var isMissing = false
  private var hasWarned = false

  init(options: [String]) { self.options = options }

  /// Whether an utterance is being spoken or waits, so that `tend` has to be called again soon.
  var isBusy: Bool { child != nil || !waiting.isEmpty }

  mutating func say(_ announcement: Announcement) {
    if announcement.isUrgent {
      for text in waiting { Terminal.inform("not spoken, because of an urgent sentence: \(text)") }
      waiting.removeAll()
      silence()
      return start(announcement.text, priority: "important")
    }
    waiting.append(announcement.text)
    while waiting.count > Self.mostWaiting { Terminal.inform("not spoken, too late: \(waiting.removeFirst())") }
    tend()
  }

  /// Checks whether the current utterance has ended, and starts the next.
  mutating func tend() {
    if let child {
      var status: CInt = 0
      let ended = waitpid(child.process, &status, WNOHANG)
      if ended == 0 {
        guard Self.now() - child.start > Self.patience else { return }
        Terminal.inform("spd-say has not ended in \(Int(Self.patience)) s and is stopped: \(child.text)")
        stop(child.process)
      } else if ended > 0, status != 0 {
        warn("spd-say could not speak; 'spd-say hello' prints the reason")
        Terminal.print(child.text + "\n")
      }
      self.child = nil
    }
    guard child == nil, !waiting.isEmpty else { return }
    start(waiting.removeFirst(), priority: "message")
  }

  /// Waits until all utterances have been spoken.
  mutating func finish() {
    while isBusy {
      tend()
      if isBusy { usleep(20_000) }
    }
  }

  /// Stops the current utterance, here and in the dispatcher.
  private mutating func silence() {
    guard let child else { return }
    stop(child.process)
    self.child = nil
    guard case .started(let process) = spawn(["--application-name", "gnomon", "--cancel"]) else { return }
    let start = Self.now()
    while waitpid(process, nil, WNOHANG) == 0 {
      guard Self.now() - start < 1 else { return stop(process) }
      usleep(5000)
    }
  }

  private func stop(_ process: pid_t) {
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
  }

  private mutating func start(_ text: String, priority: String) {
    if !isMissing {
      let arguments = ["--application-name", "gnomon", "--wait", "--priority", priority, "--pipe-mode"] + options
      // A line that begins with !-! would be a command of speech-dispatcher's protocol.
      switch spawn(arguments, input: (text.hasPrefix("!") ? " " : "") + text + "\n") {
      case .started(let process):
        child = (process, text, Self.now())
        return
      case .failed(ENOENT):
        isMissing = true
        warn(
          "spd-say is not on PATH, so the sentences are printed: apt install speech-dispatcher, and a voice such as espeak-ng"
        )
      case .failed(let number): warn("spd-say does not start: \(String(cString: strerror(number)))")
      }
    }
    Terminal.print(text + "\n")
  }

  /// Prints a sentence, but only the first one.
  private mutating func warn(_ sentence: String) {
    if !hasWarned { Terminal.warn(sentence) }
    hasWarned = true
  }

  private enum Spawned {
    case started(pid_t)
    case failed(CInt)
  }

  /// Starts `spd-say`. `input` is its standard input, which has to fit into the pipe.
  private func spawn(_ arguments: [String], input: String = "") -> Spawned {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { return .failed(errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let bytes = Array(input.utf8)
    let written = bytes.isEmpty ? 0 : write(ends[1], bytes, bytes.count)
    close(ends[1])
    guard written == bytes.count else { return .failed(EIO) }
    var words: [UnsafeMutablePointer<CChar>?] = (["spd-say"] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var files = posix_spawn_file_actions_t(), attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&files)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&files)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO)
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_RDWR, 0)
    // Signals that the parent process has blocked must not stay blocked in the child.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var process = pid_t()
    let failure = posix_spawnp(&process, "spd-say", &files, &attributes, words, environ)
    return failure == 0 ? .started(process) : .failed(failure)
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
