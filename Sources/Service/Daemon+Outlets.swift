import Geometry
import Outlets
import ScenePublishing
import Scenery
import Tracking
import Wire

// The ways out beside the socket.
extension Daemon {
  /// The subscribers of all streams, with the readers of the outlets.
  public var subscribers: Int { publisher.subscribers + scenePublisher.subscribers + outlets.subscribers }

  /// Those of them that need each pose at once.
  var promptSubscribers: Int { publisher.subscribers + scenePublisher.subscribers + outlets.promptSubscribers }

  /// Sends the directions of the first placements for binaural sources, as seen from the body.
  func sendPlaces(_ pose: TrackedPose, most: Int) {
    let moment = scenePublisher.glance(scene.view(pose, isStale: false), .placements, engine.session)
    guard moment.board.readiness.isDrawn else { return }
    let toBody = pose.pose.rotation.inverse
    for placement in moment.board.placements.prefix(most) {
      let place = moment.board.places[placement.index]
      outlets.send(
        OSCOutlet.Source(
          layer: place.layer, id: place.id, offset: toBody(placement.point - pose.pose.position),
          distance: placement.distance))
    }
  }

  var outletMessages: [OutletMessage] {
    outlets.states.map {
      OutletMessage(
        key: $0.key, address: $0.address, fault: $0.fault, subscribers: $0.subscribers, sent: $0.counts.sent,
        dropped: $0.counts.dropped, closed: $0.counts.closed)
    }
  }
}
