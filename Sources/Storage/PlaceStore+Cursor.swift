extension PlaceStore.Cursor {
  /// As it is handed to those who read page by page.
  public var text: String { String(row) }

  /// nil for what is no cursor.
  public init?(_ text: String) {
    guard let row = Int64(text) else { return nil }
    self.row = row
  }
}
