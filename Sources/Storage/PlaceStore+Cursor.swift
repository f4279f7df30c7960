extension PlaceStore.Cursor {
  /// Text form for clients that read page by page.
  public var text: String { String(row) }

  /// nil if the text is not a cursor.
  public init?(_ text: String) {
    guard let row = Int64(text) else { return nil }
    self.row = row
  }
}
