import Expectations
import Testing
import Text

@testable import Wire

/// The limits of one message.
@Suite struct LimitTests {
  /// Each value needs many times the memory of its text, so the length of the message is not a sufficient limit.
  @Test(arguments: ["1", "[]", "[[[[1]]]]", "null", "\"\""]) func tooManyValuesAreRefused(_ value: String) throws {
    let many = Array(repeating: value, count: Limits.values).joined(separator: ",")
    let text = #"{"method":"a.B","parameters":{"a":["# + many + "]}}"
    #expect(throws: CallError("org.gnomon.Control.TooManyValues", ["limit": .integer(Int64(Limits.values))])) {
      try Request(reading: Array(text.utf8))
    }
    let fewer = Array(repeating: "1", count: Limits.values - 4).joined(separator: ",")
    _ = try Request(reading: Array((#"{"method":"a.B","parameters":{"a":["# + fewer + "]}}").utf8))
  }

  /// The memory of a long message is released once it is read, whether another one has begun or not.
  @Test(arguments: ["", "{\"meth"]) func memoryOfALongMessageIsGivenBack(_ rest: String) {
    var splitter = MessageSplitter()
    for _ in 0..<64 {
      let piece = [UInt8](repeating: 0x20, count: 1 << 16)
      #expect(piece.withUnsafeBytes { splitter.append($0) })
      #expect(splitter.next() == nil)
    }
    expect(splitter.held, isAtLeast: 4 << 20)
    let ending: [UInt8] = [0] + Array(rest.utf8)
    let isTaken = ending.withUnsafeBytes { splitter.append($0) }
    #expect(isTaken)
    // Called outside the macro, which may call it on a copy (Swift 6.0).
    let message = splitter.next(), nothing = splitter.next()
    expect(message?.count, equals: 4 << 20)
    #expect(nothing == nil)
    #expect(splitter.held <= 1 << 17 && splitter.isWithinMessage == !rest.isEmpty)
    splitter.drop()
    #expect(splitter.held == 0 && !splitter.isWithinMessage)
  }
}
