public import Text

/// Grounds of a correction: the source that decided it, its readings, and how far they were from what was expected.
public struct GroundsMessage: Equatable, Sendable {
  /// Name of the source, as in the aids, or of the method beside them.
  public var source: String
  public var readings: Int
  /// Times of the first and the last reading.
  public var first: Int64
  public var last: Int64
  /// Unit and axes of the innovations. Angles are in degrees.
  public var unit = ""
  public var axes: [String] = []
  /// Measured less expected, and 1 σ of that difference, for each of `count` axes.
  public var innovation = SIMD3<Double>.zero
  public var sigma = SIMD3<Double>.zero
  public var count = 0

  public init(source: String, readings: Int, first: Int64, last: Int64) {
    self.source = source
    self.readings = readings
    self.first = first
    self.last = last
  }

  init(_ members: Members) throws(MessageFault) {
    source = try members.text("source")
    readings = Int(clamping: try members.integer("readings"))
    first = try members.integer("first_boot_ns")
    last = try members.integer("last_boot_ns")
    unit = try members.text("unit")
    axes = try members.texts("axes")
    let innovations = try members.numbersIfAny("innovation") ?? []
    let sigmas = try members.numbersIfAny("innovation_sigma") ?? []
    guard innovations.count <= 3, innovations.count == sigmas.count else {
      throw MessageFault(member: "grounds.innovation_sigma", expected: "as many numbers as innovation has, at most 3")
    }
    count = innovations.count
    for axis in 0..<count { (innovation[axis], sigma[axis]) = (innovations[axis], sigmas[axis]) }
  }

  func write(to writer: inout JSONWriter) {
    writer.key("grounds")
    writer.beginObject()
    writer.member("source", text: source)
    writer.member("readings", Int64(readings))
    writer.member("first_boot_ns", first)
    writer.member("last_boot_ns", last)
    writer.member("unit", text: unit)
    writer.key("axes")
    writer.beginArray()
    for axis in axes { writer.value(axis) }
    writer.endArray()
    write("innovation", innovation, to: &writer)
    write("innovation_sigma", sigma, to: &writer)
    writer.endObject()
  }

  private func write(_ name: StaticString, _ values: SIMD3<Double>, to writer: inout JSONWriter) {
    writer.key(name)
    writer.beginArray()
    for axis in 0..<count { writer.value(values[axis], decimals: 4) }
    writer.endArray()
  }
}
