import Geometry
import Samples
import Text

/// Parser of a trajectory in the form of TUM's RGB-D benchmark, which `evo` and most trackers write: lines of
/// `timestamp tx ty tz qx qy qz qw`, separated by spaces, in seconds and meters (cvg.cit.tum.de, file formats). Its poses become
/// those of an outside tracker.
public struct PoseTrajectory: LogParser {
  /// The axis that points up in the trajectory's world.
  public enum Up: String, CaseIterable, Sendable { case y, z }

  private var session = LoggedSession()
  private var file = ""
  private let axes: LogAxes
  private let up: Up

  public init(axes: LogAxes = .robot, up: Up = .z) {
    self.axes = axes
    self.up = up
  }

  public func choose(from files: [String]) -> [String] { Array(files.prefix(1)) }
  public mutating func startFile(_ file: String) { self.file = file }

  public mutating func refuse(_ refusal: LogRefusal, number: Int) {
    session.report.refuse(refusal, file: file, line: number)
  }

  public mutating func parse(_ line: UnsafeBufferPointer<UInt8>, number: Int) {
    if line[0] == UInt8(ascii: "#") || line[0] == UInt8(ascii: "%") { return }
    do throws(LogRefusal) { try read(line) } catch { session.report.refuse(error, file: file, line: number) }
  }

  private static let fields = ["timestamp", "tx", "ty", "tz", "qx", "qy", "qz", "qw"]

  private mutating func read(_ line: UnsafeBufferPointer<UInt8>) throws(LogRefusal) {
    let words = LogWords.split(line)
    guard words.count == Self.fields.count else {
      throw LogRefusal(words.count < Self.fields.count ? .missingField : .malformedLine)
    }
    let time = try LogWords.nanoseconds(words[0], Self.fields[0])
    var values: [Double] = []
    for index in 1..<8 { values.append(try LogWords.number(words[index], Self.fields[index])) }
    guard let stated = StatedRotation<LogBody, LogWorld>(x: values[3], y: values[4], z: values[5], w: values[6])
    else { throw LogRefusal(.notARotation, "qx") }
    try session.add(
      Self.pose(at: time, SIMD3(values[0], values[1], values[2]), stated.rotation, axes, up))
  }

  /// Returns a pose of a log as one of an outside tracker, whose world has y up: x stays, and where z points up, (x, y, z) becomes
  /// (x, z, −y), a quarter turn about x.
  static func pose(
    at time: Int64, _ position: SIMD3<Double>, _ rotation: Rotation<LogBody, LogWorld>, _ axes: LogAxes, _ up: Up
  ) -> OutsidePose {
    let turn: Rotation<LogWorld, OutsideFrame> =
      up == .y ? .aligned : Rotation(about: Direction(1, 0, 0), by: .degrees(-90))
    let p = up == .y ? position : SIMD3(position.x, position.z, 0 - position.y)
    return OutsidePose(
      time: BootInstant(nanoseconds: time), position: Displacement(p),
      orientation: StatedRotation(turn * rotation * axes.fromBody), quality: 1)
  }

  public mutating func finish() -> LoggedSession {
    session.utcOfZero = session.isUTC ? 0 : nil
    session.addNotesOnMissingSensors()
    session.beginAtZero()
    return session
  }
}

/// The words of a line, separated by spaces or tabs.
enum LogWords {
  static let mostWords = 64

  static func split(_ line: UnsafeBufferPointer<UInt8>) -> [UnsafeBufferPointer<UInt8>] {
    var words: [UnsafeBufferPointer<UInt8>] = [], start: Int?
    for index in 0...line.count {
      let isSpace = index == line.count || line[index] == 0x20 || line[index] == 0x09
      if isSpace, let first = start {
        words.append(UnsafeBufferPointer(rebasing: line[first..<index]))
        start = nil
        if words.count > mostWords { return words }
      } else if !isSpace, start == nil {
        start = index
      }
    }
    return words
  }

  static func number(_ word: UnsafeBufferPointer<UInt8>, _ name: String) throws(LogRefusal) -> Double {
    let value = try numeral(word, name).double
    guard value.isFinite else { throw LogRefusal(.notFinite, name) }
    return value
  }

  /// Returns seconds in nanoseconds, exactly.
  static func nanoseconds(_ word: UnsafeBufferPointer<UInt8>, _ name: String) throws(LogRefusal) -> Int64 {
    guard let value = try numeral(word, name).scaled(decimals: 9), value.magnitude <= BootInstant.mostNanoseconds
    else { throw LogRefusal(.outOfRange, name) }
    return value
  }

  private static func numeral(_ word: UnsafeBufferPointer<UInt8>, _ name: String) throws(LogRefusal) -> Numeral {
    var position = 0
    guard let numeral = Numeral.scan(word, at: &position), position == word.count else {
      let text = String(decoding: word.prefix(12), as: UTF8.self).lowercased()
      let isNumber = ["nan", "-nan", "inf", "-inf", "infinity"].contains(text)
      throw LogRefusal(isNumber ? .notFinite : .notANumber, name)
    }
    return numeral
  }
}
