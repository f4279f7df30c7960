public import CommandParts

extension CommandGroup {
  /// Commands for places, routes and the scene.
  public static let scene = CommandGroup(
    "The scene",
    [
      SceneCommand(), RadarCommand(), PlaceAddCommand(), PlaceListCommand(), PlaceSearchCommand(),
      PlaceRemoveCommand(), PlaceFavouriteCommand(), PlaceImportCommand(), PlaceExportCommand(), PlaceFetchCommand(),
      RouteLoadCommand(), RouteCheckCommand(), RouteToCommand(), RouteShowCommand(), RouteClearCommand(),
      TerrainAddCommand(), TerrainListCommand(), TerrainRemoveCommand(), TerrainAtCommand(), AnnounceCommand(),
    ])
}
