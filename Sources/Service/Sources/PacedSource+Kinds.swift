public import Geometry
import Recordings
import Samples
public import Sensors

extension PacedSource {
  /// Returns a source that plays a recording once.
  public static func recorded(_ path: String, speed: Double = 1, from beginning: TimeSpan = .zero) -> PacedSource {
    PacedSource(name: "replay \(path)", speed: speed, from: beginning) { () throws(SourceFault) -> Supply in
      do {
        let reader = try RecordingReader(path: path)
        return { () throws(SourceFault) -> Sample? in
          do {
            while let line = try reader.next() {
              if case .sample(let sample) = line { return sample }
            }
            return nil
          } catch {
            throw SourceFault("\(error)")
          }
        }
      } catch {
        throw SourceFault("\(error)")
      }
    }
  }

  /// Returns the metadata of a recording: the lines before its first sample.
  public static func metadata(ofRecording path: String) throws(SourceFault) -> [String: String] {
    var values: [String: String] = [:]
    do {
      let reader = try RecordingReader(path: path)
      while let line = try reader.next() {
        guard case .metadata(let key, let value) = line else { break }
        values[key] = value
      }
    } catch {
      throw SourceFault("\(error)")
    }
    return values
  }
}
