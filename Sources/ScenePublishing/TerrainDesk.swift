public import Geodesy
public import Geometry
import ServiceParts
import Terrain
public import TerrainTiles
import Text

/// The ground around the wearer, read from the folder of tiles on the worker's thread: for the scene's frames, and as an input of
/// the pipeline.
public final class TerrainDesk {
  /// nil without a folder.
  public private(set) var folder: TileFolder?
  private let worker: Worker
  private(set) var tiles: [TerrainTile] = []
  private(set) var unused: [UnusedTile] = []
  private(set) var window = TerrainWindow()
  /// Height of the sea above the ellipsoid, smoothed.
  public private(set) var separation: Length?
  /// The place around which the window was read, and the folder's revision then.
  private var center: Geodetic?
  private var revision: Int64 = 0
  private var isReading = false, hasLooked = false
  /// The ground that the pipeline has.
  private var given: TerrainPatch?
  /// A change of that ground which is not in the pipeline yet, as JSON of an input.
  public private(set) var news: String?
  /// True if the ground comes from a replayed recording, which contains it as inputs.
  private var isRecorded = false

  /// The distance after which the window is read again, in meters and in posts of the finest tile.
  private static let step = Length(500), stepPosts = 64.0
  /// The share of a new report in the separation: receivers round it to the meter or interpolate it.
  private static let smoothing = 0.05

  init(_ worker: Worker) { self.worker = worker }

  /// Uses another folder from now on.
  public func open(_ path: String?) {
    folder = path.map { TileFolder($0) }
    (tiles, unused, revision, center, hasLooked) = ([], [], 0, nil, false)
    window = TerrainWindow()
  }

  public func record(separation new: Length) {
    separation = separation.map { $0 + (new - $0) * Self.smoothing } ?? new
  }

  /// Reads the folder again after it has changed, and the window after the wearer has moved.
  public func refresh(at place: Geodetic?, isBeat: Bool) {
    guard let folder, !isReading, isBeat || !hasLooked || !tiles.isEmpty else { return }
    // Between two beats the file system is not asked.
    let revision = isBeat || !hasLooked ? folder.revision : self.revision
    hasLooked = true
    let hasChanged = revision != self.revision
    let hasMoved = !tiles.isEmpty && place.map { isFar($0) } ?? false
    guard hasChanged || hasMoved else { return }
    isReading = true
    self.revision = revision
    let known = hasChanged ? nil : (tiles, unused)
    worker.run({ _ in
      let (tiles, unused) = known ?? folder.scan()
      guard let place else { return (tiles, unused, TerrainWindow(), [UnusedTile]()) }
      let (window, damaged) = folder.window(around: place, tiles)
      return (tiles, unused, window, damaged)
    }) { [self] (tiles: [TerrainTile], unused: [UnusedTile], window: TerrainWindow, damaged: [UnusedTile]) in
      isReading = false
      guard folder.path == self.folder?.path else { return }
      for one in unused + damaged where !self.unused.contains(one) { Log.write("terrain: \(one)", .warning) }
      self.tiles = tiles
      self.unused = unused + damaged.filter { !unused.contains($0) }
      self.window = window
      center = place
      given = nil
    }
  }

  /// Records that the ground comes from a replayed recording.
  public func setRecorded() { isRecorded = true }

  /// Records that the pipeline has the change of the ground.
  public func clearNews() { news = nil }

  private func isFar(_ place: Geodetic) -> Bool {
    guard let center else { return true }
    let finest = window.patches.first.map { $0.grid.spacing * Self.stepPosts } ?? Self.step
    return center.smallOffset(to: place).horizontal > min(Self.step, finest).value
  }

  /// Sets `news` when the wearer comes near the edge of the ground that the pipeline has.
  public func supply(at place: Geodetic) {
    guard !isRecorded, !window.isEmpty || given != nil else { return }
    if let given, given.contains(place, margin: 1) { return }
    guard let patch = window.patch(around: place, separation: separation) else {
      if given != nil { news = "{}" }
      given = nil
      return
    }
    given = patch
    news = patch.json.text
  }
}
