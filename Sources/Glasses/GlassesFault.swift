/// The reason why the glasses give no samples.
public enum GlassesFault: Error, Equatable, Sendable {
  /// Nothing came after the start, or nothing comes any more.
  case silent
  /// Reports come, and none can be read.
  case unreadable
  /// A network sends nothing.
  case quiet
}

extension GlassesFault {
  /// The fault and its remedy.
  public var sentence: String {
    switch self {
    case .silent:
      "they send nothing; another program may have stopped them, as XRLinuxDriver ('gnomon doctor'); they are started again"
    case .unreadable: "their reports are of a kind that this program does not know, as those of older firmware"
    case .quiet: "their network sends nothing; the connection is opened again"
    }
  }
}

/// Why the glasses give no magnetic field although they give the rest.
public enum FieldFault: Equatable, Sendable {
  /// No report said that its measurement is new.
  case neverFresh
  /// How the magnetometer is turned in this model is not known.
  case unknownDirection
  /// The factory record turns it in another way than that which was checked with data.
  case otherDirection
  /// Their own iron is as strong as Earth's field.
  case iron
}

extension FieldFault {
  public var sentence: String {
    switch self {
    case .neverFresh: "their reports hold no new measurement of it"
    case .unknownDirection:
      "how it is turned in this model only their factory record says, which is missing or does not say it: it is not used"
    case .iron: "the iron beside it is as strong as Earth's field: it is not used"
    case .otherDirection: "their factory record turns it in a way that was never checked with data: it is not used"
    }
  }
}
