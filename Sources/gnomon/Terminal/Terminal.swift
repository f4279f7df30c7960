import Geometry
import Glibc
import Text

/// Standard output and error, as a command uses them.
enum Terminal {
  /// A result. Whatever a name in it holds, nothing but line feeds drives the terminal.
  static func print(_ text: String) { write(TerminalText.lines(text), to: STDOUT_FILENO) }
  /// A message about the work, not part of the result.
  static func note(_ text: String) { write(TerminalText.lines(text) + "\n", to: STDERR_FILENO) }
  static func complain(_ text: String) { write("gnomon: \(TerminalText.lines(text))\n", to: STDERR_FILENO) }
  /// What holds sequences of our own that drive the terminal: every text within is one that `TerminalStyle.spelled` or
  /// `TerminalText` has returned. `scripts/lint-terminal` lists the files that may use it.
  static func draw(_ text: String) { write(text, to: STDOUT_FILENO) }
  static func exit(_ status: Failure.Status) -> Never { Glibc.exit(status.rawValue) }
  static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 }

  static func print(_ value: JSONValue, layout: JSONValue.Layout = .indented) {
    var buffer = TextBuffer()
    value.write(to: &buffer, layout: layout)
    buffer.append(UInt8(ascii: "\n"))
    print(escaped(buffer.string))
  }

  /// JSON leaves DEL and the controls above ASCII as they are, and terminals obey them. They can only be within strings, where an
  /// escape has the same value.
  private static func escaped(_ json: String) -> String {
    func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar != "\n" && TerminalText.standIn(scalar) != nil }
    guard json.unicodeScalars.contains(where: isControl) else { return json }
    var text = ""
    for scalar in json.unicodeScalars {
      guard isControl(scalar) else {
        text.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return text
  }

  fileprivate static func drive(_ text: String) { write(text, to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: CInt) {
    var text = text
    text.withUTF8 { bytes in
      var written = 0
      while written < bytes.count {
        let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count < 0 {
          if errno == EINTR { continue }
          // The reader has gone (head, less): nothing more to say, and nobody to say it to.
          Glibc.exit(descriptor == STDOUT_FILENO ? Failure.Status.inputOutput.rawValue : 1)
        }
        written += count
      }
    }
  }
}

/// Standard output, gathered into larger pieces, or line by line when somebody types.
struct Output {
  private var text = ""
  private let isInteractive = isatty(STDIN_FILENO) == 1

  mutating func add(_ line: String) {
    text += line
    if isInteractive || text.utf8.count > 1 << 15 { flush() }
  }

  mutating func flush() {
    Terminal.print(text)
    text = ""
  }
}

/// How far a long piece of work is, on a terminal, from its first second on.
struct Progress {
  private let label: String
  private let start = now()
  private var last = 0.0
  private var isShown = false
  private var calls = 0

  init(_ label: String) { self.label = label }

  mutating func show(_ fraction: @autoclosure () -> Double?) {
    calls &+= 1
    guard calls & 0xFFF == 0, Terminal.showsProgress else { return }
    let time = Self.now()
    guard time - start > 1, time - last > 0.1 else { return }
    last = time
    isShown = true
    let part =
      fraction().map { "\(Int(saturating: max(0, min(1, $0)) * 100)) %" } ?? "\(Int(saturating: time - start)) s"
    Terminal.drive("\r\(TerminalText.line(label)) … \(part)  ")
  }

  /// Wipes the line.
  mutating func end() {
    if isShown { Terminal.drive("\r\(String(repeating: " ", count: label.count + 12))\r") }
    isShown = false
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// That something is waited for which may take long and calls back seldom: a server. On a terminal, from its first second on.
struct Waiting {
  private let label: String
  private let start = now()
  private var last = 0.0
  private var width = 0

  init(_ label: String) { self.label = label }

  mutating func show(bytes: Int) {
    show(bytes > 0 ? "\(bytes >> 10) KiB" : nil)
  }

  mutating func show(_ part: String?) {
    guard Terminal.showsProgress else { return }
    let time = Self.now()
    guard time - start > 1, time - last > 0.2 else { return }
    last = time
    let line = "\(label) … \(part ?? "\(Int(saturating: time - start)) s")"
    Terminal.drive("\r\(TerminalText.line(line).padded(to: width))")
    width = max(width, line.count)
  }

  /// Wipes the line.
  mutating func end() {
    if width > 0 { Terminal.drive("\r\(String(repeating: " ", count: width))\r") }
    width = 0
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// What the surroundings of the process say.
enum Environment {
  static func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// The clock on the wall; only the command line looks at it.
func secondsSince1970() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec)
}

/// A whole file; errors name it.
func contents(of path: String) throws(Failure) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .inputOutput("\(path): cannot open: \(String(cString: strerror(errno)))") }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0 {
      if errno == EINTR { continue }
      throw .inputOutput("\(path): cannot read: \(String(cString: strerror(errno)))")
    }
    if count == 0 { return bytes }
    bytes += chunk[..<count]
    if bytes.count > 64 << 20 { throw .data("\(path): larger than 64 MiB; not what was asked for") }
  }
}

/// A number that changes before somebody's eyes: as many decimals each time, so that nothing beside it moves.
func steady(_ value: Double, _ decimals: Int) -> String {
  let text = text(value, decimals)
  guard decimals > 0, value.isFinite else { return text }
  let found = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 }
  return text + (found == nil ? "." : "") + String(repeating: "0", count: max(0, decimals - (found ?? 0)))
}

/// A number for people: so many decimals, trailing zeros dropped.
func text(_ value: Double, _ decimals: Int) -> String {
  guard value.isFinite else { return "\(value)" }
  var buffer = TextBuffer()
  buffer.append(value, decimals: decimals)
  return buffer.string
}
