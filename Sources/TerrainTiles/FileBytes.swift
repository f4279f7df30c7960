import CZlib
import Files
import Glibc
public import Terrain

/// The bytes of a file in memory, for converting it.
final class FileBytes {
  private let bytes: UnsafeMutableRawBufferPointer
  var view: ByteView { ByteView(UnsafeRawBufferPointer(bytes)) }

  /// A GeoTIFF of the most heights, stored as 64-bit numbers, has 256 MiB.
  private static let most = 1 << 29

  init(_ path: String) throws(TerrainFault) {
    let file = Descriptor(open(path, O_RDONLY | O_CLOEXEC)), descriptor = file.number
    guard file.isOpen else {
      throw TerrainFault(system: "cannot be read", fix: "check the path and its permissions")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw TerrainFault("it is no file", fix: "give the path of an .hgt or GeoTIFF file")
    }
    guard status.st_size <= Self.most else {
      throw TerrainFault(
        "it has \(status.st_size >> 20) MiB, more than \(Self.most >> 20)", fix: "cut it into tiles with gdal_retile.py"
      )
    }
    bytes = .allocate(byteCount: max(1, Int(status.st_size)), alignment: 16)
    var done = 0
    while done < Int(status.st_size) {
      let count = read(descriptor, bytes.baseAddress.map { $0 + done }, Int(status.st_size) - done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        bytes.deallocate()
        throw TerrainFault(system: "cannot be read", fix: "fetch it again")
      }
      done += count
    }
    if status.st_size == 0 {
      bytes.deallocate()
      throw TerrainFault("it is empty", fix: "fetch it again")
    }
  }

  deinit { bytes.deallocate() }
}

extension TerrainFault {
  /// A fault with the reason of the last system call.
  init(system sentence: String, fix: String) {
    self.init("\(sentence): \(String(cString: strerror(errno)))", fix: fix)
  }
}

/// The conversion of published files of heights.
public enum TerrainImport {
  /// Reads a file; its kind is seen from its content, or from the ending `.hgt`.
  public static func raster(path: String) throws(TerrainFault) -> HeightRaster {
    let file = try FileBytes(path), name = path.split(separator: "/").last.map(String.init) ?? path
    if GeoTIFF.begins(file.view) { return try GeoTIFF.read(file.view, inflate) }
    if name.lowercased().hasSuffix(".hgt") || HGTFile.corner(of: name) != nil {
      return try HGTFile.read(file.view, name: name)
    }
    throw TerrainFault(
      "it is neither an .hgt nor a TIFF file",
      fix: "unpack an archive first; convert others with: gdal_translate IN OUT.tif")
  }

  public static func inflate(_ block: UnsafeRawBufferPointer, _ size: Int) -> [UInt8]? {
    var output = [UInt8](repeating: 0, count: size), produced = uLong(size)
    let status = uncompress(
      &output, &produced, block.baseAddress?.assumingMemoryBound(to: UInt8.self), uLong(block.count))
    // A block that is longer than its pixels is not damaged.
    guard status == Z_OK || status == Z_BUF_ERROR, Int(produced) == size else { return nil }
    return output
  }
}
