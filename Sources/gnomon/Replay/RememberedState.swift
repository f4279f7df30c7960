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
  init(_ file: String?, _ recorded: RecordedBeginning, path: String) throws(Failure) {
    source = file ?? "\(path), #,state"
    guard file != "none" else { return }
    let read =
      try file.map { (name) throws(Failure) in RecordedBeginning.state(reading: try contents(of: name)) }
      ?? recorded.state
    state = read.state
    if file != nil, let first = read.faults.first { throw .data("\(source): \(first)") }
    for fault in read.faults { Terminal.note("\(source): \(fault); not used") }
    age = recorded.age(of: state)
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
