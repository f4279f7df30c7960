import BrowserServer
import CommandParts
import Glibc
import WebPages

/// A user's own page: the files of a folder, served in place of the built-in page, behind the same link.
struct ViewFolder {
  /// Absolute, without symbolic links.
  private let root: String

  /// Scripts, styles, images, models and workers of this server, and what such scripts make themselves; nothing from elsewhere.
  /// Inline scripts are allowed, since an import map can only be inline.
  private static let policy =
    "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; connect-src 'self' blob: data:; img-src 'self' blob: data:; media-src 'self' blob:; font-src 'self' data:; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

  private static let kinds = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8", "json": "application/json", "map": "application/json", "svg": "image/svg+xml",
    "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp", "ktx2": "image/ktx2",
    "glb": "model/gltf-binary", "gltf": "model/gltf+json", "wasm": "application/wasm",
    "txt": "text/plain; charset=utf-8", "ttf": "font/ttf", "woff2": "font/woff2",
  ]

  init(_ path: String) throws(Failure) {
    guard let resolved = Self.resolved(path) else { throw .inputOutput("\(path): there is no such folder") }
    guard Self.isRegular("\(resolved)/index.html") else {
      throw .inputOutput("\(path): there is no index.html in it, which would be the page")
    }
    root = resolved
  }

  /// The file at a path of a request; `/` is `index.html`. Files whose names, or folders, begin with a point are not served, nor is
  /// a symbolic link out of the folder, nor a file over 64 MiB. Returns nil if there is no such file.
  func file(at path: String) throws(BrowserRefusal) -> PageAnswer? {
    let names = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let isIndex = path == "/"
    guard isIndex || names.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }),
      let found = Self.resolved(isIndex ? "\(root)/index.html" : root + path), found.hasPrefix(root + "/"),
      Self.isRegular(found)
    else { return nil }
    let suffix = found.split(separator: ".").last.map { $0.lowercased() } ?? ""
    do throws(Failure) {
      let kind = Self.kinds[suffix] ?? "application/octet-stream"
      return PageAnswer(200, kind, try contents(of: found), policy: Self.policy)
    } catch {
      throw BrowserRefusal(.path, 404, "\(error.message)")
    }
  }

  private static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  private static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
