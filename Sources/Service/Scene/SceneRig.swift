import Bridge
import CPosix
import Geometry
import Glibc
package import Scenery
import SocketServer
import Storage
package import Tracking
import Wire

/// The scene with one subscriber and nothing else, for benchmarks and tests: poses go in, frames arrive in the subscriber's
/// outbox. It is part of this target because benchmarks cannot access internal declarations.
package final class SceneRig {
  private let keeper = SceneKeeper(Worker(directory: nil, isDirect: true))
  private let publisher: ScenePublisher
  private let connection: Connection
  private let reader: CInt
  private let chunk = UnsafeMutableRawPointer.allocate(byteCount: 1 << 16, alignment: 16)

  /// Makes a scene whose subscriber gets nearly every part of a frame at every pose; `route` is the text of a route. A crowded
  /// one gets instead of the marks all places with payload and orientation, none of them in a cluster, and the route's line.
  package init(
    places: [Place], route: String, viewport: Viewport, isEverything: Bool = false, isCrowded: Bool = false
  ) throws {
    let server = Server(listeners: [], policy: AccessPolicy(), poller: try DaemonPoller(), worker: keeper.worker)
    publisher = ScenePublisher(server, keeper)
    publisher.isUnhurried = true
    _ = try keeper.withStore { (store) throws(DatabaseFault) in try store.add(places, to: "bench") }
    keeper.start(
      try LoadedRoute(reading: Array(route.utf8), name: "bench", wearer: nil, keeper.routeParameters), by: nil)
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue), 0, &ends) == 0 else {
      throw ServiceFault.cannotWait(errno)
    }
    connection = Connection(descriptor: ends[0], access: .read, peer: gnomon_peer(), slot: 0, number: 1)
    reader = ends[1]
    var selection = SceneGroup.Selection(
      parts: [.placements, .arrows, .markers, .anchors, .radar, .hint, .finish, .progress, .light, .pose],
      viewport: viewport)
    if isCrowded {
      selection.parts = [.placements, .payload, .billboards, .line, .hint, .progress]
      selection.style.board = [
        .init(name: "cluster.share", value: "0"), .init(name: "label.width", value: "0.5"),
        .init(name: "label.height", value: "0.5"),
      ]
      selection.style.scaling = [.init(scheme: .normal)]
      keeper.wantsPayload = true
    }
    selection.rate = 1e9
    selection.isEverything = isEverything
    publisher.add(connection, selection, .unknown(at: .init(nanoseconds: 0)))
  }

  deinit {
    gnomon_close(connection.descriptor)
    gnomon_close(reader)
    chunk.deallocate()
  }

  /// Looks up the places around a pose, as the daemon does between samples.
  package func glance(_ pose: TrackedPose) {
    keeper.refresh(Viewpoint(pose, geoidSeparation: nil, isStale: false))
  }

  /// Publishes the frame of a pose.
  package func publish(_ pose: TrackedPose, _ engine: Engine) { publisher.publish(pose, engine) }

  /// The numbers of placements, arrows and markers in the last frame.
  package var shown: (places: Int, arrows: Int, markers: Int) {
    (
      (keeper.styled.first?.board ?? keeper.board).placements.count, publisher.groups[0].arrows.count,
      publisher.groups[0].markers.count
    )
  }

  /// The number of vertices of the route's line in the last frame.
  package var vertices: Int {
    publisher.groups[0].line.vertices.count
  }

  /// Reads all waiting bytes as the subscriber, and returns their number.
  @discardableResult
  package func read() -> Int {
    var all = 0
    while true {
      let count = gnomon_receive(reader, chunk, 1 << 16)
      guard count > 0 else { return all }
      all += Int(count)
      guard connection.flush() else { return all }
    }
  }

  /// Stops the subscriber's reading: from now on unread frames are replaced.
  package func stall() {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 12, alignment: 16)
    defer { bytes.deallocate() }
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    while gnomon_send(connection.descriptor, bytes.baseAddress, Int64(bytes.count)) > 0 {}
  }
}
