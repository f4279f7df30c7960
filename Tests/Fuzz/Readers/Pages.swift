import WebPages

/// Requests of a browser to `gnomon view` and `gnomon bridge`.
enum Pages {
  static func check(_ bytes: [UInt8]) throws(Finding) {
    // The whole request, and each beginning of it: a complete request stays so, and a refused one stays refused.
    let request = try? PageRequest(reading: bytes)
    if let request {
      try require(request.body.count <= PageRequest.mostBody, "a body of \(request.body.count) bytes")
      _ = try? request.number("rate", in: 1...60)
      try require(request.headers.count <= PageRequest.mostHeaders, "\(request.headers.count) headers")
    }
    for count in [bytes.count / 3, bytes.count / 2] {
      var isRefused = false
      do { _ = try PageRequest(reading: Array(bytes.prefix(count))) } catch { isRefused = true }
      try require(!isRefused || request == nil, "its beginning is refused, and the whole is not")
    }
  }
}
