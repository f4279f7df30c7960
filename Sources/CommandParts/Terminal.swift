import Geometry
import Glibc
public import Text

/// Standard output and standard error of a command.
public enum Terminal {
  /// Prints a result. Line feeds are the only control characters that reach the terminal, even if a name in the text has others.
  public static func print(_ text: String) { write(TerminalText.lines(text), to: STDOUT_FILENO) }
  /// Prints a message about the work, which is not part of the result.
  public static func inform(_ text: String) { write(TerminalText.lines(text) + "\n", to: STDERR_FILENO) }
  public static func warn(_ text: String) { write("gnomon: \(TerminalText.lines(text))\n", to: STDERR_FILENO) }
  /// Prints text with gnomon's own control sequences; all other text in it has to come from `TerminalStyle.spelled` or
  /// `TerminalText`. `scripts/lint-terminal` lists the files that may use it.
  public static func draw(_ text: String) { write(text, to: STDOUT_FILENO) }
  public static func exit(_ status: Failure.Status) -> Never { Glibc.exit(status.rawValue) }
  /// Ends with a failure: a sentence, or for a program one line of JSON. Both are on standard error, so that standard output has
  /// results only.
  public static func end(_ failure: Failure, asJSON: Bool) -> Never {
    if asJSON {
      let message = failure.message.split(separator: "\n").map { $0.hasPrefix("gnomon: ") ? $0.dropFirst(8) : $0 }
      let json: JSONValue = [
        "error": .object([
          JSONMember("kind", .string("\(failure.status)")),
          JSONMember("status", .integer(Int64(failure.status.rawValue))),
          JSONMember("message", .string(message.joined(separator: "\n"))),
        ])
      ]
      write(line(json, layout: .compact), to: STDERR_FILENO)
    } else {
      warn(failure.message)
    }
    exit(failure.status)
  }
  public static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
  static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 }

  public static func print(_ value: JSONValue, layout: JSONValue.Layout = .indented) {
    print(line(value, layout: layout))
  }

  private static func line(_ value: JSONValue, layout: JSONValue.Layout) -> String {
    var buffer = TextBuffer()
    value.write(to: &buffer, layout: layout)
    buffer.append(UInt8(ascii: "\n"))
    return escaped(buffer.string)
  }

  /// JSON leaves DEL and the controls above ASCII unchanged, and terminals act on them. They can only be within strings, where an
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

  /// Prints progress on standard error, with gnomon's own control sequences.
  static func drive(_ text: String) { write(text, to: STDERR_FILENO) }

  private static func write(_ text: String, to descriptor: CInt) {
    var text = text
    text.withUTF8 { bytes in
      var written = 0
      while written < bytes.count {
        let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count < 0 {
          if errno == EINTR { continue }
          // If the reading program has ended (head, less), the rest of the output is not needed; else the output is lost.
          let reason = errno
          if reason != EPIPE, descriptor == STDOUT_FILENO {
            warn("cannot write the output: \(String(cString: strerror(reason)))")
          }
          Glibc.exit(descriptor == STDOUT_FILENO ? Failure.Status.inputOutput.rawValue : 1)
        }
        written += count
      }
    }
  }
}

/// Standard output in larger pieces, or line by line when standard input is a terminal.
public struct Output {
  private var text = ""
  private let isInteractive = isatty(STDIN_FILENO) == 1

  public init() {}

  public mutating func add(_ line: String) {
    text += line
    if isInteractive || text.utf8.count > 1 << 15 { flush() }
  }

  public mutating func flush() {
    Terminal.print(text)
    text = ""
  }
}
