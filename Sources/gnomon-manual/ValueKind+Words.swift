import CommandParts
import Configuration
import EngineSettings
import Odometry
import Tracking

extension ValueKind {
  /// The kind with the names of the settings, parameters or profiles filled in, if it stands for one of them.
  var inWords: ValueKind {
    switch self {
    case .setting: .assignment(Configuration().entries.map(\.name))
    case .parameter: .assignment(TrackerParameters.table.parameters.map(\.name))
    case .profile: .words(Profile.allCases.map(\.rawValue))
    default: self
    }
  }
}
