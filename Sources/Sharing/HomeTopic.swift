/// A topic of the messages to Home Assistant and other clients of MQTT. The level `gnomon-home` is no team's.
public enum HomeTopic: Equatable, Sendable {
  /// The description of an entity, which makes Home Assistant add it.
  case config(HomeEntity)
  /// Whether the service is connected; changed by the broker if the connection is lost.
  case availability
  case place
  case state

  public static let all = HomeEntity.allCases.map { config($0) } + [.availability, .place, .state]

  public func text(of id: String) -> String {
    switch self {
    case .config(let entity): "homeassistant/\(entity.component)/\(entity.uniqueID(of: id))/config"
    case .availability: "gnomon-home/\(id)/availability"
    case .place: "gnomon-home/\(id)/place"
    case .state: "gnomon-home/\(id)/state"
    }
  }

  /// Whether the broker stores the last message. It never stores a place or anything else about the wearer.
  public var isRetained: Bool {
    switch self {
    case .config, .availability: true
    case .place, .state: false
    }
  }

  /// The name of the kind of message.
  public var kind: String {
    switch self {
    case .config(let entity): "config-\(entity.rawValue)"
    case .availability: "availability"
    case .place: "place"
    case .state: "state"
    }
  }
}

/// The messages that state whether the service is connected; the broker keeps the last one.
public enum HomeAvailability {
  public static let online = "online"
  /// The last will as well.
  public static let offline = "offline"
}

/// Home Assistant's messages about itself: of birth and of last will.
public enum HomeBirth {
  public static let topic = "homeassistant/status"

  /// Whether Home Assistant has started.
  public static func isOnline(reading bytes: [UInt8]) throws(MessageRefusal) -> Bool {
    if bytes == Array(HomeAvailability.online.utf8) { return true }
    if bytes == Array(HomeAvailability.offline.utf8) { return false }
    throw .payload
  }
}
