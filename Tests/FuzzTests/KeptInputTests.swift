import Expectations
import Foundation
import FuzzReaders
import TestSupport
import Testing

/// The inputs that fuzzing has found and grown, without a fuzzer: each reader keeps its properties for each of them.
@Suite struct KeptInputTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fuzz")

  /// Returns the files below a folder, by name; none if there is no such folder.
  private static func inputs(below folder: URL) throws -> [(name: String, bytes: [UInt8])] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try names.sorted().compactMap { name in
      let file = folder.appendingPathComponent(name)
      guard (try file.resourceValues(forKeys: [.isRegularFileKey])).isRegularFile == true else { return nil }
      return (name, [UInt8](try Data(contentsOf: file)))
    }
  }

  private static func check(_ reader: FuzzReader, _ inputs: [(name: String, bytes: [UInt8])]) {
    for input in inputs {
      do throws(Finding) { try reader.check(input.bytes) } catch {
        Issue.record("\(reader.rawValue), \(input.name): \(error)")
      }
    }
  }

  /// Hand-written: a small valid input of each kind, so that the fuzzer does not begin with nothing.
  @Test(arguments: FuzzReader.allCases) func seeds(of reader: FuzzReader) throws {
    let inputs = try Self.inputs(below: Self.folder.appendingPathComponent("seeds/\(reader.rawValue)"))
    #expect(!inputs.isEmpty, "no seed in Tests/Fuzz/seeds/\(reader.rawValue)")
    Self.check(reader, inputs)
  }

  /// Each of these inputs has broken a property once.
  @Test(arguments: FuzzReader.allCases) func found(of reader: FuzzReader) throws {
    Self.check(reader, try Self.inputs(below: Self.folder.appendingPathComponent("found/\(reader.rawValue)")))
  }

  /// Inputs that together cover the most of a reader.
  @Test(.enabled(if: RigProcess.has("tar", "gzip")), arguments: FuzzReader.allCases)
  func corpus(of reader: FuzzReader) throws {
    let archive = Self.folder.appendingPathComponent("corpus/\(reader.rawValue).tar.gz")
    guard FileManager.default.fileExists(atPath: archive.path) else { return }
    let scratch = try Scratch()
    try expect(RigProcess("tar", ["-xzf", archive.path, "-C", scratch.url.path]).finish().status, equals: 0)
    let inputs = try Self.inputs(below: scratch.url)
    #expect(!inputs.isEmpty)
    Self.check(reader, inputs)
  }
}
