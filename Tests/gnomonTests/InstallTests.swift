import Expectations
import Foundation
import TestSupport
import Testing

/// The files of `make install`, without any change of the machine.
@Suite(.enabled(if: RigProcess.has("make", "bash"))) struct InstallTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  private func make(_ target: String, _ root: String, _ prefix: String, manual: Scratch? = nil) throws -> Int32 {
    let folder = URL(fileURLWithPath: Products.path("gnomon")).deletingLastPathComponent().path
    return try RigProcess(
      "make",
      [
        "-C", Self.package, target, "DESTDIR=\(root)", "PREFIX=\(prefix)", "BIN=\(folder)",
        "MANUAL=\(manual?.url.path ?? "")",
      ], isQuiet: true
    ).finish().status
  }

  private func files(below root: String) -> Set<String> {
    let found = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return Set(
      found.filter { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder) && !isFolder.boolValue
      }.map { "/" + $0 })
  }

  @Test(arguments: ["/usr", "/usr/local", "/opt/gnomon"]) func everythingIsInItsPlace(_ prefix: String) throws {
    let scratch = try Scratch(), root = scratch.path("root")
    try expect(make("install", root, prefix, manual: ManualTests.written()), equals: 0)
    let installed = files(below: root)
    for path in [
      "bin/gnomon", "bin/gnomond", "bin/gnomon-share", "bin/gnomon-drivers", "lib/gnomon/make-triggers",
      "lib/gnomon/grant-access", "lib/systemd/system/gnomon-drivers@.service", "lib/sysusers.d/gnomon-drivers.conf",
      "lib/systemd/system/gnomon-drivers@xreal.service.d/10-glasses.conf",
      "lib/modules-load.d/gnomon-drivers.conf", "lib/udev/rules.d/72-gnomon-drivers.rules",
      "lib/systemd/system/gnomond.service", "lib/systemd/system/gnomond.socket",
      "lib/systemd/system/gnomon-trigger.service", "lib/systemd/system/gnomon-bridge.service",
      "lib/systemd/system/gnomon-share.service", "lib/sysusers.d/gnomon-share.conf",
      "lib/udev/rules.d/70-gnomon-iio.rules",
      "lib/udev/rules.d/71-gnomon-access.rules", "lib/sysusers.d/gnomon.conf", "lib/modules-load.d/gnomon.conf",
      "share/gnomon/gnomon.conf", "share/gnomon/org.gnomon.Tracking.varlink", "share/doc/gnomon/LICENSE",
      "share/doc/gnomon/NOTICE", "share/doc/gnomon/docs/clients/python.md", "share/doc/gnomon/docs/examples/arrow.py",
      "include/gnomon_ring.h", "share/man/man1/gnomon.1", "share/man/man5/gnomon.conf.5", "share/man/man8/gnomond.8",
      "share/doc/gnomon/docs/settings.md", "share/bash-completion/completions/gnomon",
      "share/fish/vendor_completions.d/gnomond.fish", "share/zsh/vendor-completions/_gnomon",
    ] {
      #expect(installed.contains("\(prefix)/\(path)"), "\(path)")
    }
    #expect(installed.contains("/etc/gnomon/gnomon.conf"))
    // Every program of gnomon that an installed file names is installed and executable.
    let mention = try Regex(#"/[\w/]*/(?:bin/gnomon(?:d|-share|-drivers)?|lib/gnomon/[\w-]+)\b"#)
    var named: Set<String> = []
    for path in installed where path.hasPrefix("\(prefix)/lib/") {
      let text = try String(contentsOfFile: root + path, encoding: .utf8)
      for match in text.matches(of: mention) { named.insert(String(text[match.range])) }
    }
    expect(
      named,
      equals: Set(
        [
          "bin/gnomon", "bin/gnomond", "bin/gnomon-share", "bin/gnomon-drivers", "lib/gnomon/make-triggers",
          "lib/gnomon/grant-access",
        ].map { "\(prefix)/\($0)" }))
    for path in named { #expect(FileManager.default.isExecutableFile(atPath: root + path), "\(path)") }
    // The command reads the configuration that was installed with it.
    let show = try RigProcess("\(root)\(prefix)/bin/gnomon", ["config", "check"], isQuiet: true)
    expect(show.finish().status, equals: 0)

    try expect(make("uninstall", root, prefix), equals: 0)
    #expect(files(below: root).isEmpty)
  }

  @Test func changedConfigurationsStay() throws {
    let scratch = try Scratch(), root = scratch.path("root")
    try expect(make("install", root, "/usr"), equals: 0)
    let own = "\(root)/etc/gnomon/gnomon.conf", changed = "[IMU]\nRate=100\n"
    try changed.write(toFile: own, atomically: true, encoding: .utf8)
    try expect(make("install", root, "/usr"), equals: 0)
    try expect(make("uninstall", root, "/usr"), equals: 0)
    try expect(String(contentsOfFile: own, encoding: .utf8), equals: changed)
    expect(files(below: root), equals: ["/etc/gnomon/gnomon.conf"])
  }

  @Test func failedInstallationsNameTheirReason() throws {
    let scratch = try Scratch()
    let script = "\(Self.package)/scripts/install"
    func status(_ variables: String...) throws -> Int32 {
      try RigProcess("env", variables + [script], isQuiet: true).finish().status
    }
    try expect(status("DESTDIR=\(scratch.path("a"))", "PREFIX=usr"), equals: 64)
    try expect(status("DESTDIR=\(scratch.path("a"))", "PREFIX=/usr", "BIN=\(scratch.path("nowhere"))"), equals: 1)
    #expect(files(below: scratch.path("a")).isEmpty)
  }
}
