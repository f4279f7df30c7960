/// Results of earlier attempts with the buffers of devices, by the device's id: which failed, why, and which worked.
struct BufferMemory {
  private struct Fallback {
    /// Whether the device is read attribute by attribute; false when its buffer is to be tried again.
    var isPolled = false
    var reason = ""
    /// The triggers with which the buffer gave nothing.
    var tried: Set<String> = []
  }

  private var fallbacks: [String: Fallback] = [:]
  private var proven: Set<String> = []

  /// Whether the device is read attribute by attribute.
  func isPolled(_ id: String) -> Bool { fallbacks[id]?.isPolled ?? false }
  /// Whether its buffer has worked before; silence then means that the device is suspended.
  func isProven(_ id: String) -> Bool { proven.contains(id) }
  /// The reason why its buffer is not read; nil without a known failure.
  func reason(_ id: String) -> String? { fallbacks[id]?.reason }

  /// Whether its buffer is worth another attempt with that trigger.
  func isUntried(_ id: String, trigger: String) -> Bool {
    fallbacks[id].map { !$0.tried.contains(trigger) } ?? false
  }

  /// Switches the device to reading by attributes, until a trigger appears with which its buffer was not tried.
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

  /// Deletes the results of an unplugged device: another device may come back under its id.
  mutating func reset(_ id: String) {
    fallbacks[id] = nil
    proven.remove(id)
  }
}
