import CommandParts
import Geometry
import Samples
import Text
import Wire

/// State of the live view that keys change, and the note about the last key.
struct WatchControls {
  /// A call of the daemon, and the sentence shown when it has succeeded.
  struct Call: Equatable {
    enum Kind: Equatable { case reset, nudge(Angle), release, startRecording, stopRecording }
    var kind: Kind

    var method: String {
      switch kind {
      case .reset: TrackingMethod.resetScene.name
      case .nudge: TrackingMethod.nudgeHeading.name
      case .release: TrackingMethod.releaseHeading.name
      case .startRecording: ControlMethod.startRecording.name
      case .stopRecording: ControlMethod.stopRecording.name
      }
    }

    var parameters: JSONValue {
      if case .nudge(let angle) = kind { ["degrees": .number(angle.degrees)] } else { .object([]) }
    }

    func done(_ answer: JSONValue) -> String {
      switch kind {
      case .reset: "a new scene has begun"
      case .nudge(let angle): "turned by \(text(angle.degrees, 1))°"
      case .release: "released"
      case .startRecording: "recording to \(answer["path"]?.string ?? "?")"
      case .stopRecording: "recorded \(answer["lines"]?.integer ?? 0) lines to \(answer["path"]?.string ?? "?")"
      }
    }
  }

  enum Action: Equatable {
    case quit
    case call(Call)
    /// The radar's range has changed.
    case range
    /// Another page is shown.
    case page
  }

  /// A sentence below the picture, for a while.
  struct Note: Equatable {
    var text: String
    var isRefusal = false
    var since: BootInstant
  }

  /// The content of the screen.
  enum Page: Equatable { case picture, filter }

  private(set) var page = Page.picture
  /// Number of lines by which the filter page is scrolled.
  private(set) var scroll = 0
  private(set) var range = ranges[5]
  private(set) var isHelping = false
  /// Start of the pause; nil while the picture is live.
  private(set) var pausedSince: BootInstant?
  /// Whether the question for a new scene is shown.
  private(set) var isAsking = false
  private(set) var note: Note?

  static let ranges = [20, 50, 100, 150, 200, 300, 500, 750, 1000, 2000, 5000].map { Length($0) }
  private static let scrollStep = 5
  static let step = Angle.degrees(0.5), leap = Angle.degrees(5)
  private static let noteLasts = TimeSpan.seconds(8)

  init(page: Page = .picture) { self.page = page }

  /// Limits scrolling to the end of the filter page.
  mutating func limitScroll(to most: Int) { scroll = min(scroll, max(0, most)) }

  mutating func say(_ text: String, isRefusal: Bool = false, at now: BootInstant) {
    note = Note(text: text, isRefusal: isRefusal, since: now)
  }

  mutating func forgetOldNote(at now: BootInstant) {
    if let note, now - note.since > Self.noteLasts { self.note = nil }
  }

  mutating func press(_ key: WatchKey, isRecording: Bool, at now: BootInstant) -> Action? {
    if isAsking {
      isAsking = false
      if key == .letter("y") || key == .letter("Y") { return .call(Call(kind: .reset)) }
      say("the scene is unchanged", at: now)
      return key == .letter("q") ? .quit : nil
    }
    if isHelping, key != .letter("q") {
      isHelping = false
      if key == .letter("h") || key == .letter("?") || key == .escape { return nil }
    }
    switch key {
    case .left, .letter("["): return nudge(-Self.step)
    case .right, .letter("]"): return nudge(Self.step)
    case .letter("{"): return nudge(-Self.leap)
    case .letter("}"): return nudge(Self.leap)
    case .letter("0"), .letter("e"): return .call(Call(kind: .release))
    case .letter("R"): return .call(Call(kind: isRecording ? .stopRecording : .startRecording))
    case .letter("r"): isAsking = true
    case .letter("+"), .letter("="): return zoom(-1)
    case .letter("-"): return zoom(1)
    case .letter("f"):
      page = page == .filter ? .picture : .filter
      scroll = 0
      return .page
    case .up, .letter("k"): scroll = max(0, scroll - Self.scrollStep)
    case .down, .letter("j"): scroll += Self.scrollStep
    case .letter("p"): pausedSince = pausedSince == nil ? now : nil
    case .letter("h"), .letter("?"): isHelping = true
    // If ISIG is off on the way to here, Ctrl-C arrives as a byte.
    case .letter("q"), .letter("Q"), .letter("\u{3}"): return .quit
    default: break
    }
    return nil
  }

  private func nudge(_ angle: Angle) -> Action { .call(Call(kind: .nudge(angle))) }

  /// Changes the range by steps of the list: negative ones zoom in.
  private mutating func zoom(_ steps: Int) -> Action? {
    let index = (Self.ranges.firstIndex(of: range) ?? 5) + steps
    guard Self.ranges.indices.contains(index) else { return nil }
    range = Self.ranges[index]
    return .range
  }
}
