import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension Settings {
  static let effects: ParameterEffectTable = [
    "Device.Profile": .values([
      "head": "worn on the head: steps, a gaze that turns freely, and a compass that assists",
      "torso": "worn on the chest: steps go where the device points, and the compass is used beside the fixes",
      "hand": "held like a phone: steps go where its top points, and fixes are late",
      "foot": "on the shoe, which stands at every step: the most accurate path without a receiver",
      "vehicle": "fixed in a vehicle, which moves in the direction of its wheels",
      "free": "no assumption about the motion: attitude and compass, with the place of the fixes",
    ]),
    "GNSS.TimeTolerance": .number(
      larger: "old fixes, from a recording or from a gpsd that hung, move the wearer to a former place of the receiver",
      smaller: "below 20 s the fixes of a receiver that does not know the leap seconds yet are not used"),
    "IMU.Rate": .number(
      larger: "quick motion is followed better, at more computing and larger recordings",
      smaller: "less power and smaller recordings; below 50 Hz steps are found badly"),
    "IMU.AccelerometerSign": .number(
      larger: "values above 0 use the forces as the driver gives them",
      smaller: "values below 0 reverse their sign"),
    "Magnetometer.Rate": .number(
      larger: "the mean of each compass window is less noisy",
      smaller: "less power; below 2 Hz some compass windows are empty"),
    "Places.MostPerContributor": .number(
      larger: "a contributor may store more places, which needs more of the disk",
      smaller: "a contributor uses less of the disk; stored places stay"),
    "Places.BytesPerContributor": .number(
      larger: "longer names and payloads are possible, which need more of the disk",
      smaller: "a contributor uses less of the disk; stored places stay"),
    "Recording.PartSize": .number(
      larger: "fewer and larger files",
      smaller: "more and smaller files; a lost file loses less"),
  ]
}
