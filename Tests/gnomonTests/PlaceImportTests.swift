import Expectations
import Foundation
import TestSupport
import Testing

/// Imports of files of any length: their formats, and going on after an interruption.
@Suite struct PlaceImportTests {
  private static func seed(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fuzz/seeds/\(name)").path
  }

  @Test func extractsAndPlacemarksAreImported() throws {
    let demo = try Demo(), scratch = try Scratch(), home = ["XDG_STATE_HOME": scratch.path("state")]
    let packed = try demo.run("place", "import", Self.seed("osm-pbf/packed"), "--layer", "pbf", environment: home)
    #expect(packed.output.hasPrefix("3 added, 0 replaced in pbf\n2 ways or relations"), "\(packed)")
    let tagged = try object(
      demo.run(
        "place", "import", Self.seed("osm-pbf/raw"), "--tag", "shop", "--json", "--layer", "raw", environment: home))
    #expect(tagged["added"] as? Int == 2 && tagged["is_whole"] as? Bool == true, "\(tagged)")
    let xml = try demo.run("place", "import", Self.seed("osm-xml/extract"), "--layer", "pbf", environment: home)
    #expect(xml.output.hasPrefix("0 added, 2 replaced in pbf") && xml.output.contains("1 not read"), "\(xml)")
    let kml = try demo.run("place", "import", Self.seed("kml/placemarks"), environment: home)
    #expect(kml.output.hasPrefix("4 added") && kml.output.contains("placemark 6"), "\(kml)")
    let history = try demo.run("place", "import", Self.seed("osm-pbf/history"), environment: home)
    #expect(history.status == 1 && history.errors.contains("HistoricalInformation"), "\(history)")
    // Tags choose in extracts only.
    let table = try scratch.write("lat,lon\n1,2\n1,3\n1,4\n1,5\n", to: "t.csv")
    let refused = try demo.run("place", "import", table, "--tag", "shop", environment: home)
    #expect(refused.status == 64 && refused.errors.contains("this file is csv"), "\(refused)")
    try expect(demo.run("place", "import", table, "--tag", "=x", environment: home).status, equals: 64)
    try expect(
      demo.run("place", "import", "-", "--resume", input: "lat,lon\n1,2\n", environment: home).status, equals: 64)
    let piped = try demo.run(
      "place", "import", "-", "--layer", "pipe", input: "lat,lon,name\n1,2,A\n", environment: home)
    expect(piped.output, equals: "1 added, 0 replaced in pipe\n", "\(piped)")
    // No import is unfinished.
    #expect(!FileManager.default.fileExists(atPath: scratch.path("state")))
  }

  /// A cut file: what is before the cut is added. The whole file then continues from its beginning, because it has changed.
  @Test func anUnfinishedImportIsContinued() throws {
    let demo = try Demo(), scratch = try Scratch(), home = ["XDG_STATE_HOME": scratch.path("state")]
    func row(_ number: Int) -> String { "\(48 + Double(number) / 1e5),16.37,p\(number),Place \(number)\n" }
    let head = "lat,lon,id,name\n" + (0..<1200).map(row).joined()
    let path = try scratch.write(head + "48,16,\"open,x\n", to: "cut.csv")
    let broken = try demo.run("place", "import", path, environment: home)
    #expect(broken.status == 1 && broken.errors.contains("a quote does not end"), "\(broken)")
    #expect(broken.errors.contains("--resume continues after 1200"), "\(broken)")
    let again = try demo.run("place", "import", path, environment: home)
    #expect(again.errors.contains("ended after 1200 places, and --resume would continue it"), "\(again)")
    let resumed = try demo.run("place", "import", path, "--resume", environment: home)
    #expect(resumed.errors.contains("continuing after the 1200 places") && resumed.status == 1, "\(resumed)")
    // Another layer is another import.
    let other = try demo.run("place", "import", path, "--resume", "--layer", "other", environment: home)
    #expect(other.errors.contains("no unfinished import of it is known"), "\(other)")
    _ = try scratch.write(head + "48,16,last,Last\n", to: "cut.csv")
    let changed = try demo.run("place", "import", path, "--resume", environment: home)
    #expect(changed.errors.contains("it has changed since"), "\(changed)")
    expect(changed.output, equals: "1 added, 1200 replaced in mine\n", "\(changed)")
    // It is complete, so that there is nothing to continue.
    #expect(
      try demo.run("place", "import", path, "--resume", environment: home).errors.contains("no unfinished import"))
  }

  /// SIGINT in the middle: the status and a hint; then the rest, and each place is there once.
  @Test func anInterruptedImportIsContinued() throws {
    let demo = try Demo(), scratch = try Scratch(), home = ["XDG_STATE_HOME": scratch.path("state")]
    let pipe = Pipe(), process = Process(), errors = Pipe()
    process.executableURL = URL(fileURLWithPath: Products.path("gnomon"))
    // A file, not a pipe, so that it can be read again; large enough not to be imported before the signal.
    var text = "lat,lon,id,name\n"
    for number in 0..<60_000 { text += "\(48 + Double(number) / 1e6),16.37,p\(number),Place \(number)\n" }
    let path = try scratch.write(text, to: "many.csv")
    process.arguments = ["place", "import", path, "--json", "--socket", demo.socket]
    process.environment = ProcessInfo.processInfo.environment.merging(home) { $1 }
    process.standardOutput = pipe
    process.standardError = errors
    try process.run()
    try waitUntil {
      ((try? object(demo.run("place", "list", "--json", "-n", "1")))?["count"] as? Int ?? 0) > 0
    }
    process.interrupt()
    process.waitUntilExit()
    let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let report = try #require(
      try JSONSerialization.jsonObject(with: pipe.fileHandleForReading.readDataToEndOfFile()) as? [String: Any])
    let first = try #require(report["added"] as? Int)
    #expect(process.terminationStatus == 130 && report["is_whole"] as? Bool == false, "\(complaint)")
    #expect(first > 0 && first < 60_000 && complaint.contains("interrupted after \(first) places"), "\(complaint)")
    let rest = try object(demo.run("place", "import", path, "--resume", "--json", environment: home))
    #expect(rest["resumed_after"] as? Int == first && rest["updated"] as? Int == 0, "\(rest)")
    #expect(rest["added"] as? Int == 60_000 - first && rest["is_whole"] as? Bool == true, "\(rest)")
  }
}
