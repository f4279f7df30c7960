import CIIO

/// A scan of the IIO devices of a machine, on its own thread: opening them all may take long.
final class DeviceScan {
  enum Outcome {
    case found([DeviceDescription], triggers: [String])
    case failed(errno: CInt)
  }

  private let scan: OpaquePointer
  private let isLocal: Bool

  init?(uri: String?, wake: CInt) {
    guard let scan = ciio_scan_begin(uri, wake) else { return nil }
    self.scan = scan
    isLocal = uri == nil
  }

  deinit { ciio_scan_end(scan) }

  /// The result; nil while the scan is running.
  var outcome: Outcome? {
    guard ciio_scan_is_done(scan) else { return nil }
    let error = ciio_scan_error(scan)
    guard error == 0 else { return .failed(errno: error) }
    let devices = (0..<ciio_scan_device_count(scan)).compactMap { ciio_scan_device(scan, $0) }
    return .found(
      devices.map { DeviceDescription($0.pointee, isLocal: isLocal) },
      triggers: (0..<ciio_scan_trigger_count(scan)).map { text(ciio_scan_trigger(scan, $0)) })
  }
}

private func text(_ characters: UnsafePointer<CChar>?) -> String { characters.map { String(cString: $0) } ?? "" }

extension DeviceDescription {
  fileprivate init(_ device: ciio_device, isLocal: Bool) {
    let channels = UnsafeBufferPointer(start: device.channels, count: Int(device.channel_count))
    let id = text(device.id)
    self.init(
      id: id, name: text(device.name), label: text(device.label),
      place: isLocal ? DevicePlace.of(id) : "", mount: text(device.mount),
      hasTrigger: device.has_trigger, trigger: text(device.trigger), rates: text(device.rates),
      databaseMount: isLocal ? UdevDatabase.property("ACCEL_MOUNT_MATRIX", of: id) : nil,
      channels: channels.map(Channel.init))
  }
}

extension DeviceDescription.Channel {
  fileprivate init(_ channel: ciio_channel) {
    let format = ScanElement.Format.integer(
      bits: Int(channel.bits), length: Int(channel.length), shift: Int(channel.shift), isSigned: channel.is_signed,
      isBigEndian: channel.is_big_endian)
    let canScan = channel.is_scanned && ScanElement(offset: 0, format: format) != nil
    self.init(
      id: text(channel.id), quantity: DeviceDescription.Quantity(channel.quantity),
      axis: channel.axis >= 0 ? Int(channel.axis) : nil, format: canScan ? format : nil,
      scale: channel.scale.isNaN ? nil : channel.scale, offset: channel.offset.isNaN ? nil : channel.offset,
      hasRaw: channel.has_raw, hasValue: channel.has_value, mount: text(channel.mount))
  }
}

extension DeviceDescription.Quantity {
  fileprivate init(_ quantity: ciio_quantity) {
    self =
      switch quantity {
      case CIIO_ACCELERATION: .role(.accelerometer)
      case CIIO_ANGULAR_RATE: .role(.gyroscope)
      case CIIO_MAGNETIC_FIELD: .role(.magnetometer)
      case CIIO_PRESSURE: .role(.barometer)
      case CIIO_TEMPERATURE: .temperature
      case CIIO_TIMESTAMP: .timestamp
      default: .other
      }
  }
}
