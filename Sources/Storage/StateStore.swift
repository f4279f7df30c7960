public import Tracking
import Text

/// What sessions have learned, kept from one to the next in one file.
public struct StateStore: Sendable {
  private let file: AtomicFile

  /// The folder is the daemon's own.
  public init(directory: String) { file = AtomicFile("\(directory)/state.json") }

  public var path: String { file.path }

  /// What was kept, as far as it is sound, and what is wrong with the rest. A file that says nothing sound is set aside, so that
  /// the next save does not bury it.
  public func load() -> (state: LearnedState?, faults: [String]) {
    file.discardUnfinished()
    do throws(StorageFault) {
      guard let bytes = try file.read() else { return (nil, []) }
      let (state, faults) = Self.state(in: bytes)
      guard state == nil else { return (state, faults.map { "\(path): \($0)" }) }
      let kept = file.setAside().map { "; kept as \($0)" } ?? ""
      return (nil, faults.map { "\(path): \($0)\(kept)" })
    } catch {
      return (nil, [error.description])
    }
  }

  private static func state(in bytes: [UInt8]) -> (LearnedState?, [String]) {
    do throws(JSONError) {
      let read = LearnedState.read(try JSONValue(reading: bytes))
      return (read.state, read.faults.map { "\($0)" })
    } catch {
      return (nil, ["\(error)"])
    }
  }

  public func save(_ state: LearnedState) throws(StorageFault) {
    var text = TextBuffer()
    state.json.write(to: &text, layout: .indented)
    text.append(UInt8(ascii: "\n"))
    try file.replace(with: Array(text.bytes))
  }
}
