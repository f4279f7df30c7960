import Geodesy
import Geometry
import Text
import Tracking

/// What a replay begins with: the state of `--state`, else the recorded one, and how old it was when the recording began.
struct RememberedState {
  private(set) var state: LearnedState?
  /// nil where either time is unknown, or the state is of later than the recording.
  private(set) var age: TimeSpan?
  /// For messages.
  let source: String

  /// A given file has to be sound; of a recorded state what is damaged is said, and the rest used, as it was when recorded.
  init(_ file: String?, recorded header: [String: String], path: String) throws(Failure) {
    source = file ?? "\(path), #,state"
    guard file != "none" else { return }
    guard
      let text = try file.map({ (name) throws(Failure) in try contents(of: name) })
        ?? header["state"].map({ Array($0.utf8) })
    else { return }
    var faults: [String] = []
    do throws(JSONError) {
      let read = LearnedState.read(try JSONValue(reading: text))
      state = read.state
      faults = read.faults.map { "\($0)" }
    } catch {
      faults = ["\(error)"]
    }
    if file != nil, let first = faults.first { throw .data("\(source): \(first)") }
    for fault in faults { Terminal.note("\(source): \(fault); not used") }
    guard let saved = state?.saved, let started = header["started"].flatMap({ UTC($0) }) else { return }
    let since = started.since(saved)
    if since >= .zero { age = since }
  }
}

/// Where `--save-state` writes to.
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
