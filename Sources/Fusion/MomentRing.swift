public import Samples

/// A moment of a history.
public protocol Momentary: Sendable {
  var time: BootInstant { get set }
}

/// The last moments in the order of time, in a ring of fixed size: nothing is allocated after `init`.
public struct MomentRing<Moment: Momentary>: Sendable {
  @usableFromInline var moments: [Moment] = []
  @usableFromInline var newest = -1
  @usableFromInline let capacity: Int

  public init(capacity: Int) {
    self.capacity = capacity
    moments.reserveCapacity(capacity)
  }

  @inlinable public var count: Int { moments.count }
  @inlinable public var lastTime: BootInstant? { newest < 0 ? nil : newestTime }
  /// Time of the newest moment, by itself: it is asked for each next one.
  @usableFromInline var newestTime = BootInstant(nanoseconds: .min)

  /// Returns a moment by age: 0 is the oldest.
  @inlinable public subscript(age: Int) -> Moment { moments[slot(age)] }

  @inlinable func slot(_ age: Int) -> Int {
    let slot = newest + 1 + age
    return moments.count < capacity ? age : slot < capacity ? slot : slot - capacity
  }

  /// Appends a moment; one that is not later than the last takes its place.
  @inlinable public mutating func append(_ moment: Moment) {
    let isLater = newest < 0 || newestTime < moment.time
    newestTime = moment.time
    if !isLater {
      moments[newest] = moment
    } else if moments.count < capacity {
      moments.append(moment)
      newest = moments.count - 1
    } else {
      newest = newest + 1 < capacity ? newest + 1 : 0
      moments[newest] = moment
    }
  }

  /// Returns the age of the last moment at or before a time, by bisection; nil before the first.
  @inlinable public func age(at time: BootInstant) -> Int? {
    guard count > 0, moments[slot(0)].time <= time else { return nil }
    var low = 0, high = count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if moments[slot(middle)].time <= time { low = middle } else { high = middle - 1 }
    }
    return low
  }

  @inlinable public mutating func removeAll() {
    moments.removeAll(keepingCapacity: true)
    newest = -1
  }

  /// Applies a change to every moment.
  @inlinable public mutating func revise(_ change: (inout Moment) -> Void) {
    for i in moments.indices { change(&moments[i]) }
    if newest >= 0 { newestTime = moments[newest].time }
  }
}
