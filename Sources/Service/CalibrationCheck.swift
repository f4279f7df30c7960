import Calibrators
import Samples

/// What is in force, held against what the sensors say for some time.
final class CalibrationCheck {
  unowned let connection: Connection
  init(for connection: Connection) { self.connection = connection }
  func take(_ sample: Sample) {}
}

import Wire

extension Daemon {
  func verify(_ request: Request, _ parameters: CallParameters, _ connection: Connection) throws(CallError)
    -> Server.Answer
  {
    throw .methodNotFound(request.method)
  }
  func tendCheck() {}
}
