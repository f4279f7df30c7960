// Written by scripts/embed-interfaces from Interfaces/org.gnomon.Control.varlink; a test holds them together.
extension Interface {
  static let controlText = """
    # The daemon itself: what it runs with, recordings, and the limits of its socket.
    interface org.gnomon.Control

    # Where samples come from. state: starting, running, waiting (there, and has not spoken yet), absent, silent, ended, failed.
    # role: accelerometer, gyroscope, magnetometer, barometer or receiver. device: the kernel's name of the device, which may change from
    # start to start, or the address of the receiver's gpsd. place: where the device is plugged in, in words that last. Each is null
    # where there is no such thing; name says role and device to people.
    type Source (name: string, state: string, detail: string, role: ?string, device: ?string, place: ?string)

    # One setting, where its value is from (default, or a file and line), and what it may be.
    type Setting (
      name: string,
      value: string,
      origin: string,
      unit: string,
      meaning: string
    )

    type Limits (
      message_bytes: int,
      nesting: int,
      values: int,
      unfinished_bytes: int,
      connections: int,
      connections_per_user: int,
      requests_per_second: int,
      queued_messages: int,
      seconds_without_progress: int,
      unread_bytes: int,
      unread_bytes_per_user: int
    )

    # What held the daemon's loop up, since it started: kinds of work (samples, scenes, requests, sending, answers, housekeeping, connections)
    # and methods; how often, the longest and all together.
    type Work (name: string, count: int, longest_ms: float, total_ms: float)

    # Connections that were closed, and why.
    type TurnedOut (reason: string, count: int)

    # unread_bytes and unfinished_bytes: what waits for readers, and what they have sent and not ended. jobs: what is done beside the loop.
    # frames_left_out: frames that there was no time for. longest_ms: what samples have waited for at most.
    type Load (
      unread_bytes: int,
      unfinished_bytes: int,
      jobs: int,
      frames_left_out: int,
      longest_ms: float,
      work: []Work,
      turned_out: []TurnedOut
    )

    # access: what the caller may do: read, contribute, administer.
    method GetInfo() -> (
      version: string,
      process_id: int,
      started_boot_ns: int,
      socket: string,
      access: string,
      connections: int,
      subscribers: int,
      sources: []Source,
      load: Load,
      recordings: string,
      limits: Limits
    )

    method GetConfiguration() -> (settings: []Setting)

    # Reads the configuration again; changed names the settings that have another value now.
    method Reload() -> (changed: []string)

    # Records every input from now on, into a file that only the daemon's user can read. The name is that of a file in the
    # daemon's own folder of recordings; without one it is the time.
    method StartRecording(name: ?string) -> (path: string)

    # Ends the recording. path is that of its first part; the next are called NAME.2.gnomon, NAME.3.gnomon and so on.
    method StopRecording() -> (path: string, lines: int, parts: int)

    # This value cannot be taken: what was expected.
    error InvalidValue (parameter: string, given: string, expected: string)

    # The caller is of a class that may not do this. needs: contribute, administer. A member of the group may.
    error NotPermitted (needs: string, group: string, english: string)

    # There is a recording already; StopRecording ends it.
    error AlreadyRecording (path: string)

    error NotRecording ()

    # The files say what cannot be, or cannot be read: each fault with its file and line. Everything stays as it was.
    error ConfigurationRefused (faults: []string)

    # The file could not be written, and why.
    error RecordingFailed (path: string, reason: string)

    # More requests a second than one connection may send; try again after so many seconds.
    error TooManyRequests (limit_per_second: int, retry_after: float)

    # So many bytes of answers that nobody has read are the most of one user; read some first, or ask for less.
    error TooMuchUnread (limit_bytes: int)

    # The next errors are about the connection and not about a method; after TooManyConnections, MessageTooLarge and
    # TooMuchUnfinished it is closed.
    # of: all, user.
    error TooManyConnections (limit: int, of: string)

    # A longer message is refused unread.
    error MessageTooLarge (limit_bytes: int)

    # All messages together that have begun and not ended may take so much; this was the longest of who holds most.
    error TooMuchUnfinished (limit_bytes: int)

    # More arrays and objects within each other.
    error MessageTooDeep (limit: int)

    # More values in one message: strings, numbers, arrays, objects.
    error TooManyValues (limit: int)

    # Not one JSON object with a "method" before the NUL, and where it stopped being one.
    error MalformedMessage (reason: string, line: int, column: int)

    """
}
