import Alignment
import Calibrators
import Geometry
import Odometry
import Samples
import Tracking

/// Advice for the next session, the worst fault first: each from evidence in this session, with the command to run.
extension SessionTelling {
  var advice: [String] {
    var advice: [String] = []
    adviseSensors(&advice)
    adviseReceiver(&advice)
    adviseCompass(&advice)
    adviseWearer(&advice)
    if advice.isEmpty { advice.append("Nothing: sensors, receiver and compass worked well.") }
    return advice
  }

  private func adviseSensors(_ advice: inout [String]) {
    if story.breaksOff {
      advice.append("The recording is damaged; the usual cause is a full disk or an empty battery.")
    }
    let rates = story.rates
    for tag in [LineTag.gyroscope, .accelerometer] where rates[tag].isEmpty {
      advice.append("Connect and declare the \(tag.title): gnomon doctor lists the devices.")
    }
    if let rate = rates[.gyroscope].rate, rate < 50 {
      advice.append(
        "Set a higher rate of the gyroscope than \(shown(rate, 0)) Hz ([IMU] Rate=200): steps need 50 Hz at least.")
    }
    let gaps = [LineTag.accelerometer, .gyroscope].flatMap { tag in story.sensorGaps.filter { $0.tag == tag } }
    if let longest = gaps.max(by: { $0.gap.length < $1.gap.length }) {
      advice.append(
        """
        Find out why the \(longest.tag.title) was silent (\(seconds(longest.gap.length)) the longest time): \
        check the load on bus and processor, and gnomon doctor.
        """
      )
    }
    if let bias = story.learnedBias?.belief.bias.norm, Angle(bias.value).degrees > 1, story.calibration.gyroscope == nil
    {
      advice.append(
        """
        Calibrate the gyroscope (gnomon calibrate gyro): its bias was \(shown(Angle(bias.value).degrees, 1)) \
        °/s, which has to be estimated again after every start.
        """
      )
    }
  }

  private func adviseReceiver(_ advice: inout [String]) {
    let taken = story.fixes.filter { !$0.isWithheld }
    guard !taken.isEmpty else {
      return advice.append("Put the receiver under the open sky until it has a fix, and check it: gnomon doctor.")
    }
    let radii = taken.compactMap { $0.fix.horizontalError.map { ($0 / RadiusPerSigma.of95Per68).value } }.sorted()
    if !radii.isEmpty, radii[radii.count / 2] > 15 {
      advice.append(
        "Give the receiver a better sky or antenna: its fixes were only good to \(length(radii[radii.count / 2])).")
    }
    if let gap = story.rates[.fix].gaps.map(\.length).max(), gap > TimeSpan(30) {
      advice.append("Expect drift without fixes: the longest time without a fix was \(seconds(gap)).")
    }
    if radii.isEmpty {
      advice.append("Use a receiver or a protocol that states its accuracy: here an accuracy was assumed.")
    }
    if let held = placesHeld, held.isBelowChance {
      advice.append(
        "Trust the stated radius less here: the place was \(held.text("radius")). Please keep this recording and open an issue."
      )
    }
  }

  private func adviseCompass(_ advice: inout [String]) {
    guard !story.rates[.magnetometer].isEmpty else {
      if story.profile != .vehicle {
        advice.append("Without a magnetometer, walk straight for some ten metres at the start: the heading needs this.")
      }
      return
    }
    if let health = story.compassHealth, health.verdict == .redo || health.verdict == .drifting {
      advice.append(
        """
        \(story.calibration.magnetometer == nil ? "Calibrate" : "Calibrate anew") the magnetometer (gnomon \
        calibrate mag): \(health.reason).
        """
      )
    }
    let disturbed = story.disturbances.reduce(TimeSpan.zero) { $0 + ($1.end - $1.start) }
    if disturbed > story.duration * 0.2 {
      advice.append(
        """
        Do not rely on the compass here: for \(clock(disturbed.value)) of \(clock(story.duration.value)) the \
        field was not the Earth's. Move away from steel and magnets, or switch the compass off (compass.use=off).
        """
      )
    }
  }

  private func adviseWearer(_ advice: inout [String]) {
    let waits = SessionStory.durations(story.localization, until: story.end).filter {
      $0.state?.contains(.noMotion) ?? false
    }
    let waited = waits.reduce(TimeSpan.zero) { $0 + $1.time }
    if waited > TimeSpan(20) {
      advice.append(
        """
        \(story.profile == .vehicle ? "Drive" : "Walk") straight on for 20 to 30 m at the start: for \
        \(clock(waited.value)) the heading waited for motion.
        """
      )
    }
    if let held = headingsHeld, held.isBelowChance {
      advice.append("Keep this recording, and please open an issue: the heading was \(held.text("1 σ")).")
    }
  }
}
