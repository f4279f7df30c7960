import FuzzReaders
import Glibc

/// Called by libFuzzer (scripts/fuzz) for each input: the reader named in GNOMON_FUZZ_READER reads it and checks its properties.
/// It may need at most 64 MiB more than before, and no more time than a linear reader.
private let reader: FuzzReader = {
  let name = getenv("GNOMON_FUZZ_READER").map { String(cString: $0) } ?? ""
  guard let reader = FuzzReader(rawValue: name) else {
    fatalError(
      "GNOMON_FUZZ_READER is '\(name)'; readers: \(FuzzReader.allCases.map(\.rawValue).joined(separator: " "))")
  }
  return reader
}()

private func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  let memory = peakKilobytes(), time = processorSeconds()
  do throws(Finding) { try reader.check(bytes) } catch { fatalError("\(error)") }
  let grown = peakKilobytes() - memory, taken = processorSeconds() - time
  guard grown <= 64 << 10 else { fatalError("\(size) bytes took \(grown) KiB of memory") }
  // Instrumented code is about ten times slower than the shipped one.
  let most = 2 + Double(size) * reader.secondsPerByte
  guard taken <= most else { fatalError("\(size) bytes took \(taken) s, more than \(most) s") }
  return 0
}

private func peakKilobytes() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss
}

private func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

@_silgen_name("LLVMFuzzerRunDriver") private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// libFuzzer's library needs a function of this name to link, even though it is given one when it starts.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt { fuzz(data, size) }

/// The package manager makes `main` of an executable's module the entry point, so libFuzzer's own never runs: this starts it.
@_cdecl("gnomon_fuzz_main")
public func fuzzMain(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
  var count = count, arguments = arguments
  // Without libFuzzer: lists the readers.
  if count == 2, let word = arguments?[1], String(cString: word) == "--list" {
    print(FuzzReader.allCases.map(\.rawValue).joined(separator: "\n"))
    return 0
  }
  return runFuzzer(&count, &arguments, fuzzOne)
}
