import Recordings
import Samples
import Text

/// What libFuzzer calls (scripts/fuzz): any bytes as a recording must be read to an end without a crash, and every line that
/// is taken must survive being written and read again.
///
/// The first byte chooses: even, the rest is the file as it is (plain or gzip); odd, the rest follows a good first line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecording(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let input = UnsafeBufferPointer(start: data, count: size)
  guard let choice = input.first else { return 0 }
  var bytes = choice & 1 == 1 ? Array("gnomon-recording,1\n".utf8) : []
  bytes += input.dropFirst()
  do {
    let reader = try RecordingReader(bytes: bytes)
    var parser = LineParser(), taken = 0
    var buffer = TextBuffer()
    while let line = try reader.next() {
      taken += 1
      buffer.removeAll()
      buffer.append(line: line)
      let outcome = buffer.withBytes { parser.parse(UnsafeBufferPointer(rebasing: $0.dropLast())) }
      guard case .line(let again) = outcome else { preconditionFailure("\(line) was taken, and refused when written") }
      var second = TextBuffer()
      second.append(line: again)
      precondition(second.bytes == buffer.bytes, "\(line) changed by being written and read")
    }
    precondition(reader.statistics.takenTotal == taken)
  } catch {}
  return 0
}

@_silgen_name("LLVMFuzzerRunDriver") private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The package manager makes `main` of an executable's module entry point, so libFuzzer's own never runs: this starts it.
@_cdecl("gnomon_fuzz_main")
public func fuzzMain(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var count = count, arguments = arguments
  return runFuzzer(&count, &arguments, fuzzRecording)
}
