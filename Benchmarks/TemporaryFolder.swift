import Glibc

/// A folder for the files of a part.
struct TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/gnomon-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw BenchFault("no folder in /tmp: \(String(cString: strerror(errno)))") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes the folder with the files in it.
  func remove() {
    if let entries = opendir(path) {
      while let entry = readdir(entries) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        unlink("\(path)/\(name)")
      }
      closedir(entries)
    }
    rmdir(path)
  }
}
