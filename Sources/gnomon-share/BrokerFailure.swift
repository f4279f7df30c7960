import CMosquitto
import Glibc
import Sharing

/// The reason why there is no connection to the broker, in words, with the remedy.
enum BrokerFailure {
  /// The broker's answer to CONNECT (MQTT 3.1.1, § 3.2.2.3).
  static func refusal(_ code: CInt, client: String, _ access: BrokerAccess) -> String {
    switch code {
    case 1: "\(access.broker.text): the broker does not speak MQTT 3.1.1"
    case 2:
      "\(access.broker.text): the broker refuses the client id '\(client)'; join again with another --id"
    case 3: "\(access.broker.text): the broker is not available at the moment"
    case 4: "\(access.broker.text): the broker refuses user or password; check --user and --password-file"
    case 5:
      access.user == nil && access.certificate == nil
        ? "\(access.broker.text): the broker wants a user; join again with --user and --password-file, or with --cert and --key"
        : "\(access.broker.text): the broker refuses this user; check the password, and the broker's list of users"
    default: "\(access.broker.text): the broker refuses the connection (code \(code))"
    }
  }

  /// A result of libmosquitto; `log` is its last message, `number` the value of errno, `isNew` true before the broker's answer.
  static func text(
    _ code: CInt, number: CInt, log: String, isNew: Bool = true, _ access: BrokerAccess
  ) -> String {
    let broker = access.broker.text
    switch code {
    case MOSQ_ERR_EAI.rawValue:
      return "\(broker): this host name is not known; check the name and the network"
    case MOSQ_ERR_TLS.rawValue, MOSQ_ERR_TLS_HANDSHAKE.rawValue: return tls(log, access)
    // With TLS 1.3 a refused certificate is said after the handshake, as a failure of the protocol.
    case MOSQ_ERR_ERRNO.rawValue where number == EPROTO && access.usesTLS && isNew: return tls(log, access)
    case MOSQ_ERR_ERRNO.rawValue where number != 0:
      return "\(broker): \(String(cString: strerror(number)))" + remedy(number, access)
    case MOSQ_ERR_CONN_LOST.rawValue, MOSQ_ERR_NO_CONN.rawValue, MOSQ_ERR_CONN_REFUSED.rawValue:
      if isNew, !log.isEmpty, access.usesTLS { return tls(log, access) }
      return "\(broker): the broker has closed the connection"
        + (isNew && !access.usesTLS ? "; if it wants TLS, join again with --tls-ca" : "")
    case MOSQ_ERR_KEEPALIVE.rawValue: return "\(broker): no answer for too long; the network or the broker is gone"
    default: return "\(broker): \(String(cString: mosquitto_strerror(code)))"
    }
  }

  private static func remedy(_ number: CInt, _ access: BrokerAccess) -> String {
    switch number {
    case ECONNREFUSED, ENOENT: "; nothing listens there: start the broker, or check the address"
    case EACCES, EPERM: "; this user may not open the broker's socket"
    case ENETUNREACH, EHOSTUNREACH, ETIMEDOUT: "; no way to it: check the network"
    default: ""
    }
  }

  /// The words of OpenSSL's message decide about the remedy.
  private static func tls(_ log: String, _ access: BrokerAccess) -> String {
    let broker = access.broker.text
    let authorities = access.authorities ?? "the system's authorities"
    func has(_ words: String...) -> Bool { words.contains { log.lowercased().contains($0) } }
    if has("host name verification") {
      return "\(broker): the broker's certificate is for another name; join with the name that is in it"
    }
    if has("certificate verify failed", "unable to get local issuer", "self signed", "self-signed") {
      return
        "\(broker): the broker's certificate is not accepted: not signed by \(authorities), for another name, or out of "
        + "its time; join again with --tls-ca and the right authority, and check the clock"
    }
    if has("certificate required", "bad certificate", "handshake failure", "unknown ca", "certificate unknown") {
      return
        "\(broker): the broker refuses this device's certificate; join again with --cert and --key that its authority has signed"
    }
    if has("wrong version number", "unknown protocol", "unexpected eof", "packet length too long") {
      return "\(broker): no TLS at this port; use the broker's port for TLS (usually \(BrokerAddress.securePort))"
    }
    if has("key values mismatch") { return "\(broker): --cert and --key do not belong together" }
    // A broker that wants a certificate may have closed the connection before its alert was read: then nothing is logged.
    let own = access.certificate == nil ? ", whether the broker wants --cert and --key" : ""
    let why = log.isEmpty ? "" : " (\(log))"
    return "\(broker): TLS failed\(why); check --tls-ca\(own), and that the port is that of TLS"
  }
}
