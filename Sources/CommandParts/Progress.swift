import Geometry
import Glibc
import Text

/// The progress of a long piece of work, shown on a terminal after its first second.
public struct Progress {
  private let label: String
  private let start = now()
  private var last = 0.0
  private var isShown = false
  private var calls = 0

  public init(_ label: String) { self.label = label }

  public mutating func show(_ fraction: @autoclosure () -> Double?) {
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
  public mutating func end() {
    if isShown { Terminal.drive("\r\(String(repeating: " ", count: label.count + 12))\r") }
    isShown = false
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}

/// A line about work that goes on: redrawn in place on a terminal; elsewhere it is not shown.
public struct LiveLine {
  private var width = 0

  public init() {}

  public mutating func show(_ text: String) {
    guard Terminal.showsProgress else { return }
    let style = TerminalStyle.current()
    let line = String(style.spelled(text).prefix(style.columns - 1))
    Terminal.drive("\r\(line.padded(to: width))")
    width = line.count
  }

  /// Wipes the line.
  public mutating func end() {
    if width > 0 { Terminal.drive("\r\(String(repeating: " ", count: width))\r") }
    width = 0
  }
}

/// A note that the command waits for something slow, such as a server; shown on a terminal after the first second.
public struct Waiting {
  private let label: String
  private let start = now()
  private var last = 0.0
  private var width = 0

  public init(_ label: String) { self.label = label }

  public mutating func show(bytes: Int) {
    show(bytes > 0 ? "\(bytes >> 10) KiB" : nil)
  }

  public mutating func show(_ part: String?) {
    guard Terminal.showsProgress else { return }
    let time = Self.now()
    guard time - start > 1, time - last > 0.2 else { return }
    last = time
    let line = "\(label) … \(part ?? "\(Int(saturating: time - start)) s")"
    Terminal.drive("\r\(TerminalText.line(line).padded(to: width))")
    width = max(width, line.count)
  }

  /// Wipes the line.
  public mutating func end() {
    if width > 0 { Terminal.drive("\r\(String(repeating: " ", count: width))\r") }
    width = 0
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
