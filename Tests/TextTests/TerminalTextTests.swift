import Expectations
import Testing
import Text

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("Café 東京 😀", "Café 東京 😀"), ("a\u{1B}]0;x\u{7}b", "a␛]0;x␇b"), ("a\r\tb\u{7F}", "a␍␉b␡"),
    ("a\u{9B}31m", "a\u{FFFD}31m"), ("gnp\u{202E}exe\u{2066}\u{61C}", "gnp\u{FFFD}exe\u{FFFD}\u{FFFD}"),
    ("\u{2028}\u{FEFF}\u{E0041}", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("a\nb", "a␊b"),
  ]) func controlCharactersAreMadeVisible(text: String, shown: String) {
    expect(TerminalText.line(text), equals: shown)
    #expect(
      TerminalText.lines("\(text)\n\(text)").split(separator: "\n").last.map(String.init) == shown
        || text.contains("\n"))
  }

  /// By Unicode's character database, not by the project's list: no control and no control of direction passes.
  @Test func noControlOfUnicodePasses() {
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      guard properties.generalCategory == .control || properties.isBidiControl else { continue }
      #expect(TerminalText.standIn(scalar) != nil, "U+\(String(value, radix: 16))")
    }
  }
}
