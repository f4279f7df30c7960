import CIIO
import Geometry
import Glibc
import Samples

/// The reader of one device: a thread that blocks and fills a ring; this class empties the ring.
final class DeviceReader {
  enum Phase: Equatable {
    case starting
    case running
    case ended(ReaderFault)
  }

  let plan: DevicePlan
  let started: BootInstant
  private let reader: OpaquePointer
  private var isReleased = false
  private(set) var stream: DeviceStream?
  private(set) var phase = Phase.starting
  /// The arrival of the latest batch.
  private(set) var lastArrival: BootInstant?
  /// The time at which its thread was told to end.
  private(set) var cancelled: BootInstant?
  /// Whether its device node is gone.
  var isUnplugged = false
  private(set) var lostCount: UInt64 = 0, failureCount: UInt64 = 0
  /// Batches handed over by the thread; each is a wake-up.
  private(set) var batchCount: UInt64 = 0
  private let scans: UnsafeMutableRawBufferPointer
  private let arrivals: UnsafeMutableBufferPointer<Int64>

  /// Starts the thread; throws an errno if that fails.
  init(_ plan: DevicePlan, uri: String?, wake: CInt, at now: BootInstant) throws(ReaderFault) {
    self.plan = plan
    started = now
    var names: [UnsafePointer<CChar>?] = plan.channels.map { UnsafePointer(strdup($0.id)) }
    defer { for name in names { free(UnsafeMutablePointer(mutating: name)) } }
    let formats = plan.channels.map(\.scanFormat)
    let made = plan.device.id.withCString { device in
      withOptional(uri) { uri in
        withOptional(plan.trigger) { trigger in
          withOptional(plan.triggerRateText) { triggerRate in
            withOptional(plan.isBuffered ? plan.rateText : nil) { rate in
              names.withUnsafeMutableBufferPointer { names in
                formats.withUnsafeBufferPointer { formats in
                  var request = ciio_request(
                    uri: uri, device: device, channels: names.baseAddress, formats: formats.baseAddress,
                    channel_count: CInt(names.count), is_buffered: plan.isBuffered, batch: UInt32(plan.batch),
                    interval: Int64(plan.rate.period.value * 1e9), trigger: trigger, trigger_rate: triggerRate,
                    rate: rate, wake: wake)
                  return ciio_reader_start(&request)
                }
              }
            }
          }
        }
      }
    }
    guard let made else { throw ReaderFault(step: .device, errno: errno) }
    reader = made
    scans = .allocate(byteCount: DevicePlan.mostScans * Int(CIIO_LONGEST_SCAN), alignment: 16)
    arrivals = .allocate(capacity: DevicePlan.mostScans)
  }

  deinit {
    if !isReleased { _ = ciio_reader_stop(reader, 0) }
    scans.deallocate()
    arrivals.deallocate()
  }

  /// Decodes the scans that have arrived; `output` gets the index of the plan's lane and a sample.
  func read(into output: (Int, Sample) -> Void) {
    var progress = ciio_progress()
    ciio_reader_look(reader, &progress)
    if stream == nil && progress.phase != CIIO_STARTING { startStream(&progress) }
    (lostCount, failureCount, batchCount) = (progress.lost, progress.failures, progress.batches)
    if stream != nil {
      while true {
        let count = ciio_reader_take(
          reader, scans.baseAddress, arrivals.baseAddress, CInt(DevicePlan.mostScans))
        guard count > 0 else { break }
        decode(Int(count), Int(progress.stride), output)
      }
    }
    if progress.phase == CIIO_ENDED { phase = .ended(ReaderFault(progress)) }
  }

  private func startStream(_ progress: inout ciio_progress) {
    let offsets = withUnsafeBytes(of: &progress.offsets) { $0.bindMemory(to: CInt.self).map { Int($0) } }
    guard progress.stride > 0 else { return }
    stream = DeviceStream(
      plan, offsets: Array(offsets.prefix(plan.channels.count)), stride: Int(progress.stride),
      isBootClock: progress.has_boot_clock)
    if phase == .starting { phase = .running }
  }

  /// Decodes the scans batch by batch; the scans of a batch have the same arrival time.
  private func decode(_ count: Int, _ stride: Int, _ output: (Int, Sample) -> Void) {
    var start = 0
    while start < count {
      var end = start + 1
      while end < count && arrivals[end] == arrivals[start] { end += 1 }
      let batch = UnsafeRawBufferPointer(rebasing: scans[start * stride..<end * stride])
      let arrival = BootInstant(nanoseconds: arrivals[start])
      stream?.decode(batch, arrival: arrival, into: output)
      lastArrival = arrival
      start = end
    }
  }

  /// Whether the thread may sleep between batches.
  func setBatching(_ isBatching: Bool) { ciio_reader_relax(reader, isBatching) }

  /// Tells the thread to end, without waiting for it.
  func cancel(at now: BootInstant) {
    guard cancelled == nil else { return }
    cancelled = now
    ciio_reader_cancel(reader)
  }

  /// Ends it, waiting at most `span`; false if its thread had to be abandoned.
  func stop(within span: TimeSpan) -> Bool {
    guard !isReleased else { return true }
    isReleased = true
    return ciio_reader_stop(reader, CInt(max(0, min(span.value, 60)) * 1000))
  }
}

/// The reason why a reader ended.
struct ReaderFault: Error, Equatable {
  enum Step: Equatable { case context, device, channel, trigger, buffer, read }
  var step: Step
  /// 0 if it was told to end.
  var errno: CInt

  static let unplugged = ReaderFault(step: .read, errno: ENODEV)

  init(step: Step, errno: CInt) {
    self.step = step
    self.errno = errno
  }

  init(_ progress: ciio_progress) {
    errno = progress.error
    step =
      switch progress.step {
      case CIIO_STEP_CONTEXT: .context
      case CIIO_STEP_DEVICE: .device
      case CIIO_STEP_CHANNEL: .channel
      case CIIO_STEP_TRIGGER: .trigger
      case CIIO_STEP_BUFFER: .buffer
      default: .read
      }
  }

  /// Whether the buffer is the cause, so that reading attribute by attribute may work.
  var isAboutTheBuffer: Bool {
    (step == .trigger || step == .buffer) && ![EACCES, EPERM, EBUSY, ENODEV].contains(errno)
  }

  /// A sentence for the owner: the fault and its remedy.
  func sentence(_ device: DeviceDescription) -> String {
    let node = "/dev/\(device.id)"
    switch errno {
    case EACCES, EPERM:
      return step == .read
        ? "no permission to read its attributes: the udev rules that give group iio access are not installed, or the daemon's user is not in that group"
        : "no permission for \(node) and its buffer in sysfs: install the udev rules that give them to group iio, and add the daemon's user to it (usermod -aG iio USER)"
    case EBUSY:
      return
        "another program holds \(node), perhaps iio-sensor-proxy or iiod: stop it; fuser -v \(node) names it"
    case ENODEV, ENXIO: return "it was unplugged"
    case ESTALE: return "its channels have changed; searching again"
    case EMSGSIZE where step == .buffer:
      return "its scan is longer than the limit of \(CIIO_LONGEST_SCAN) bytes"
    case ETIMEDOUT where step != .read: return "it does not answer in time: check its interrupt line and its wiring"
    default:
      let doing =
        switch step {
        case .context: "opening it"
        case .device: "finding it"
        case .channel: "finding its channels"
        case .trigger: "setting its trigger"
        case .buffer: "turning its buffer on"
        case .read: "reading it"
        }
      return "\(doing) failed: \(String(cString: strerror(errno)))"
    }
  }
}

extension DeviceDescription.Channel {
  fileprivate var scanFormat: ciio_format {
    guard case .integer(let bits, let length, let shift, let isSigned, let isBigEndian)? = format else {
      return ciio_format()
    }
    return ciio_format(
      bits: UInt32(bits), length: UInt32(length), shift: UInt32(shift), is_signed: isSigned, is_big_endian: isBigEndian)
  }
}

private func withOptional<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
  guard let text else { return body(nil) }
  return text.withCString { body($0) }
}
