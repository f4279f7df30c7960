// Written by scripts/embed-interfaces from Interfaces/org.gnomon.Control.varlink; a test holds them together.
extension Interface {
  static let controlText = """
    # The daemon itself: its configuration, recordings, and the limits of its socket.
    interface org.gnomon.Control

    # A source of samples. state: starting, running, waiting (present, without data so far), absent, silent, ended, failed.
    # role: accelerometer, gyroscope, magnetometer, barometer or receiver. device: the kernel's name of the device, which may
    # change at each start, or the address of the receiver's gpsd. place: the bus or port of the device, which does not change.
    # Each is null if it does not apply; name has role and device in readable form.
    type Source (name: string, state: string, detail: string, role: ?string, device: ?string, place: ?string)

    # One setting, with the origin of its value (default, or a file and line), its unit and its meaning.
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

    # The time spent in the daemon's loop since its start, by kind of work (samples, scenes, requests, sending, answers,
    # housekeeping, connections) and by method: how often, the longest, and the total.
    type Work (name: string, count: int, longest_ms: float, total_ms: float)

    # Number of connections that the daemon closed, by reason.
    type TurnedOut (reason: string, count: int)

    # unread_bytes: data waiting for readers; unfinished_bytes: incomplete messages from clients. jobs: work outside the loop.
    # frames_left_out: frames that the daemon had no time for. longest_ms: the longest time that one piece of work has held up
    # the samples.
    type Load (
      unread_bytes: int,
      unfinished_bytes: int,
      jobs: int,
      frames_left_out: int,
      longest_ms: float,
      work: []Work,
      turned_out: []TurnedOut
    )

    # access: the caller's class: read, contribute, administer.
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

    # Reads the configuration again; changed has the names of the settings with a new value.
    method Reload() -> (changed: []string)

    # Starts to record all inputs to a file that only the daemon's user can read. name: a file in the daemon's own folder of
    # recordings; the default is the current time.
    method StartRecording(name: ?string) -> (path: string)

    # Ends the recording. path: its first part; the next parts are called NAME.2.gnomon, NAME.3.gnomon and so on.
    method StopRecording() -> (path: string, lines: int, parts: int)

    # The value is not allowed; expected describes the allowed values.
    error InvalidValue (parameter: string, given: string, expected: string)

    # The caller's class may not do this. needs: contribute, administer. Members of the group may.
    error NotPermitted (needs: string, group: string, english: string)

    # A recording is already running; StopRecording ends it.
    error AlreadyRecording (path: string)

    error NotRecording ()

    # The files have invalid values or cannot be read: each fault with its file and line. Nothing was changed.
    error ConfigurationRefused (faults: []string)

    # The file could not be written, with the reason.
    error RecordingFailed (path: string, reason: string)

    # The connection sent more requests per second than allowed; try again after retry_after seconds.
    error TooManyRequests (limit_per_second: int, retry_after: float)

    # The answer does not fit into limit_bytes, the most of unread answers for one user; read some first, or request less.
    error TooMuchUnread (limit_bytes: int)

    # Too many connections. of: all, user.
    #
    # The errors from here on are about the connection, not about a method. After TooManyConnections, MessageTooLarge and
    # TooMuchUnfinished it is closed.
    error TooManyConnections (limit: int, of: string)

    # The message is longer than limit_bytes and was not read.
    error MessageTooLarge (limit_bytes: int)

    # The unfinished messages of all clients exceeded limit_bytes; the caller held the longest one of the heaviest user.
    error TooMuchUnfinished (limit_bytes: int)

    # The arrays and objects of the message are nested deeper than limit.
    error MessageTooDeep (limit: int)

    # The message has more than limit values: strings, numbers, arrays, objects.
    error TooManyValues (limit: int)

    # The message before the NUL is not one JSON object with a "method"; line and column give the position of the error.
    error MalformedMessage (reason: string, line: int, column: int)

    """
}
