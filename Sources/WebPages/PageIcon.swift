extension PageAnswer {
  /// The icon of the pages, as SVG.
  public static let iconKind = "image/svg+xml"
  public static let iconImage = Array(
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">\
    <rect width="32" height="32" rx="7" fill="#111822"/><path d="M16 5l11 21H5z" fill="#ffb454"/></svg>

    """.utf8)

  /// The address that browsers ask for when an answer names no icon.
  public static let iconPath = "/favicon.ico"
}
