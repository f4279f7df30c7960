import CommandParts
import Geodesy
import Geometry
import Playback
import Samples
import SceneCommands
import Text
import Tracking

/// The tracks of a whole recording for the plan, from one run of the pipeline over it: the socket's data begin only where the
/// replay was started.
///
/// *After* is the fused place. *Before* is the path of the scene, placed by the position and yaw of its first alignment with the
/// Earth. *Fixes* are the receiver's. Each is a list of seconds since the first sample, latitude and longitude.
struct ViewTracks {
  private(set) var duration = TimeSpan.zero
  private(set) var json: [UInt8] = []

  private struct TimedPoints {
    var points: [JSONValue] = []
    var last: Geodetic?

    /// Adds a point unless it is nearer than `apart`, in degrees, to the one before.
    mutating func add(_ place: Geodetic, at seconds: Double, apart: Double) {
      if let last,
        abs(place.latitude.value - last.latitude.value) + abs(place.longitude.value - last.longitude.value) < apart
      {
        return
      }
      last = place
      points.append([
        .number((seconds * 100).rounded() / 100), .number(place.latitude.value), .number(place.longitude.value),
      ])
    }
  }

  /// About half a meter, in degrees.
  private static let apart = 5e-6

  init(_ path: String, _ arguments: Arguments, _ syntax: Syntax) throws {
    var session = try ReplaySession(path, arguments, syntax)
    var start: BootInstant?, end: BootInstant?
    var fixes = TimedPoints(), after = TimedPoints(), before = TimedPoints()
    var tie: (scene: Int, plane: TangentPlane, yaw: Angle, position: Displacement<Scene>)?
    while let passage = try session.next("reading") {
      guard case .sample(let sample) = passage.line else { continue }
      start = start ?? sample.time
      end = max(end ?? sample.time, sample.time)
      let begin = start ?? sample.time
      if case .fix(let fix) = sample {
        fixes.add(
          Geodetic(latitude: fix.latitude, longitude: fix.longitude), at: (fix.arrival - begin).value, apart: 0)
      }
      guard let pose = passage.pose, let place = pose.place else { continue }
      let seconds = (pose.time - begin).value
      after.add(place, at: seconds, apart: Self.apart)
      if tie?.scene != pose.scene {
        tie = (pose.scene, TangentPlane(origin: place), pose.appliedYaw, pose.pose.position)
        before.points.append(.null)
      }
      guard let tie else { continue }
      let way = Rotation<Scene, Level>.yaw(tie.yaw)(pose.pose.position - tie.position)
      before.add(tie.plane.geodetic(way), at: seconds, apart: Self.apart)
    }
    guard let start, let end, end > start else { throw Failure.data("\(path): it has no session to show") }
    duration = end - start
    var buffer = TextBuffer()
    JSONValue.object([
      JSONMember("fixes", .array(fixes.points)), JSONMember("after", .array(after.points)),
      JSONMember("before", .array(before.points)),
    ]).write(to: &buffer)
    json = buffer.bytes
  }
}
