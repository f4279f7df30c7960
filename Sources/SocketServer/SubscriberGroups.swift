public import Text
public import Wire

/// The choices of a subscriber, such as streams and rate. Subscribers with equal choices are one group.
public protocol SubscriptionSelection: Equatable {
  associatedtype Wanted: OptionSet
  /// The streams or parts of it.
  var wanted: Wanted { get }
}

/// The subscribers with the same selection; they get the same messages.
open class SubscriberGroup<Selection: SubscriptionSelection>: Subscription {
  public let selection: Selection
  public final private(set) var members: [Connection] = []

  @inlinable public init(_ selection: Selection) { self.selection = selection }

  open func add(_ connection: Connection) { members.append(connection) }
  public func remove(_ connection: Connection) { members.removeAll { $0 === connection } }
}

/// The groups of one interface's subscribers, and the messages to them. An event is encoded once for all groups that want it.
/// Inlined where it is used: code for any selection would allocate for each message.
public struct SubscriberGroups<Selection: SubscriptionSelection, Group: SubscriberGroup<Selection>> {
  @inlinable public var groups: [Group] { held }
  @usableFromInline var held: [Group] = []
  /// The streams or parts that at least one group wants.
  @inlinable public var wanted: Selection.Wanted { union }
  @usableFromInline var union: Selection.Wanted = []
  @usableFromInline let server: Server
  @usableFromInline var event = StreamEncoder()

  @inlinable public init(_ server: Server) { self.server = server }

  @inlinable public var subscribers: Int { held.reduce(0) { $0 + $1.members.count } }

  /// Adds a subscriber to the group with its selection, which is made if there is none.
  @inlinable public mutating func add(_ connection: Connection, _ selection: Selection, else make: () -> Group) {
    held.removeAll { $0.members.isEmpty }
    let group: Group
    if let known = held.first(where: { $0.selection == selection }) {
      group = known
    } else {
      group = make()
      held.append(group)
    }
    group.add(connection)
    connection.subscribe(to: group)
    count()
  }

  /// Drops the groups that all have left; returns whether there were any.
  @discardableResult @inlinable
  public mutating func removeEmpty() -> Bool {
    guard held.contains(where: \.members.isEmpty) else { return false }
    held.removeAll { $0.members.isEmpty }
    count()
    return true
  }

  @inlinable mutating func count() { union = held.reduce([]) { $0.union($1.selection.wanted) } }

  // MARK: values

  @inlinable public func send(_ value: StreamEncoder, _ slot: Outbox.Slot, to group: Group) {
    value.withBytes { server.send($0, slot, to: group.members) }
  }
  @inlinable public func send(_ value: StreamEncoder, _ slot: Outbox.Slot, to connection: Connection) {
    value.withBytes { server.send($0, slot, to: connection) }
  }
  @inlinable public func send(_ message: TextBuffer, _ slot: Outbox.Slot, to connection: Connection) {
    message.withBytes { server.send($0, slot, to: connection) }
  }

  // MARK: events

  @inlinable public mutating func encode(_ name: StaticString, _ write: (inout JSONWriter) -> Void) {
    event.encode(name, write)
  }

  /// Sends the encoded event to the groups that want it, without those that `isOwn` has an event of their own for.
  @inlinable public func sendEvent(_ wanted: Selection.Wanted.Element, without isOwn: (Group) -> Bool = { _ in false })
  where Selection.Wanted.Element == Selection.Wanted {
    for group in held where !group.selection.wanted.isDisjoint(with: wanted) && !isOwn(group) {
      sendEvent(to: group.members)
    }
  }
  @inlinable public func sendEvent(to connections: [Connection]) {
    event.withBytes { server.sendEvent($0, to: connections) }
  }
}

// The kinds of values, each with a slot of its own in a client's outbox.
extension Outbox.Slot {
  public static var pose: Self { Self(0) }
  public static var geopose: Self { Self(1) }
  public static var alignment: Self { Self(2) }
  public static var sensors: Self { Self(3) }
  public static var aids: Self { Self(4) }
  /// The frame of the scene.
  public static var frame: Self { Self(5) }
}
