public import CommandParts
public import Geometry
public import Samples
import Text

/// A stretch START:LEN of time, in the recording's own seconds, both ends included.
public struct Stretch {
  public var start: BootInstant
  public var length: TimeSpan

  public init(_ text: String, _ option: String, _ syntax: Syntax) throws(Failure) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double(numeral: $0) }
    guard parts.count == 2, let start = parts[0], let length = parts[1], start.magnitude < 9e9, length >= 0,
      length < 9e9
    else {
      throw .usage("\(option) must be START:LEN in seconds, not '\(text)'", syntax)
    }
    self.start = BootInstant(seconds: start)
    self.length = TimeSpan(length)
  }

  public func contains(_ time: BootInstant) -> Bool { time >= start && time <= start + length }
}
