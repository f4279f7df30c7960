import CSQLite
import Foundation
import Geodesy
import Geometry
import Scenery

@testable import Storage

/// A folder that is deleted after the test.
final class Folder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("gnomon-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }
  deinit { try? FileManager.default.removeItem(atPath: path) }

  var file: String { "\(path)/\(PlaceStore.fileName)" }
  func store() throws -> PlaceStore { try PlaceStore(directory: path, patience: .seconds(0.01)) }
  func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file)) }

  /// Runs statements in SQLite directly, as another program would.
  func run(_ statements: String) throws {
    let database = try Database(file, patience: .seconds(0.01))
    try database.run(statements)
  }

  /// The fault with which the store does not open; nil if it opens.
  func refusal() -> DatabaseFault? {
    do throws(DatabaseFault) {
      _ = try PlaceStore(directory: path, patience: .seconds(0.01))
      return nil
    } catch { return error }
  }
}

extension PlaceStore {
  func near(
    _ center: Geodetic, _ radius: Length, _ choice: PlaceFilter = PlaceFilter(), limit: Int = .max
  ) throws -> [String] {
    var places: [Place] = []
    try find(within: radius, of: center, choice, limit: limit, into: &places)
    return places.map(\.id)
  }
  /// Size of the layers, counted row by row.
  func bytesCounted(of layers: [String]) throws -> Int {
    try layers.reduce(0) { sum, layer in
      try sum + list(in: layer, limit: .max - 1).places.reduce(0) { $0 + $1.keptBytes }
    }
  }
  func ids(_ text: String, near center: Geodetic? = nil) throws -> [String] {
    try search(text, near: center).places.map(\.id)
  }
}

/// Returns the fault that ends a body.
func fault(of body: () throws -> Void) -> DatabaseFault? {
  do {
    try body()
    return nil
  } catch { return error as? DatabaseFault }
}

func geodetic(_ latitude: Double, _ longitude: Double) -> Geodetic {
  Geodetic(latitude: Degrees(latitude), longitude: Degrees(longitude))
}

func place(
  _ id: String, _ name: String = "", at latitude: Double = 48, _ longitude: Double = 11, category: String = "",
  tags: [String] = [], isFavourite: Bool = false, in layer: String = ""
) -> Place {
  Place(
    id: id, layer: layer, name: name, category: category, position: geodetic(latitude, longitude), tags: tags,
    isFavourite: isFavourite)
}
