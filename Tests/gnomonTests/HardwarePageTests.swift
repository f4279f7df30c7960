import Foundation
import TestSupport
import Testing

@testable import Diagnosis

private let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()
private let page = package.appending(path: "docs/hardware.md")

/// docs/hardware.md against the table of chips, and its overlay against the compiler of device trees.
@Suite struct HardwarePageTests {
  /// Each chip of the doctor's table is on the page, with the same kernel and the same answer for Debian.
  @Test func thePageHasEveryChip() throws {
    let text = try String(contentsOf: page, encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { row in
      row.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    for chip in KnownChip.all {
      let names = chip.name.replacing(" or ", with: ", ").replacing(", the magnetometer of an LSM9DS1", with: "")
        .split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let name = names.first else { continue }
      guard let kernel = chip.kernel else {
        #expect(text.contains(name), "\(name)")
        continue
      }
      // MPU-6500 and its kind are not for sale on breakouts, and only the doctor knows them.
      guard let row = rows.first(where: { $0.count > 4 && $0[1].contains(name) }) else {
        #expect(chip.compatible.hasPrefix("invensense,"), "\(name) is not on the page")
        continue
      }
      #expect(row[3] == "\(kernel)" && row[4] == (chip.isInDebian ? "yes" : "no"), "\(name): \(row)")
    }
  }

  @Test(.enabled(if: RigProcess.has("dtc"), "no dtc on PATH (scripts/setup test installs it)"))
  func theOverlayCompiles() throws {
    let text = try String(contentsOf: page, encoding: .utf8)
    let blocks = text.components(separatedBy: "```dts\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(blocks.count == 1)
    for block in blocks {
      let scratch = try Scratch(), file = try scratch.write(block, to: "overlay.dts")
      let process = try RigProcess(
        "dtc", ["-@", "-W", "no-unit_address_vs_reg", "-I", "dts", "-O", "dtb", "-o", "/dev/null", file])
      #expect(process.finish().status == 0)
    }
  }

  @Test(.enabled(if: RigProcess.has("python3"), "no python3 on PATH (scripts/setup test installs it)"))
  func thePictureOfTheMountsIsCurrent() throws {
    let process = try RigProcess("python3", [package.appending(path: "scripts/draw-mounts").path, "--check"])
    #expect(process.finish().status == 0)
  }
}
