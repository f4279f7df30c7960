// Written by scripts/embed-view from Page/icon.svg; a test holds them together.
extension ViewPage {
  static let iconPicture = #"""
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#111822"/><path d="M16 5l11 21H5z" fill="#ffb454"/></svg>

    """#
}
