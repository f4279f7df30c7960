import Glibc

/// Returns the sorted names in a folder; nil if it cannot be read.
public func folderNames(_ folder: String) -> [String]? {
  guard let open = opendir(folder) else { return nil }
  defer { closedir(open) }
  var names: [String] = []
  while let entry = readdir(open) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name != ".", name != ".." { names.append(name) }
  }
  return names.sorted()
}
