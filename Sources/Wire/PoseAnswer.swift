public import Text

/// The answer to GetPose: the pose, and how it was obtained.
public struct PoseAnswer: Equatable, Sendable {
  public enum Kind: String, CaseIterable, Sendable {
    /// Exactly at that time; between two poses; extrapolated from the last pose by at most 0.1 s.
    case exact, interpolated, predicted
    /// The time is too far ahead; the pose is the last one.
    case stale
    /// The time is before the stored poses, or there is no pose yet.
    case none
  }

  public var kind: Kind
  /// The requested time minus that of the last pose, in nanoseconds.
  public var offset: Int64?
  public var pose: PoseMessage?
  /// An OGC GeoPose, if the place is known.
  public var geopose: JSONValue?

  public init(_ kind: Kind, offset: Int64? = nil, pose: PoseMessage? = nil) {
    self.kind = kind
    self.offset = offset
    self.pose = pose
  }

  /// Writes the answer; the caller provides the writer of the GeoPose.
  public func write(to writer: inout JSONWriter, geopose: ((inout JSONWriter) -> Void)?) {
    writer.beginObject()
    writer.key("kind")
    writer.value(kind.rawValue)
    writer.key("offset_ns")
    if let offset { writer.value(offset) } else { writer.null() }
    writer.key("pose")
    if let pose { pose.write(to: &writer) } else { writer.null() }
    writer.key("geopose")
    if let geopose { geopose(&writer) } else { writer.null() }
    writer.endObject()
  }

  public init(json: JSONValue) throws(MessageFault) {
    let members = try Members(json, in: "")
    guard let kind = Kind(rawValue: try members.text("kind")) else {
      throw MessageFault(member: "kind", expected: Kind.allCases.map(\.rawValue).joined(separator: " | "))
    }
    self.kind = kind
    offset = try members.integerIfAny("offset_ns")
    if let value = json["pose"], !value.isNull { pose = try PoseMessage(json: value) }
    if let value = json["geopose"], !value.isNull { geopose = value }
  }
}
