/// The experience with the buffers of devices, by the device's id: which one gave nothing, why, and which one has worked.
struct BufferMemory {
  private struct Fallback {
    /// Whether its attributes are read; no more when its buffer is to be tried again.
    var isPolled = false
    var reason = ""
    /// The triggers that the buffer has given nothing with.
    var tried: Set<String> = []
  }

  private var fallbacks: [String: Fallback] = [:]
  private var proven: Set<String> = []

  /// Whether the device is read attribute by attribute.
  func isPolled(_ id: String) -> Bool { fallbacks[id]?.isPolled ?? false }
  /// Whether its buffer has worked: when it gives nothing, the device sleeps.
  func isProven(_ id: String) -> Bool { proven.contains(id) }
  /// Why its buffer is not read; nil where nothing is known against it.
  func reason(_ id: String) -> String? { fallbacks[id]?.reason }

  /// Whether its buffer is worth another attempt with that trigger.
  func isUntried(_ id: String, trigger: String) -> Bool {
    fallbacks[id].map { !$0.tried.contains(trigger) } ?? false
  }

  /// The device is read attribute by attribute, until a trigger comes that its buffer has not been tried with.
  mutating func giveUp(_ id: String, driving trigger: String?, because reason: String) {
    var fallback = fallbacks[id] ?? Fallback()
    (fallback.isPolled, fallback.reason) = (true, reason)
    if let trigger { fallback.tried.insert(trigger) }
    fallbacks[id] = fallback
  }

  mutating func retry(_ id: String) { fallbacks[id]?.isPolled = false }

  mutating func recordSuccess(_ id: String) {
    proven.insert(id)
    fallbacks[id] = nil
  }

  /// An unplugged device may come back as another one.
  mutating func reset(_ id: String) {
    fallbacks[id] = nil
    proven.remove(id)
  }
}
