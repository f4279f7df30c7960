import Geometry
import Glibc
import Samples

// The devices that are read: their samples in the order of time, and the handling of readers that are silent or have ended.
extension IIOSource {
  /// The longest wait for the first scan of a buffer before attributes are read instead.
  private static let firstScan = TimeSpan.seconds(3)
  /// The longest silence before a device is opened anew, and the longest wait for its thread to end then.
  private static let longestSilence = TimeSpan.seconds(5)
  /// The longest wait for the first scan of a buffer that has worked before: its device may be suspended.
  private static let longestSleep = TimeSpan.seconds(30)
  /// Interval of the checks while a device is read: silence makes no descriptor readable.
  static let supervision = TimeSpan.seconds(0.25)

  func readSamples(_ now: BootInstant, _ events: (SourceEvent) -> Void) {
    for reader in readers {
      reader.read { lane, sample in
        merger.push(sample, in: Self.lane(of: reader.plan.lanes[lane].quantity), at: now) { events(.sample($0)) }
      }
    }
    merger.drain(at: now) { events(.sample($0)) }
  }

  private static func lane(of quantity: DeviceStream.Lane.Quantity) -> Int {
    switch quantity {
    case .role(let role): role.rawValue
    case .temperature(let sensor): SensorRole.allCases.count + Int(sensor.rawValue)
    }
  }

  func supervise(_ now: BootInstant) {
    lastSupervised = now
    for reader in readers {
      switch reader.phase {
      case .ended(let fault): end(reader, fault, now)
      case .starting: if now - reader.started > Self.longestSilence { reader.cancel(at: now) }
      case .running: watch(reader, now)
      }
      if let cancelled = reader.cancelled, now - cancelled > Self.longestSilence {
        abandonedCount += reader.stop(within: .zero) ? 0 : 1
        let sentence = "its reader did not return; restart the daemon if it stays away"
        remove(reader, now, reader.isUnplugged ? .absent("it was unplugged") : .failed(sentence))
      }
    }
  }

  /// Cancels the readers of devices that are gone: not every driver reports this to libiio, so a reader could wait forever.
  func cancelUnplugged(_ now: BootInstant) {
    guard configuration.uri == nil else { return }
    for reader in readers where reader.plan.isBuffered && access("/dev/\(reader.plan.device.id)", F_OK) != 0 {
      reader.isUnplugged = true
      reader.cancel(at: now)
      setStatus(of: reader.plan, .absent(ReaderFault.unplugged.sentence(reader.plan.device)))
    }
  }

  private func watch(_ reader: DeviceReader, _ now: BootInstant) {
    guard !reader.isUnplugged else { return }
    let plan = reader.plan, rate = reader.stream?.clock.rate
    guard let last = reader.lastArrival else {
      let isProven = buffers.isProven(plan.device.id), waited = now - reader.started
      if waited > Self.firstScan && plan.isBuffered && !isProven {
        let reason = "it gave no sample within \(Int(Self.firstScan.value)) s"
        buffers.giveUp(plan.device.id, driving: plan.driving, because: reason)
        reader.cancel(at: now)
      } else if waited > (isProven ? Self.longestSleep : Self.longestSilence) {
        reader.cancel(at: now)
      }
      return
    }
    if plan.isBuffered { buffers.recordSuccess(plan.device.id) }
    let periods = rate.map { $0.period * 10 } ?? .zero
    let patience = max(TimeSpan.seconds(0.5), periods)
    if now - last > patience {
      setStatus(of: plan, .silent(since: last))
      if now - last > patience + Self.longestSilence { reader.cancel(at: now) }
    } else if let rate {
      setStatus(of: plan, .streaming(rate))
      for role in plan.roles {
        guard let refusal = reader.stream?.refusal(of: role, at: now) else { continue }
        setStatus(of: plan, role, .failed(Self.sentence(refusal)))
      }
      for lane in plan.lanes {
        // Temperatures come once a second with the samples of another lane, which must not wait for them.
        let period = if case .role = lane.quantity { rate.period } else { TimeSpan.seconds(4) }
        merger.expect(every: period, in: Self.lane(of: lane.quantity))
      }
    }
  }

  private static func sentence(_ refusal: Refusal) -> String {
    let what = refusal.reason == .notFinite ? "not a number" : "beyond its range"
    return
      "its \(refusal.field.rawValue) is \(what), in every sample, so none is used: check scale and offset of its driver"
  }

  private func end(_ reader: DeviceReader, _ fault: ReaderFault, _ now: BootInstant) {
    _ = reader.stop(within: .seconds(0.1))
    let fault = reader.isUnplugged ? .unplugged : fault, plan = reader.plan
    if plan.isBuffered && fault.isAboutTheBuffer {
      let isUndriven = plan.device.hasTrigger && plan.driving == nil
      buffers.giveUp(
        plan.device.id, driving: plan.driving,
        because: isUndriven
          ? "it has no trigger, and gnomon-trigger.service has not made one" : fault.sentence(plan.device))
    }
    if fault.errno == ENODEV || fault.errno == ENXIO {
      buffers.reset(plan.device.id)
      remove(reader, now, .absent(fault.sentence(plan.device)))
    } else if let reason = buffers.reason(plan.device.id), buffers.isPolled(plan.device.id) == plan.isBuffered {
      let how =
        buffers.isPolled(plan.device.id)
        ? "its buffer gives no samples: \(reason); trying without it" : "it has a trigger now"
      remove(reader, now, .waiting(how))
      search.restart(at: now)
    } else if reader.cancelled != nil {
      remove(reader, now, .waiting("it stopped delivering samples; opening it again"))
    } else {
      remove(reader, now, .failed(fault.sentence(plan.device)))
    }
  }

  private func remove(_ reader: DeviceReader, _ now: BootInstant, _ state: SourceStatus.State) {
    endedCounts.add(reader)
    readers.removeAll { $0 === reader }
    setStatus(of: reader.plan, state)
    search.recordEnd(hasWorked: reader.lastArrival != nil, at: now)
  }
}
