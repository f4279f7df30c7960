import Geometry
import Phrases
import Scenery
import Wire

/// What to do at the next thing of a route.
struct RouteGoal {
  /// The kind of a step; `start` or `rejoin` before and off the route.
  var kind: String
  /// The turn there; nil where one goes on, and for what has to be reached first.
  var turn: Angle?
  /// Along the route, or to what has to be reached first.
  var distance: Length
  /// What to do in words, and whether these are the planner's sentence.
  private var words = "", isPlanners = false
  private var isReached = true

  /// The next step of a route that is followed.
  init(_ step: RouteStep, of track: RouteTrack, in distance: Length) {
    kind = step.kind.rawValue
    // The sign is that of the planner, whatever a short line says.
    turn = step.isTurn ? Angle(step.turn.value.magnitude * (step.isRight ? 1 : -1)) : nil
    self.distance = distance
    words = track.instruction(of: step)
    isPlanners = step.manoeuvre.map { !track.route.manoeuvres[$0].instruction.isEmpty } ?? false
  }

  /// The start of a route, or a point of it.
  init(reaching kind: String, in distance: Length) {
    self.kind = kind
    self.distance = distance
    isReached = false
  }

  /// `bearing`: the angle from the view to the thing.
  func message(facing bearing: Angle, _ sentence: inout Sentence) -> GoMessage {
    GoMessage(
      kind: kind, turn: isReached ? turn : bearing, distance: distance, english: sentence.english(of: self, bearing))
  }

  /// The sentence of the last frame, which is made anew only when it changes: a frame allocates nothing.
  struct Sentence {
    private struct Key: Equatable {
      var kind: String, words: String, distance: Phrases.Rounded
      /// Of the sixteen parts of a circle in which the sentence is the same: its sides change at 22.5° + k · 45°, and the wearer
      /// turns round from 135° on. Only for what has to be reached first.
      var side: Int
    }
    private var key: Key?
    private var english = ""

    fileprivate mutating func english(of goal: RouteGoal, _ bearing: Angle) -> String {
      let key = Key(
        kind: goal.kind, words: goal.words, distance: Phrases.english.rounded(goal.distance),
        side: goal.isReached ? 0 : Phrases.part(bearing.degrees - 360 / 32, of: 16))
      guard key != self.key else { return english }
      self.key = key
      english = Phrases.english.goal(
        goal.kind, goal.words, isPlanners: goal.isPlanners, goal.distance, facing: bearing)
      return english
    }
  }
}
