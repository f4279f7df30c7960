import WebPages

extension PageAnswer {
  /// A file of the page; with the policy of a user's own page if it is of that.
  init(_ file: ViewPage.File, isOwn: Bool, cookie: String? = nil) {
    self.init(200, file.kind, file.bytes, policy: isOwn ? ViewFolder.policy : Self.viewPolicy)
    if let cookie { headers = [Header("Set-Cookie", cookie)] }
  }

  init(_ refusal: PageRefusal) {
    self.init(refusal.status, "text/plain; charset=utf-8", Array("gnomon view: \(refusal.reason)\n".utf8))
  }

  /// Scripts and styles are this server's own files; nothing else is loaded, framed or sent anywhere.
  private static let viewPolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}
