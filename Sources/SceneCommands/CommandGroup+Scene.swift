public import CommandParts

extension CommandGroup {
  /// Places, routes and what is shown of them.
  public static let scene = CommandGroup(
    "The scene",
    [
      SceneCommand(), RadarCommand(), PlaceAddCommand(), PlaceListCommand(), PlaceSearchCommand(),
      PlaceRemoveCommand(), PlaceFavouriteCommand(), PlaceImportCommand(), PlaceExportCommand(), PlaceFetchCommand(),
      RouteLoadCommand(), RouteCheckCommand(), RouteToCommand(), RouteShowCommand(), RouteClearCommand(),
      AnnounceCommand(),
    ])
}
