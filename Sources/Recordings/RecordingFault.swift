import Glibc

/// Fault that ends reading or writing a recording. Single bad lines do not: they are counted.
public struct RecordingFault: Error, Equatable, Sendable {
  public enum Reason: Equatable, Sendable {
    case cannotOpen(errno: Int32)
    case readFailed(errno: Int32)
    case writeFailed(errno: Int32)
    case empty
    case notARecording(firstLine: String)
    case otherVersion(String)
    case gzipTruncated
    case gzipDamaged(String)
    /// It unpacks to more than `limit` times its size.
    case gzipRatio(limit: Int)
    /// The first line is longer than a line may be.
    case firstLineTooLong(limit: Int)
    /// A file that is read as a whole is longer than this, in bytes.
    case tooLong(limit: Int)
  }
  public var path: String
  /// The line reached, from 1; 0 if the fault concerns the whole file.
  public var line: Int
  public var reason: Reason

  /// True if the machine refused, false if the file's content is bad.
  public var isAboutTheDevice: Bool {
    switch reason {
    case .cannotOpen, .readFailed, .writeFailed: true
    case .empty, .notARecording, .otherVersion, .gzipTruncated, .gzipDamaged, .gzipRatio, .firstLineTooLong, .tooLong:
      false
    }
  }
}

extension RecordingFault: CustomStringConvertible {
  public var description: String {
    let place = line > 0 ? "\(path):\(line)" : path
    return switch reason {
    case .cannotOpen(let number): "\(place): cannot open: \(message(number))"
    case .readFailed(let number): "\(place): cannot read: \(message(number))"
    case .writeFailed(let number): "\(place): cannot write: \(message(number))"
    case .empty: "\(place): empty; a recording begins with the line 'gnomon-recording,1'"
    case .notARecording(let firstLine) where firstLine.hasSuffix("\u{240D}"):
      "\(place): lines end in CR LF, but a recording's lines end in LF (tr -d '\\r' < FILE corrects this)"
    case .notARecording(let firstLine):
      "\(place): not a recording: it begins with '\(firstLine)', not with 'gnomon-recording,1'"
    case .otherVersion(let version):
      "\(place): a recording of version \(version), and this program reads version 1: use a newer gnomon"
    case .gzipTruncated: "\(place): the gzip data ends too early; all lines before this one were read"
    case .gzipDamaged(let why): "\(place): the gzip data is damaged (\(why)); all lines before this one were read"
    case .gzipRatio(let limit):
      "\(place): the gzip data unpacks to more than \(limit) times its size, too much for a recording; gunzip it to inspect it"
    case .firstLineTooLong(let limit):
      "\(place): not a recording: its first line is longer than \(limit >> 20) MiB, and a recording's is 'gnomon-recording,1'"
    case .tooLong(let limit): "\(place): longer than the limit of \(limit >> 20) MiB; use a part of it"
    }
  }
}

private func message(_ number: Int32) -> String { String(cString: strerror(number)) }
