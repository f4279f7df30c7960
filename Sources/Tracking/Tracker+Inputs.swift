import Alignment
import Fusion
import Geometry
import Samples
import Terrain
import Text

// Commands of clients, in the order of the samples and as stored in a recording.
extension Tracker {
  /// Commands for the pipeline itself. Others (places, routes, `forget`) are for the layers above it, and are not counted.
  enum Command {
    /// Turns the heading clockwise by hand and holds it there.
    case nudge(Angle)
    case release
    /// The wearer looks in a known direction.
    case look(azimuth: Angle, sigma: Angle, isSure: Bool)
    /// Starts a new scene.
    case reset
    /// The followed route leg; nil for none.
    case leg(RouteLeg?)
    /// The tiles' ground around the wearer; nil for none.
    case terrain(TerrainPatch?)
  }

  mutating func apply(_ event: InputEvent) {
    guard let kind = Command.Kind(rawValue: event.kind) else { return }
    guard let command = Command(kind, json: event.json) else {
      inputs.record(.malformed)
      return
    }
    switch command {
    case .reset: beginScene(at: event.time)
    case .leg(let leg): if parameters.alignment.leg.isUsed { self.leg.setLeg(leg, way: way) }
    case .terrain(let patch):
      terrain = patch
      motion.ingest(.ground(patch))
    case .nudge(let angle): turn(by: angle, at: event.time)
    case .release: release(at: event.time)
    case .look(let azimuth, let sigma, let isSure): weigh(look: azimuth, sigma, isSure: isSure, at: event.time)
    }
  }

  private mutating func turn(by angle: Angle, at time: BootInstant) {
    guard profile == .vehicle || profile == .free else {
      guard angle.isFinite, let latest else { return inputs.record(.malformed) }
      handTurn = ((handTurn ?? .zero) + angle).wrapped
      motion.ingest(.heading(.adopted(yaw: latest.yaw + angle + turned, sigma: parameters.alignment.pin.sigma)))
      collectCorrections()
      return
    }
    let before = localization.pin.yaw ?? filtered.yaw
    do throws(HeadingPin.Refusal) { try localization.nudge(by: angle, target: filtered.yaw) } catch {
      inputs.record(.malformed)
      return
    }
    let pin = localization.pin
    recordNudge(from: before, to: pin.yaw ?? before, sigma: pin.sigma, at: time)
  }

  /// Weighs a heading that a look at a known place has measured. The heading of a vehicle is that of its way.
  private mutating func weigh(look azimuth: Angle, _ sigma: Angle, isSure: Bool, at time: BootInstant) {
    guard profile != .vehicle, let latest, sigma > .zero else { return inputs.record(.malformed) }
    let heading = Attitude(Rotation<Scene, Level>.yaw(latest.yaw) * inScene.pose.rotation).heading
    let yaw = latest.yaw + (azimuth - heading).wrapped
    motion.ingest(.heading(.adopted(yaw: yaw + turned, sigma: sigma, wrong: isSure ? 0.02 : 0.1)))
    collectCorrections()
  }

  /// Ends the hold of a heading. A walker's is not held, but a measurement: without it the heading may be elsewhere, by what hands
  /// have turned it in all.
  private mutating func release(at time: BootInstant) {
    if let turn = handTurn {
      handTurn = nil
      let doubt = Angle.radians(hypot(turn.radians, parameters.alignment.pin.sigma.radians))
      motion.ingest(.heading(.doubted(by: doubt)))
      let sigma = filtered.sigma.map { Angle.radians(hypot($0.radians, doubt.radians)) }
      return recordNudge(from: filtered.yaw, to: filtered.yaw, sigma: sigma, at: time)
    }
    guard let held = localization.pin.yaw else {
      inputs.record(.notPinned)
      return
    }
    do throws(HeadingPin.Refusal) { try localization.release() } catch { return }
    recordNudge(from: held, to: filtered.yaw, sigma: filtered.sigma, at: time)
  }

  private mutating func recordNudge(from old: Angle, to new: Angle, sigma: Angle?, at time: BootInstant) {
    var correction = Correction(
      time: time, scene: scene, source: .nudge, oldYaw: old, newYaw: new, sigma: sigma ?? .radians(.pi))
    correction.grounds = CorrectionGrounds(.nudge, .init(at: time))
    record(correction)
  }
}

extension Tracker.Command {
  enum Kind: String { case nudge, release, look, reset, leg, terrain }

  /// nil if a number is missing or not finite.
  init?(_ kind: Kind, json: String) {
    let value = (try? JSONValue(reading: Array(json.utf8))) ?? .null
    func number(_ name: String) -> Double? { value[name]?.double.flatMap { $0.isFinite ? $0 : nil } }
    switch kind {
    case .release: self = .release
    case .reset: self = .reset
    case .nudge:
      guard let degrees = number("degrees") else { return nil }
      self = .nudge(.degrees(degrees))
    case .look:
      guard let azimuth = number("azimuth_deg"), let sigma = number("sigma_deg") else { return nil }
      self = .look(azimuth: .degrees(azimuth), sigma: .degrees(sigma), isSure: value["sure"]?.bool ?? false)
    case .terrain:
      if value["rows"] == nil {
        self = .terrain(nil)
      } else if let patch = TerrainPatch(json: value) {
        self = .terrain(patch)
      } else {
        return nil
      }
    case .leg:
      guard let bearing = number("bearing_deg") else {
        guard value["bearing_deg"] == nil else { return nil }
        self = .leg(nil)
        return
      }
      guard let length = number("length_m"), length > 0 else { return nil }
      self = .leg(
        RouteLeg(
          bearing: .degrees(bearing), length: Length(length), followed: Length(max(0, number("followed_m") ?? 0))))
    }
  }
}

/// Commands that had no effect.
enum InputRefusal: String, CountedReason {
  case malformed = "commands without their numbers"
  case notPinned = "releases of a heading that no hand has turned"
}
