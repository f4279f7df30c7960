import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension Settings {
  static let effects: ParameterEffectTable = [
    "Device.Profile": .values([
      "head": "worn on the head: steps, a gaze that turns freely, and a compass that assists",
      "torso": "worn on the chest: steps lead where the device points, and the compass counts beside the fixes",
      "hand": "held like a phone: steps lead where its top points, and fixes come late",
      "foot": "worn on a foot: treated as free",
      "vehicle": "fixed in a vehicle, which moves where its wheels roll",
      "free": "nothing is known of the motion: attitude and compass, with the place as the fixes say",
    ]),
    "GNSS.TimeTolerance": .number(
      larger: "old fixes move the wearer to where a receiver once was: of a recording, or of a gpsd that had hung",
      smaller: "below 20 s the fixes of a receiver that does not know the leap seconds yet are not used"),
    "IMU.Rate": .number(
      larger: "quick motion is followed better, at more computing and larger recordings",
      smaller: "less power and smaller recordings; below 50 Hz steps are found badly"),
    "IMU.AccelerometerSign": .number(
      larger: "values above 0 take the forces as the driver gives them",
      smaller: "values below 0 turn them round"),
    "Magnetometer.Rate": .number(
      larger: "the mean of each compass window is less noisy",
      smaller: "less power; below 2 Hz compass windows go empty"),
    "Places.MostPerContributor": .number(
      larger: "contributors may keep more, at more of the disk",
      smaller: "less of the disk is any one contributor's; what is kept already stays"),
    "Places.BytesPerContributor": .number(
      larger: "longer names and payloads, at more of the disk",
      smaller: "less of the disk is any one contributor's; what is kept already stays"),
    "Recording.PartSize": .number(
      larger: "fewer and larger files",
      smaller: "more and smaller files, of which less is lost with one"),
  ]
}
