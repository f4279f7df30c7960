import Samples

// The effects of larger and smaller values, as a user notices them.
extension RouteParameters {
  static let effects: ParameterEffectTable = [
    "route.coarsest": .number(
      larger: "less accurate positions are used, and progress may be wrong",
      smaller: "progress waits for more accurate positions"),
    "route.corridor": .number(
      larger: "leaving the route is noticed later, and parallel streets count as on it",
      smaller: "leaving the route is noticed sooner, also when only the position is wrong"),
    "route.patience": .number(
      larger: "leaving the route is reported later, and short position errors are ignored",
      smaller: "leaving the route is reported sooner, even if it lasts only a moment"),
    "route.repeat_time": .number(
      larger: "off route is reported less often",
      smaller: "off route is reported more often"),
    "route.repeat_distance": .number(
      larger: "off route is reported again only after a longer distance",
      smaller: "off route is reported again after a short distance"),
    "route.ahead": .number(
      larger: "a jump of the position along the route is followed, also to a later part of it",
      smaller: "only a short part is searched, so a jump of the position may count as leaving the route"),
    "route.behind": .number(
      larger: "a way back along the route still counts as on it",
      smaller: "a way back counts as leaving the route sooner"),
    "route.join_share": .number(
      larger: "the wearer is led to the nearest point of the route rather than to its start; at 1 always",
      smaller: "the wearer is led to the start although the route comes by nearer; at 0 always"),
    "route.join_hysteresis": .number(
      larger: "the goal stays the nearest point of the route for longer",
      smaller: "the goal changes between start and nearest point more often; at 0 also because of position errors"),
    "route.enter": .number(
      larger: "no effect while route.leave is above 0, since a step whose end was passed can always be left",
      smaller: "no effect"),
    "route.leave": .number(
      larger: "the next step is shown later",
      smaller: "the next step is shown sooner; at 0 at the turn itself, also because of position errors"),
    "route.arrival": .number(
      larger: "arrival is reported from further away",
      smaller: "arrival is reported only close to the destination; below the accuracy of the position perhaps never"),
    "route.early": .number(
      larger: "a turn is announced first from further away",
      smaller: "a turn is announced first when it is near"),
    "route.late": .number(
      larger: "the second announcement of a turn comes further before it",
      smaller: "the second announcement comes closer to the turn"),
    "route.wrong_way": .number(
      larger: "who walks the wrong way is told later",
      smaller: "who walks the wrong way is told sooner, and who turns about on the spot may be told, too"),
    "route.missed": .number(
      larger: "a turn that the position jumped over is announced up to a greater distance behind",
      smaller: "a turn that the position jumped over is not announced"),
    "route.walking_speed": .number(
      larger: "the stated remaining time is shorter, if the route states no duration",
      smaller: "the stated remaining time is longer"),
    "route.turn_angle": .number(
      larger: "only sharp bends are announced as turns, where the route names none",
      smaller: "slight bends are announced as turns"),
    "route.turn_extent": .number(
      larger: "bends further apart count as one turn, and a wide curve may count as one",
      smaller: "bends close to each other are announced one by one"),
    "route.arrow_spacing": .number(
      larger: "fewer arrows",
      smaller: "more arrows, at more computing"),
    "route.arrows_behind": .number(
      larger: "arrows begin further behind the wearer",
      smaller: "arrows begin at the wearer"),
    "route.arrows_ahead": .number(
      larger: "arrows reach further, at more computing",
      smaller: "arrows end nearer"),
    "route.arrow_speed": .number(
      larger: "arrows flow faster",
      smaller: "arrows flow more slowly; at 0 they stand"),
    "route.dot_spacing": .number(
      larger: "fewer dots",
      smaller: "more dots"),
    "route.markers_ahead": .number(
      larger: "turns and dots are marked further ahead",
      smaller: "turns and dots are marked near by only"),
    "route.line_width": .number(
      larger: "the route's line on the ground is broader",
      smaller: "the route's line on the ground is narrower; at 0 both edges are one"),
    "route.line_behind": .number(
      larger: "the line begins further behind the wearer",
      smaller: "the line begins at the wearer's feet"),
    "route.line_ahead": .number(
      larger: "the line is seen further ahead, at more computing",
      smaller: "the line ends nearer"),
    "route.line_tolerance": .number(
      larger: "the line has fewer vertices, and cuts curves visibly",
      smaller: "the line has more vertices; at 0 all of the route"),
    "route.cue_time": .number(
      larger: "a cue points further ahead, and across curves",
      smaller: "a cue follows each bend, and with it the noise of the position"),
  ]
}
