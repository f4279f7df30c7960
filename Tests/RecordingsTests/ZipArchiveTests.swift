import Expectations
import Foundation
import Recordings
import TestSupport
import Testing

@Suite(.enabled(if: RigProcess.has("python3"))) struct ZipArchiveTests {
  /// An archive made by another program: stored, deflated, with folders and a comment.
  private func archive() throws -> [UInt8] {
    let path = temporaryPath("zip")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w") as z:
          z.writestr("meta/", "")
          z.writestr("meta/time.csv", "a,b\\n" * 1000, zipfile.ZIP_DEFLATED)
          z.writestr("stored.csv", "1,2\\n", zipfile.ZIP_STORED)
          z.writestr("empty.csv", "", zipfile.ZIP_DEFLATED)
          z.comment = b"made by a test"
      """
    let file = try RigProcess("python3", ["-c", script, path])
    expect(file.finish().status, equals: 0)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test func filesOfAnArchive() throws {
    let bytes = try archive()
    #expect(ZipArchive.begins(bytes))
    let archive = try ZipArchive(bytes)
    expect(archive.entries.map(\.name), equals: ["meta/time.csv", "stored.csv", "empty.csv"])
    let texts = try archive.entries.map {
      String(decoding: try archive.contents(of: $0, limit: 1 << 20), as: UTF8.self)
    }
    expect(texts, equals: [String(repeating: "a,b\n", count: 1000), "1,2\n", ""])
    #expect(throws: ZipFault.self) { try archive.contents(of: archive.entries[0], limit: 100) }
    #expect(throws: ZipFault.self) { try ZipArchive(Array(bytes.prefix(bytes.count - 40))) }
    #expect(throws: ZipFault.self) { try ZipArchive([]) }
  }

  /// The directory states the unpacked size of a file: too large a size is refused before unpacking, a wrong one during it.
  @Test func aTooLargeUnpackedSizeIsRefused() throws {
    let path = temporaryPath("zip")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
          z.writestr("zeros.csv", b"0" * (40 << 20))
          z.writestr("small.csv", b"0" * (1 << 20))
      """
    try expect(RigProcess("python3", ["-c", script, path]).finish().status, equals: 0)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let archive = try ZipArchive(bytes)
    do throws(ZipFault) {
      _ = try archive.contents(of: archive.entries[0], limit: .max)
      Issue.record("unpacked")
    } catch {
      #expect(error.description.contains("zeros.csv: unpacks to more than 200 times its size"))
    }
    try expect(archive.contents(of: archive.entries[1], limit: 1 << 20).count, equals: 1 << 20)
    // Reading stops after the first piece if the caller wants no more.
    var pieces = 0
    try archive.read(archive.entries[1]) { _ in
      pieces += 1
      return false
    }
    expect(pieces, equals: 1)
    // A directory that states 1 MiB for a file of 40 MiB: its size is 24 bytes into its first entry.
    let entry = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x50, 0x4b, 1, 2]) })
    bytes.replaceSubrange(entry + 24..<entry + 28, with: [0, 0, 0x10, 0])
    let lying = try ZipArchive(bytes)
    #expect(throws: ZipFault.self) { try lying.contents(of: lying.entries[0], limit: 2 << 20) }
  }

  /// For every change of its bytes an archive is read, or refused with a reason: the content has the right checksum.
  @Test func damagedArchives() throws {
    let bytes = try archive()
    let whole = [String(repeating: "a,b\n", count: 1000), "1,2\n", ""].map { Array($0.utf8) }
    var refused = 0
    for index in bytes.indices {
      for value in [0 as UInt8, 0xff, bytes[index] ^ 0x10, bytes[index] &+ 1] {
        var damaged = bytes
        damaged[index] = value
        do {
          let archive = try ZipArchive(damaged)
          for entry in archive.entries { #expect(whole.contains(try archive.contents(of: entry, limit: 1 << 20))) }
        } catch { refused += 1 }
      }
      _ = try? ZipArchive(Array(bytes[..<index]))
    }
    expect(refused, isAbove: bytes.count)
  }
}
