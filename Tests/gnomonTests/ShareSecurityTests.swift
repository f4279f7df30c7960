import Expectations
import Foundation
import TestSupport
import Testing

/// Connections that are encrypted or not permitted: each failure is said with its remedy.
@Suite(.enabled(if: Broker.isInstalled && RigProcess.has("openssl")), .serialized) struct ShareSecurityTests {
  @Test func certificates() throws {
    let scratch = try Scratch()
    try Self.makeAuthority("ca", scratch)
    try Self.makeAuthority("other", scratch)
    try Self.makeCertificate("server", by: "ca", scratch)
    try Self.makeCertificate("ann", by: "ca", scratch)
    let broker = try Broker(
      [
        "listener PORT 127.0.0.1", "allow_anonymous true", "cafile \(scratch.path("ca.pem"))",
        "certfile \(scratch.path("server.pem"))", "keyfile \(scratch.path("server.key"))", "require_certificate true",
      ], in: scratch)
    let ann = try Wearer("ann", in: scratch, hasDaemon: false)
    func join(_ host: String, _ words: String...) throws {
      let run = try gnomonArray(
        ["share", "join", "red", "--broker", "\(host):\(broker.port)", "--folder", ann.folder] + words)
      expect(run.status, equals: 0, "\(run.errors)")
    }
    let own = ["--cert", scratch.path("ann.pem"), "--key", scratch.path("ann.key")]
    try join("localhost", "--tls-ca", scratch.path("other.pem"), own[0], own[1], own[2], own[3])
    try waitUntil { ann.text("connection", "failure").contains("certificate is not accepted") }
    #expect(ann.text("connection", "failure").contains("--tls-ca") && ann.number("sending", "messages") == 0)

    try join("localhost", "--tls-ca", scratch.path("ca.pem"))
    try waitUntil { ann.text("connection", "failure").contains("--cert and --key") }
    expect(ann.number("sending", "messages"), equals: 0)

    // The certificate is for localhost only.
    try join("127.0.0.1", "--tls-ca", scratch.path("ca.pem"), own[0], own[1], own[2], own[3])
    try waitUntil { ann.text("connection", "failure").contains("for another name") }

    try join("localhost", "--tls-ca", scratch.path("ca.pem"), own[0], own[1], own[2], own[3])
    try waitUntil { ann.text("connection", "state") == "connected" }
    #expect(ann.part("is_encrypted") as? Bool == true && ann.part("connection", "failure") is NSNull)

    // Without TLS at a port with TLS.
    try join("localhost")
    try waitUntil { ann.text("connection", "failure").contains("TLS") }
  }

  @Test func noTLSAtThePort() throws {
    let scratch = try Scratch(), broker = try Broker(in: scratch)
    try Self.makeAuthority("ca", scratch)
    let ann = try Wearer("ann", in: scratch, hasDaemon: false)
    try ann.join("red", broker, "--tls-ca", scratch.path("ca.pem"))
    try waitUntil { ann.text("connection", "failure").contains("TLS") }
    expect(ann.number("sending", "messages"), equals: 0)
  }

  @Test func userAndPasswordOverAUnixSocket() throws {
    let scratch = try Scratch()
    let passwords = scratch.path("passwords"), socket = "/tmp/gnomon-\(UUID().uuidString.prefix(8)).sock"
    defer { unlink(socket) }
    let made = try RigProcess("mosquitto_passwd", ["-b", "-c", passwords, "ann", "secret"], isQuiet: true)
    expect(made.finish().status, equals: 0)
    let broker = try Broker(
      ["listener 0 \(socket)", "allow_anonymous false", "password_file \(passwords)"], in: scratch)
    let ann = try Wearer("ann", in: scratch, hasDaemon: false)
    func join(_ words: String...) throws {
      let run = try gnomonArray(["share", "join", "red", "--broker", "unix:\(socket)", "--folder", ann.folder] + words)
      expect(run.status, equals: 0, "\(run.errors)")
    }
    try join()
    try waitUntil { ann.text("connection", "failure").contains("wants a user") }
    try join("--user", "ann", "--password-file", try scratch.write("wrong\n", to: "wrong"))
    try waitUntil { ann.text("connection", "failure").contains("password") }
    try join("--user", "ann", "--password-file", try scratch.write("secret\n", to: "right"))
    try waitUntil { ann.text("connection", "state") == "connected" }
    // The password is in no file of the service.
    for file in ["share.json", "state.json"] {
      #expect(try !String(contentsOfFile: "\(ann.folder)/\(file)", encoding: .utf8).contains("secret"))
    }
    broker.kill()
    try waitUntil { ann.text("connection", "state") == "waiting" }
    let missing = try gnomonArray(
      [
        "share", "join", "red", "--broker", "unix:\(socket)", "--folder", ann.folder, "--user", "a", "--password-file",
        "/none",
      ])
    #expect(missing.status == 74 && missing.errors.contains("/none"))
  }

  private static func run(_ scratch: Scratch, _ arguments: [String]) throws {
    let run = try RigProcess("openssl", arguments, isQuiet: true)
    expect(run.finish().status, equals: 0)
  }

  static func makeAuthority(_ name: String, _ scratch: Scratch) throws {
    try run(
      scratch,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
        "/CN=\(name)", "-keyout", scratch.path("\(name).key"), "-out", scratch.path("\(name).pem"),
      ])
  }

  static func makeCertificate(_ name: String, by authority: String, _ scratch: Scratch) throws {
    try run(
      scratch,
      [
        "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost", "-keyout",
        scratch.path("\(name).key"), "-out", scratch.path("\(name).csr"),
      ])
    try run(
      scratch,
      [
        "x509", "-req", "-in", scratch.path("\(name).csr"), "-CA", scratch.path("\(authority).pem"), "-CAkey",
        scratch.path("\(authority).key"), "-CAcreateserial", "-days", "2", "-out", scratch.path("\(name).pem"),
      ])
  }
}
