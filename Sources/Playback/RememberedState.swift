import CommandParts
import EngineSettings
import Geometry
public import Learned
import Text
import Tracking

/// The learned state at the start of a replay: that of `--state`, else the recorded one, and its age when the recording began.
public struct RememberedState {
  public private(set) var state: LearnedState?
  /// nil if either time is unknown, or if the state is newer than the recording.
  private(set) var age: TimeSpan?
  /// The name of its file, for messages.
  public let source: String

  /// Throws for a fault in a given file. Faults in a recorded state are printed and the valid rest is used, as the daemon did.
  init(_ file: String?, _ recorded: RecordedBeginning, path: String) throws(Failure) {
    source = file ?? "\(path), #,state"
    guard file != "none" else { return }
    let read =
      try file.map { (name) throws(Failure) in RecordedBeginning.state(reading: try contents(of: name)) }
      ?? recorded.state
    state = read.state
    if file != nil, let first = read.faults.first { throw .data("\(source): \(first)") }
    for fault in read.faults { Terminal.inform("\(source): \(fault); not used") }
    age = recorded.age(of: state)
  }
}
