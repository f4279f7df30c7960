import Chips
import Expectations
import Foundation
import TestSupport
import Testing

@testable import Diagnosis

private let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()
private let page = package.appending(path: "docs/hardware.md")

extension KnownChip {
  /// The page's word for the way on Raspberry Pi OS.
  fileprivate var wordForRaspberryPiOS: String {
    if isInRaspberryPiOS { return "yes" }
    return served == nil ? "no" : "unit"
  }
}

/// docs/hardware.md against the table of chips, and its overlay against the compiler of device trees.
@Suite struct HardwarePageTests {
  /// Each chip of the doctor's table is on the page, with the same kernel and the same answers for Debian and Raspberry Pi OS.
  @Test func thePageHasEveryChip() throws {
    let text = try String(contentsOf: page, encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { row in
      row.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    for chip in KnownChip.all {
      let names = chip.name.replacing(" or ", with: ", ")
        .split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let name = names.first else { continue }
      guard let kernel = chip.kernel else {
        #expect(text.contains(name), "\(name)")
        if chip.served != nil { #expect(rows.contains { $0.count > 5 && $0[1] == name && $0[5] == "unit" }, "\(name)") }
        continue
      }
      // MPU-6500 and its kind are not for sale on breakouts, and only the doctor knows them.
      let row = rows.first { row in
        guard row.count > 5 else { return false }
        let listed = row[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return listed.contains { $0 == name || $0.hasPrefix("\(name) ") }
      }
      guard let row = row else {
        #expect(chip.compatible.hasPrefix("invensense,"), "\(name) is not on the page")
        continue
      }
      #expect(row[3] == "\(kernel)" && row[4] == (chip.isInDebian ? "yes" : "no"), "\(name): \(row)")
      expect(row[5].split(separator: ",").first.map(String.init), equals: chip.wordForRaspberryPiOS, "\(name): \(row)")
      if let overlay = chip.overlay { #expect(row[5].contains("`\(overlay)`"), "\(name): \(row)") }
    }
  }

  /// The page has a chapter for each next step of the doctor, and the chapter of the unit names every chip that it reads.
  @Test func thePageHasTheChaptersOfTheDoctor() throws {
    let text = try String(contentsOf: page, encoding: .utf8)
    for code in ["bus", "driver", "overlay", "chip", "receiver", "daemon", "axes", "sky"] {
      #expect(text.contains("| `\(code)`: "), "\(code)")
    }
    let chapter = text.components(separatedBy: "## Without a kernel driver: gnomon-drivers").last?
      .components(separatedBy: "\n## ").first
    let words = try #require(chapter)
    for chip in ServedChip.allCases {
      for name in chip.name.split(separator: " ") where name != "or" { #expect(words.contains(name), "\(name)") }
    }
    expect(words.split { $0.isWhitespace }.count, isAtMost: 200)
  }

  @Test(.enabled(if: RigProcess.has("dtc"), "no dtc on PATH (scripts/setup test installs it)"))
  func theOverlayCompiles() throws {
    let text = try String(contentsOf: page, encoding: .utf8)
    let blocks = text.components(separatedBy: "```dts\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    expect(blocks.count, equals: 1)
    for block in blocks {
      let scratch = try Scratch(), file = try scratch.write(block, to: "overlay.dts")
      let process = try RigProcess(
        "dtc", ["-@", "-W", "no-unit_address_vs_reg", "-I", "dts", "-O", "dtb", "-o", "/dev/null", file])
      expect(process.finish().status, equals: 0)
    }
  }

  @Test(.enabled(if: RigProcess.has("python3"), "no python3 on PATH (scripts/setup test installs it)"))
  func thePictureOfTheMountsIsCurrent() throws {
    let process = try RigProcess("python3", [package.appending(path: "scripts/draw-mounts").path, "--check"])
    expect(process.finish().status, equals: 0)
  }
}
