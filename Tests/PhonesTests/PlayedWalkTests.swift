import Expectations
import Foundation
import PlayedWalks
import TestSupport
import Testing

@testable import Phones

/// Telephones that play a walk: the poses of what comes out are those of the recording, and a wrong setting has its sentence.
@Suite struct PlayedWalkTests {
  private static let walk = Result { try Walk.simulated(seconds: 90) }

  @Test(
    arguments: [
      (PhoneApp.sensorLogger, [String]()), (.sensorLogger, ["--ios"]), (.sensorLogger, ["--reorder"]),
      (.sensorLogger, ["--off", "40,7"]), (.sensorLogger, ["--clock", "-63072000", "--batch", "0.1"]),
      (.sensorLogger, ["--batch", "1", "--seed", "2"]), (.sensorServer, []), (.sensorServer, ["--seed", "2"]),
      (.sensorServer, ["--clock", "-3600"]), (.phyphox, []),
    ])
  func thePosesAreThoseOfTheRecording(app: PhoneApp, options: [String]) throws {
    guard RigProcess.has("python3") else { return }
    let walk = try Self.walk.get(), phone = try PlayedPhone(app, walk, options)
    // phyphox states neither the accuracy of a speed nor the time of day.
    let stated = app == .phyphox ? walk.without(fields: [10, 12]) : walk
    let (angle, place, count) = try phone.walk.differences(from: stated)
    #expect(count > 17_000 && angle < 0.5 && place < 0.5, "\(app) \(options): \(angle)°, \(place) m, \(count) poses")
    #expect(phone.faults == [] && phone.feed.refused == [:])
    expect((phone.advice[.clock] != nil), equals: options.contains("-63072000"))
    #expect(phone.feed.advice(phone.facts, at: phone.feed.streams[.force]?.lastArrival ?? 0).allSatisfy { !$0.isFatal })
  }

  /// The screen is off for some seconds: the samples of that time are missing, and the walk goes on.
  @Test(arguments: [PhoneApp.sensorServer, .phyphox]) func aPauseIsAGap(app: PhoneApp) throws {
    guard RigProcess.has("python3") else { return }
    let phone = try PlayedPhone(app, try Self.walk.get(), ["--off", "40,7"])
    let rates = phone.walk.lines.filter { $0.hasPrefix("G") }.count
    #expect(16_000...16_300 ~= rates && phone.feed.refused == [:] && phone.feed.clockSteps == 0)
    #expect(phone.advice[.silent] != nil || app == .sensorServer)
  }

  @Test(
    arguments: [
      (PhoneApp.sensorLogger, "slow", PhoneAdvice.Kind.slow, "set the sampling frequency to 100 Hz"),
      (.sensorServer, "slow", .slow, "10000 microseconds"),
      (.phyphox, "slow", .slow, "fastest"),
      (.sensorLogger, "no-gravity", .withoutGravity, "switch on Gravity"),
      (.sensorLogger, "unpaired", .unpaired, "Accelerometer (uncalibrated)"),
      (.sensorLogger, "in-g", .inG, "Standardise Units & Frames"),
      (.sensorLogger, "apple-sign", .reversed, "Standardise Units & Frames"),
      (.sensorLogger, "no-gyroscope", .noRate, "switch on Gyroscope"),
      (.phyphox, "no-gyroscope", .noRate, "add it to the experiment"),
      (.phyphox, "linear", .linearOnly, "choose the accelerometer with g"),
      (.sensorServer, "no-location", .noLocation, "no location"),
    ])
  func aWrongSettingHasItsSentence(app: PhoneApp, setting: String, kind: PhoneAdvice.Kind, words: String) throws {
    guard RigProcess.has("python3") else { return }
    let phone = try PlayedPhone(app, try Self.walk.get(), ["--wrong", setting, "--for", "25"])
    let advice = try #require(phone.advice[kind], "\(phone.advice)")
    #expect(advice.english.contains(words), "\(advice.english)")
    expect(advice.isFatal, equals: (kind != .noLocation))
    // Forces that are no forces never become poses.
    if [.withoutGravity, .unpaired, .inG, .reversed, .linearOnly].contains(kind) { #expect(phone.lines.isEmpty) }
  }
}
