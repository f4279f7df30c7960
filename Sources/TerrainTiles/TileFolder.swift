import Files
public import Geodesy
import Geometry
import Glibc
public import Terrain

/// One tile of a folder: its name and header. Its posts stay in the file.
public struct TerrainTile: Equatable, Sendable {
  public var name: String
  public var header: TileHeader
}

/// A file of the folder that is not used, and why.
public struct UnusedTile: Error, Equatable, Sendable, CustomStringConvertible {
  public var path: String
  public var fault: TerrainFault

  public init(path: String, fault: TerrainFault) {
    self.path = path
    self.fault = fault
  }

  public var description: String { "\(path): \(fault)" }
}

/// The folder of tiles. Files are replaced as a whole: a reader finds the old or the new tile.
public struct TileFolder: Sendable {
  public let path: String
  public init(_ path: String) { self.path = path }

  static let suffix = ".tile"
  /// Limit of the tiles: a header costs 200 bytes of memory.
  public static let mostTiles = 4096

  /// Changes when a tile is added, replaced or removed; 0 without a folder.
  public var revision: Int64 {
    var status = stat()
    guard stat(path, &status) == 0 else { return 0 }
    return Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)
  }

  /// Reads the headers of all tiles, in the order of their names; no folder is a folder without tiles.
  public func scan() -> (tiles: [TerrainTile], unused: [UnusedTile]) {
    guard let folder = opendir(path) else {
      if errno == ENOENT { return ([], []) }
      return ([], [UnusedTile(path: path, fault: TerrainFault(system: "cannot be read", fix: "check its permissions"))])
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(Self.suffix), !name.hasPrefix(".") { names.append(name) }
    }
    names.sort()
    var tiles: [TerrainTile] = [], unused: [UnusedTile] = []
    for name in names {
      do throws(TerrainFault) {
        guard tiles.count < Self.mostTiles else {
          throw TerrainFault("there are more than \(Self.mostTiles) tiles", fix: "remove some: gnomon terrain remove")
        }
        tiles.append(
          TerrainTile(name: String(name.dropLast(Self.suffix.count)), header: try TileFile(file(name)).header))
      } catch {
        unused.append(UnusedTile(path: "\(path)/\(name)", fault: error))
      }
    }
    return (tiles, unused)
  }

  private func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Returns the name of a tile: its south-western post and its size, so that the same tile again replaces the one before.
  public static func name(of grid: GroundGrid) -> String {
    func degrees(_ value: Double, _ letters: (String, String), _ width: Int) -> String {
      let whole = Int((value.magnitude * 10_000).rounded()), digits = String(whole / 10_000),
        rest = String(whole % 10_000)
      return (value < 0 ? letters.1 : letters.0) + String(repeating: "0", count: max(0, width - digits.count)) + digits
        + "." + String(repeating: "0", count: 4 - rest.count) + rest
    }
    return degrees(grid.south.value, ("n", "s"), 2) + degrees(grid.west.value, ("e", "w"), 3)
      + "-\(grid.rows)x\(grid.columns)"
  }

  /// Makes the folder if there is none, and checks that this user can write to it. Otherwise the fault names the ways to add a
  /// tile.
  public func prepare() throws(TerrainFault) {
    var status = stat()
    if stat(path, &status) != 0, errno == ENOENT {
      guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw unwritable() }
      // The daemon reads it, whatever the mask of this user.
      chmod(path, 0o755)
    }
    guard access(path, W_OK | X_OK) == 0 else { throw unwritable() }
  }

  private func unwritable() -> TerrainFault {
    TerrainFault(
      system: "you cannot add tiles to \(path)",
      fix:
        "run the same command with sudo; or use a folder of your own with --directory DIR, and name it to the daemon as "
        + "Directory=DIR in the section [Terrain] of its configuration")
  }

  /// Writes a raster as a tile, and returns it. The tile before stays until the new one is whole.
  public func add(_ raster: HeightRaster) throws(TerrainFault) -> TerrainTile {
    guard raster.range != nil else {
      throw TerrainFault("all of its heights are voids", fix: "fetch it again, or from another source")
    }
    let header = TileHeader(raster), name = Self.name(of: raster.grid)
    try prepare()
    let known = scan().tiles
    guard known.count < Self.mostTiles || known.contains(where: { $0.name == name }) else {
      throw TerrainFault("there are \(known.count) tiles already, the most", fix: "remove some: gnomon terrain remove")
    }
    let final = file(name + Self.suffix), temporary = final + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw unwritable() }
    fchmod(descriptor, 0o644)
    var isWhole = write(header.bytes, to: descriptor)
    for row in 0..<raster.grid.rows where isWhole { isWhole = write(header.row(row, of: raster), to: descriptor) }
    if isWhole, fsync(descriptor) != 0 { isWhole = false }
    let failure = errno
    if close(descriptor) != 0 { isWhole = false }
    if isWhole, rename(temporary, final) != 0 { isWhole = false }
    guard isWhole else {
      unlink(temporary)
      errno = failure
      throw TerrainFault(system: "\(final) cannot be written", fix: "make room; the tiles stay as they were")
    }
    let holder = Descriptor(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    if holder.isOpen { fsync(holder.number) }
    return TerrainTile(name: name, header: header)
  }

  private func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count >= 0 { written += count } else if errno != EINTR { return false }
      }
      return true
    }
  }

  /// Removes a tile by its name.
  public func remove(_ name: String) throws(TerrainFault) {
    guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else {
      throw TerrainFault("'\(name)' is no name of a tile", fix: "'gnomon terrain list' has the names")
    }
    guard unlink(file(name + Self.suffix)) == 0 else {
      throw errno == ENOENT
        ? TerrainFault("there is no tile '\(name)' in \(path)", fix: "'gnomon terrain list' has the names")
        : TerrainFault(
          system: "\(file(name + Self.suffix)) cannot be removed", fix: "check the permissions of the folder")
    }
  }
}

/// An open tile. Rows are read with pread and checked one by one; a mapping would end the process with a signal where the disk
/// fails, or where another program cuts the file.
final class TileFile {
  let header: TileHeader
  private let file: Descriptor
  private var descriptor: CInt { file.number }

  init(_ path: String) throws(TerrainFault) {
    file = Descriptor(Glibc.open(path, O_RDONLY | O_CLOEXEC))
    guard file.isOpen else { throw TerrainFault(system: "cannot be read", fix: "check its permissions") }
    header = try Self.header(of: file.number)
  }

  private static func header(of descriptor: CInt) throws(TerrainFault) -> TileHeader {
    var status = stat()
    var start = [UInt8](repeating: 0, count: TileHeader.size)
    let count = fstat(descriptor, &status) == 0 ? pread(descriptor, &start, start.count, 0) : -1
    guard count >= 0 else { throw TerrainFault(system: "cannot be read", fix: "add the original file again") }
    let read = start.prefix(count).withUnsafeBytes { bytes -> Result<TileHeader, TerrainFault> in
      do throws(TerrainFault) { return .success(try TileHeader(reading: ByteView(bytes))) } catch {
        return .failure(error)
      }
    }
    let header = try read.get()
    try header.check(size: Int(status.st_size))
    return header
  }

  /// Reads every `step`th post of some rows and columns; nil if that are fewer than 2 × 2. Damaged rows are voids.
  func patch(_ rows: Range<Int>, _ columns: Range<Int>, step: Int) -> (patch: TerrainPatch, damaged: Int)? {
    let grid = header.grid
    let rows = Array(stride(from: rows.lowerBound, to: rows.upperBound, by: step))
    let columns = Array(stride(from: columns.lowerBound, to: columns.upperBound, by: step))
    guard let south = rows.first, let west = columns.first, let east = columns.last else { return nil }
    let corner = grid.place(row: south, column: west)
    guard
      let own = try? GroundGrid(
        south: corner.latitude, west: corner.longitude, latitudeStep: Degrees(grid.latitudeStep.value * Double(step)),
        longitudeStep: Degrees(grid.longitudeStep.value * Double(step)), rows: rows.count, columns: columns.count)
    else { return nil }
    var heights = [Float](repeating: .nan, count: own.rows * own.columns), damaged = 0
    var bytes = [UInt8](repeating: 0, count: header.rowSize), line = [Float](repeating: .nan, count: east - west + 1)
    for (index, row) in rows.enumerated() {
      let count = pread(descriptor, &bytes, bytes.count, off_t(TileHeader.size + row * header.rowSize))
      let isRead =
        count == bytes.count
        && bytes.withUnsafeBytes { bytes in
          line.withUnsafeMutableBufferPointer { header.read(row: ByteView(bytes), west..<east + 1, into: $0) }
        }
      guard isRead else {
        damaged += 1
        continue
      }
      for (column, at) in columns.enumerated() { heights[index * own.columns + column] = line[at - west] }
    }
    return (TerrainPatch(grid: own, datum: header.datum, heights: heights), damaged)
  }
}

extension TileFolder {
  /// Posts of one part: those around the wearer, and every sixteenth farther away.
  private static let near = 256, far = 128, farStep = 16
  /// Limit of the parts in memory: at most 4 MiB.
  private static let mostPatches = 16

  /// Reads the ground around a place from the tiles. Near it all posts (256 × 256 of each tile: 4 km about for 1 arc-second),
  /// farther away every sixteenth.
  public func window(around place: Geodetic, _ tiles: [TerrainTile]) -> (window: TerrainWindow, unused: [UnusedTile]) {
    window(around: place, tiles, near: Self.near, hasFar: true)
  }

  private func window(around place: Geodetic, _ tiles: [TerrainTile], near: Int, hasFar: Bool) -> (
    window: TerrainWindow, unused: [UnusedTile]
  ) {
    var unused: [UnusedTile] = [], patches: [TerrainPatch] = []
    let reaching = tiles.filter { Self.isNear(place, $0.header.grid, posts: Self.far * Self.farStep / 2) }
      .sorted { $0.header.grid.latitudeStep.value < $1.header.grid.latitudeStep.value }
    let parts = [(near / 2, 1), (Self.far * Self.farStep / 2, Self.farStep)].prefix(hasFar ? 2 : 1)
    for (posts, step) in parts {
      for (number, tile) in reaching.enumerated() where patches.count < Self.mostPatches {
        let grid = tile.header.grid, spot = grid.spot(place)
        guard Self.isNear(place, grid, posts: posts) else { continue }
        func range(_ middle: Double, _ count: Int) -> Range<Int> {
          let low = max(0, Int(middle.rounded(.down)) - posts) / step * step
          return low..<min(count, max(low, Int(middle.rounded(.down)) + posts + 1))
        }
        do throws(TerrainFault) {
          let file = try TileFile("\(path)/\(tile.name)\(Self.suffix)")
          guard file.header == tile.header else { continue }
          let rows = range(spot.row, grid.rows), columns = range(spot.column, grid.columns)
          guard let part = file.patch(rows, columns, step: step) else { continue }
          var patch = part.patch
          patch.tile = number
          patches.append(patch)
          if part.damaged > 0 {
            throw TerrainFault(
              "\(part.damaged) of its rows are damaged and count as voids", fix: "add the original file again")
          }
        } catch {
          unused.append(UnusedTile(path: "\(path)/\(tile.name)\(Self.suffix)", fault: error))
        }
      }
    }
    return (TerrainWindow(patches), unused)
  }

  /// Returns the height of the ground at a place.
  public func height(at place: Geodetic, _ tiles: [TerrainTile]) -> GroundAnswer {
    window(around: place, tiles, near: 4, hasFar: false).window.height(at: place)
  }

  /// Whether a place is within so many posts of a grid.
  private static func isNear(_ place: Geodetic, _ grid: GroundGrid, posts: Int) -> Bool {
    let spot = grid.spot(place), reach = Double(posts)
    return spot.row > -reach && spot.row < Double(grid.rows) + reach && spot.column > -reach
      && spot.column < Double(grid.columns) + reach
  }
}
