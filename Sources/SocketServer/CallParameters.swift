public import Text
public import Wire

/// The parameters of a call, read by name. A value that does not fit is answered with an error that names the expected one.
public struct CallParameters {
  public let values: JSONValue
  public let interface: Interface

  public init(_ request: Request, _ interface: Interface) {
    values = request.parameters
    self.interface = interface
  }

  public subscript(name: String) -> JSONValue? { values[name].flatMap { $0.isNull ? nil : $0 } }

  public func invalid(_ name: String, _ expected: String) -> CallError {
    .invalidValue(interface, name, given: self[name], expected: expected)
  }

  public func numberIfAny(_ name: String, in range: ClosedRange<Double>, _ meaning: String) throws(CallError) -> Double?
  {
    guard let value = self[name] else { return nil }
    guard let number = value.double, range.contains(number) else { throw invalid(name, meaning) }
    return number
  }
  public func number(_ name: String, in range: ClosedRange<Double>, _ meaning: String) throws(CallError) -> Double {
    guard let number = try numberIfAny(name, in: range, meaning) else { throw invalid(name, meaning) }
    return number
  }
  public func time(_ name: String) throws(CallError) -> Int64? {
    guard let value = self[name] else { return nil }
    guard let time = value.integer, time >= 0 else {
      throw invalid(name, "whole nanoseconds of CLOCK_BOOTTIME")
    }
    return time
  }
  public func flag(_ name: String) throws(CallError) -> Bool {
    guard let value = self[name] else { return false }
    guard let flag = value.bool else { throw invalid(name, "true or false") }
    return flag
  }
  public func vector(_ name: String) throws(CallError) -> SIMD3<Double> {
    let expected = "an object of three numbers, x, y and z"
    guard let x = self[name]?["x"]?.double, let y = self[name]?["y"]?.double, let z = self[name]?["z"]?.double else {
      throw invalid(name, expected)
    }
    return SIMD3(x, y, z)
  }
  public func textIfAny(_ name: String) throws(CallError) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.string else { throw invalid(name, "a text") }
    return text
  }
  public func text(_ name: String, longest: Int = .max) throws(CallError) -> String {
    guard let text = try textIfAny(name), !text.isEmpty, text.utf8.count <= longest else {
      throw invalid(name, longest == .max ? "a text" : "a text of 1 to \(longest) bytes")
    }
    return text
  }
  public func textsIfAny(_ name: String) throws(CallError) -> [String]? {
    guard let value = self[name] else { return nil }
    guard let array = value.array else { throw invalid(name, "an array of texts") }
    var texts: [String] = []
    for element in array {
      guard let text = element.string else { throw invalid(name, "an array of texts") }
      texts.append(text)
    }
    return texts
  }
  public func objectIfAny(_ name: String) throws(CallError) -> JSONValue? {
    guard let value = self[name] else { return nil }
    guard value.object != nil else { throw invalid(name, "an object") }
    return value
  }
  public func countIfAny(_ name: String, in range: ClosedRange<Int>) throws(CallError) -> Int? {
    guard let value = self[name] else { return nil }
    guard let number = value.integer, range.contains(Int(clamping: number)) else {
      throw invalid(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return Int(number)
  }
}
