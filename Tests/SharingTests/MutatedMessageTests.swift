import Expectations
import Geometry
import Sharing
import Testing
import Text

/// Many damaged messages, always the same ones; `scripts/fuzz companion` searches for more.
@Suite struct MutatedMessageTests {
  @Test func damagedMessagesAreRefused() throws {
    var generator = Generator(seed: 22), roster = Roster(ownID: "me", ownName: "Me")
    let good = bytes(pose().text)
    let pieces = [
      "1e999", "-0", "NaN", "null", "\\u0000", "\u{1b}[2J", "{", "]", "\"", "99999999999999999999", "\u{202e}",
    ].map(bytes)
    var isRead = 0
    for index in 0..<20_000 {
      var message = good
      for _ in 0..<Int(1 + generator.uniform() * 3) {
        let place = Int(generator.uniform() * Double(message.count))
        switch Int(generator.uniform() * 4) {
        case 0: message[place] = UInt8(generator.uniform() * 255)
        case 1: message.remove(at: place)
        case 2: message.insert(contentsOf: pieces[Int(generator.uniform() * Double(pieces.count))], at: place)
        default: message.removeLast(message.count - place)
        }
        if message.isEmpty { message = [0] }
      }
      if let read = try? SharedPose(reading: message) {
        isRead += 1
        #expect(read.place.isFinite && (-90.0...90).contains(read.place.latitude.value))
        #expect((-180.0...180).contains(read.place.longitude.value) && read.accuracy.isFinite)
        #expect(TerminalText.line(read.name) == read.name && !read.name.isEmpty)
        #expect(read.velocity?.isFinite ?? true)
      }
      roster.ingest(
        message, of: "m\(index % 50)", isRetained: false, at: second(Double(index) / 100),
        realTime: 1_795_000_000_000 + Int64(index) * 10, own: here)
    }
    // Most damage is noticed, and some changes a digit only.
    #expect((200...12_000).contains(isRead), "\(isRead) were read")
    expect(roster.accepted + roster.refusals.total, equals: 20_000)
    expect(roster.members.count, isAtMost: 50)
  }
}
