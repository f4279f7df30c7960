public import CommandParts

extension CommandGroup {
  /// Commands for places, routes and the scene.
  public static let scene = CommandGroup(
    "The scene",
    [
      SceneCommand(), RadarCommand(), AlignCommand(), LevelCommand(), PlaceAddCommand(), PlaceListCommand(),
      PlaceShowCommand(),
      PlaceSearchCommand(), PlaceFilterCommand(),
      PlaceRemoveCommand(), PlaceFavouriteCommand(), PlaceImportCommand(), PlaceExportCommand(), PlaceFetchCommand(),
      RouteLoadCommand(), RouteCheckCommand(), RouteToCommand(), RouteFollowCommand(), RouteShowCommand(),
      RouteClearCommand(),
      AnchorAddCommand(), AnchorListCommand(), AnchorRemoveCommand(),
      TerrainAddCommand(), TerrainListCommand(), TerrainRemoveCommand(), TerrainAtCommand(), AnnounceCommand(),
    ])
}
