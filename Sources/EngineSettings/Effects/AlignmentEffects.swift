import Samples

// Effects of larger and smaller values, as a wearer notices them.
extension EngineEffects {
  static let alignment: ParameterEffectTable = [
    "heading.start": .values([
      "compass": "the compass's first reading is the first heading",
      "given": "heading.given is the first heading",
      "none": "there is no heading until motion and fixes give one",
    ]),
    "heading.given": .number(
      larger: "the device is taken to look further clockwise at the start",
      smaller: "the device is taken to look further anticlockwise at the start"),
    "heading.given_sigma": .number(
      larger: "compass and fixes correct the given heading sooner",
      smaller: "the given heading is trusted, and a wrong one stays for longer"),
    "scene.heading": .number(
      larger: "more scenes begin with their axes to the north and east, some of them less exactly",
      smaller: "more scenes begin with arbitrary axes, and only the alignment turns them to the north"),
    "scene.heading_wait": .number(
      larger: "the first pose of a scene comes later where the compass needs time",
      smaller: "the first pose comes sooner, and a scene whose compass had not been read by then has arbitrary axes"),
  ]
}
