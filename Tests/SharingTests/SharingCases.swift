import Geodesy
import Geometry
import Samples
import Sharing
import Text

/// A pose near Vienna's cathedral, so many meters east.
func pose(
  _ name: String = "Ann", session: String = "s1", sequence: Int64 = 1, east: Double = 0, time: Int64 = 1_795_000_000_000
) -> SharedPose {
  let place = Geodetic(latitude: Degrees(48.2086), longitude: Degrees(16.3742), height: Length(222))
    .moved(by: Displacement<Level>(east, 0, 0))
  var pose = SharedPose(
    name: name, session: session, sequence: sequence, time: time, place: place, accuracy: Length(4.25))
  pose.rotation = Rotation<ForwardLeftUp, ENU>(x: 0, y: 0, z: 0.6, w: 0.8)
  pose.verticalAccuracy = Length(3.5)
  pose.headingAccuracy = .degrees(6)
  pose.velocity = Velocity<ENU>(1.25, -0.5, 0)
  return pose
}

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func second(_ seconds: Double) -> BootInstant { BootInstant(seconds: 1000 + seconds) }

let here = Geodetic(latitude: Degrees(48.2086), longitude: Degrees(16.3742), height: Length(222))

extension Roster {
  /// Ingests a pose that was sent without delay.
  mutating func ingest(_ pose: SharedPose, of id: String, at seconds: Double, own: Geodetic? = here) {
    let realTime = 1_795_000_000_000 + Int64(seconds * 1000)
    ingest(bytes(pose.text), of: id, isRetained: false, at: second(seconds), realTime: realTime, own: own)
  }
}
