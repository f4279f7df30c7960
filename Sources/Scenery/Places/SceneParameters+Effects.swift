import Samples

// The effects of larger and smaller values, as a user notices them.
extension SceneParameters {
  static let effects: ParameterEffectTable = [
    "places.radius": .number(
      larger: "places further away are shown",
      smaller: "only near places are shown"),
    "places.most": .number(
      larger: "more places are shown, at more computing and with more labels above each other",
      smaller: "only the nearest few are shown"),
    "places.play": .number(
      larger: "the order of the places is steadier and lags behind the distances",
      smaller: "the order follows the distances, and places at equal distance alternate"),
    "places.least_play": .number(
      larger: "the order of near places is steadier",
      smaller: "near places change their order with each small error of the position"),
    "places.hold": .number(
      larger: "labels change their cluster, slot and visibility less often",
      smaller: "labels change at once, and may flicker"),
    "places.near": .number(
      larger: "more places count as near",
      smaller: "fewer places count as near"),
    "places.middle": .number(
      larger: "more places count as middle, fewer as far",
      smaller: "more places count as far"),
    "places.at": .number(
      larger: "the wearer counts as at a place from further away",
      smaller: "the wearer counts as at a place only on its point, with a good position"),
    "places.enter": .number(
      larger: "a place is reported as near from further away",
      smaller: "a place is reported as near only close to it; below the accuracy of the position only by chance"),
    "places.leave": .number(
      larger: "a place is reported as left later",
      smaller: "a place is reported as left sooner; below places.enter it is near and left again and again"),
    "places.gate_heading": .number(
      larger: "places are shown at a poorer heading, and may stand in the wrong direction",
      smaller: "places are shown only once the heading is good"),
    "places.gate_radius": .number(
      larger: "places are shown at a poorer position, and near ones may stand in the wrong direction",
      smaller: "places are shown only once the position is good"),
    "places.gate_play": .number(
      larger: "places stay while the accuracy becomes worse",
      smaller: "places go as soon as the accuracy is worse than the gate"),
    "places.vague": .values([
      "bands": "at a poor heading the directions of hint and finish are bands, without points",
      "points": "at a poor heading all things are vague, and have points, for a renderer that draws each as a band",
      "off": "nothing is drawn until the heading is good",
    ]),
    "cluster.share": .number(
      larger: "more places are counted with a nearer one, so there are fewer labels",
      smaller: "fewer places are counted together; at 0 each has its own label"),
    "cluster.play": .number(
      larger: "groups are steadier",
      smaller: "places join and leave their groups more often"),
    "label.width": .number(
      larger: "labels count as wider, so more of them are lifted or hidden",
      smaller: "labels count as narrower; below their true size they overlap"),
    "label.height": .number(
      larger: "labels count as higher, so they are stacked further apart",
      smaller: "labels are stacked closer; below their true size they overlap"),
    "label.pixel": .number(
      larger: "labels with a size in pixels count as larger",
      smaller: "labels with a size in pixels count as smaller"),
    "moving.age": .number(
      larger: "moving places stay longer without news, and may have turned",
      smaller: "moving places are hidden sooner when news are late"),
    "moving.sigma": .number(
      larger: "moving places are drawn with a poorer position",
      smaller: "moving places are hidden sooner"),
    "moving.gone": .number(
      larger: "moving places without news are listed longer as stale",
      smaller: "moving places without news are removed sooner"),
    "label.gap": .number(
      larger: "labels stand further apart",
      smaller: "labels may touch"),
    "stack.slots": .number(
      larger: "labels are stacked higher, so fewer are hidden",
      smaller: "fewer labels are stacked, so more are hidden"),
    "stack.cost": .number(
      larger: "labels stay lower and overlap more",
      smaller: "labels are lifted for a small overlap"),
    "stack.play": .number(
      larger: "labels keep their slots longer",
      smaller: "labels change their slots for a small gain, and may jump"),
    "stack.hide": .number(
      larger: "labels stay visible while nearer ones cover more of them",
      smaller: "labels are hidden when little of them is covered"),
    "stack.show": .number(
      larger: "a hidden label returns sooner",
      smaller: "a hidden label returns only once it is almost free"),
    "stack.highest": .number(
      larger: "labels may be lifted nearly overhead",
      smaller: "labels stay lower, so more are hidden"),
    "drawing.mode": .values([
      "true": "places are drawn at their distance",
      "fall": """
      far places are drawn at drawing.base and drawing.slope times their distance, near ones at their \
      distance
      """,
      "shell": "places beyond drawing.shell are drawn at that distance",
    ]),
    "drawing.base": .number(
      larger: "with drawing.mode=fall places are drawn further away",
      smaller: "with drawing.mode=fall places are drawn nearer"),
    "drawing.slope": .number(
      larger: "with drawing.mode=fall far places are drawn further apart in depth; at 1 at their distance",
      smaller: "with drawing.mode=fall far places are drawn nearly at one distance"),
    "drawing.shell": .number(
      larger: "with drawing.mode=shell places are drawn further away",
      smaller: "with drawing.mode=shell places are drawn nearer"),
    "eye.sigma": .number(
      larger: "the stated uncertainty of things on the ground is larger",
      smaller: "the stated uncertainty of things on the ground is smaller"),
    "finish.largest": .number(
      larger: "the finish mark is larger near the destination",
      smaller: "the finish mark is smaller near the destination"),
    "finish.smallest": .number(
      larger: "the finish mark is larger from afar",
      smaller: "the finish mark is smaller from afar"),
    "finish.near": .number(
      larger: "the finish mark keeps its full size up to a greater distance",
      smaller: "the finish mark becomes smaller nearer to the destination"),
    "finish.far": .number(
      larger: "the finish mark becomes smaller more slowly with distance",
      smaller: "the finish mark is at its smallest sooner"),
    "finish.text": .number(
      larger: "the distance is written further above the mark",
      smaller: "the distance is written closer to the mark; at 0 it stands on its rim"),
    "finish.pulse": .number(
      larger: "the mark pulses more slowly",
      smaller: "the mark pulses faster"),
    "finish.pulse_scale": .number(
      larger: "each pulse grows further beyond the mark",
      smaller: "each pulse stays nearer to the mark; at 1 it does not grow"),
    "finish.pulse_opacity": .number(
      larger: "each pulse stays visible to its end",
      smaller: "each pulse fades out"),
    "upright.hold": .number(
      larger: "labels keep their turn further away from straight up and down",
      smaller: "labels turn with the display until nearly straight up or down, where they spin"),
    "hint.blend": .number(
      larger: "a hint moves to the bottom edge further away from straight behind",
      smaller: "a hint moves there only close to straight behind, and faster"),
    "hint.play": .number(
      larger: "a hint keeps its side longer, so the turn it asks for may be the longer one",
      smaller: "a hint changes its side near straight behind more often"),
    "pick.margin": .number(
      larger: "labels are picked more easily, and neighbours by mistake",
      smaller: "pointing has to be more exact"),
  ]
}
