// Written by scripts/embed-interfaces from Interfaces/*.varlink; a test holds them together.
extension Interface {
  static let controlText = """
    # The daemon itself: what it runs with, recordings, and the limits of its socket.
    interface org.gnomon.Control

    # Where samples come from. state: starting, running, waiting (there, and has not spoken yet), absent, silent, ended, failed.
    type Source (name: string, state: string, detail: string)

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
      seconds_without_progress: int
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

  static let sceneText = """
    # What is where, for the wearer, now: places, one route, anchors, and how to draw them.
    #
    # Lengths are in metres, times in seconds, unless a name says otherwise. time_boot_ns is CLOCK_BOOTTIME in nanoseconds.
    # Azimuths are degrees clockwise from true north, elevations degrees upward. Sigmas are 68 %. Points of the scene are x
    # east, y up, z south as org.gnomon.Tracking has them: what is drawn there lies where it is on Earth, and follows a
    # correction without a jump. Pixels count from the upper left corner, x right, y down.
    #
    # Places, anchors and a route may be added at any time, also before the first fix; each has a status.
    # Members may be added to any of these; skip what you do not know.
    interface org.gnomon.Scene

    type Vector (x: float, y: float, z: float)

    type Quaternion (x: float, y: float, z: float, w: float)

    # WGS 84.
    type Position (latitude_deg: float, longitude_deg: float)

    # state: shown, hidden, pending; of anchors also lost (with its scene) and expired (its lease).
    # reason: range, cap, filter, cluster, overlap, behind, stale of hidden; waiting-for-fix, localizing of pending.
    type Status (state: string, reason: ?string)

    # An id is unique within its layer. height_kind: eye (at the height of the wearer's eyes; so if it is left out), ground,
    # ellipsoid, sea-level, with height above it. payload is handed on as it is. status and distance are only told.
    type Place (
      layer: ?string,
      id: string,
      name: string,
      category: ?string,
      latitude_deg: float,
      longitude_deg: float,
      height_kind: ?string,
      height: ?float,
      tags: ?[]string,
      payload: ?object,
      is_favourite: ?bool,
      status: ?Status,
      distance: ?float
    )

    type PlaceName (layer: string, id: string)

    # A place that was not taken: its index in the call, and why.
    type Refusal (index: int, id: string, reason: string)

    # What a client draws on: its size, and either the angle that its width covers or the pinhole's numbers (centre: the middle
    # unless said). How the display (x right, y up, z back) is turned on the body and where it is: orientation, position.
    type Viewport (
      width_px: float,
      height_px: float,
      field_of_view_deg: ?float,
      focal_x_px: ?float,
      focal_y_px: ?float,
      centre_x_px: ?float,
      centre_y_px: ?float,
      orientation: ?Quaternion,
      position: ?Vector
    )

    # where: inside, outside (in front, beside the viewport), behind.
    type Screen (where: string, x_px: ?float, y_px: ?float)

    # One place that is shown, nearest first. azimuth, elevation and distance are where it is; drawn_elevation, drawn_distance,
    # point and scale where and how large to draw it: lifted by so many labels (slot) and pulled in. count: how many places
    # it stands for; with "clusters" members names them. band: near, middle, far. transition says why it is elsewhere than in
    # the frame before though nobody moved: appeared, slot, count, changed, scene.
    type Placement (
      layer: string,
      id: string,
      name: string,
      category: string,
      is_favourite: bool,
      azimuth_deg: float,
      azimuth_sigma_deg: float,
      elevation_deg: float,
      elevation_sigma_deg: float,
      distance: float,
      distance_sigma: ?float,
      band: string,
      count: int,
      slot: int,
      drawn_elevation_deg: float,
      drawn_distance: float,
      point: Vector,
      scale: float,
      transition: []string,
      status: Status,
      screen: ?Screen,
      members: ?[]PlaceName
    )

    # An arrow on the ground: it flows from its home, at a multiple of 3 m of the route's length, to that of the next one.
    type Arrow (number: int, home: float, length: float, point: Vector, tangent: Vector, screen: ?Screen)

    # phase: common to all, from 0 to less than 1. azimuth_sigma_deg: of the heading; horizontal_accuracy: of the wearer's place.
    type Arrows (
      phase: float,
      azimuth_sigma_deg: ?float,
      horizontal_accuracy: ?float,
      status: Status,
      arrows: []Arrow
    )

    # kind: start, left, right, dot, destination. length: from the route's start; distance: from the wearer.
    type Marker (kind: string, length: float, distance: float, point: Vector, screen: ?Screen)

    # kind: depart, straight, slight-left, left, sharp-left, slight-right, right, sharp-right, turn-around, roundabout, arrive,
    # other. turn_deg: positive to the right.
    type Step (kind: string, length: float, turn_deg: float, instruction: string, street: string)

    # How far the wearer is off the route, and the nearest point of what remains of it.
    type Deviation (distance: float, rejoin: Position, rejoin_length: float, azimuth_deg: float)

    # status: waiting (no place good enough has come), following, off-route, arrived. is_frozen: the last place was too poor.
    # length: from the start to the wearer's point of the route; distance_off: from the wearer to it.
    type Progress (
      revision: int,
      name: string,
      status: string,
      is_frozen: bool,
      length: float,
      remaining: float,
      remaining_time: float,
      distance_off: float,
      horizontal_accuracy: ?float,
      step: int,
      current_step: Step,
      distance_to_step: float,
      deviation: ?Deviation
    )

    # owner: connection-N, or user-N of one with a lease. kind: geographic, scene, head. What is known of it only while it is shown
    # is null otherwise.
    type Anchor (
      owner: string,
      id: string,
      kind: string,
      payload: ?object,
      status: Status,
      azimuth_deg: ?float,
      azimuth_sigma_deg: ?float,
      elevation_deg: ?float,
      elevation_sigma_deg: ?float,
      distance: ?float,
      distance_sigma: ?float,
      point: ?Vector,
      scale: ?float,
      screen: ?Screen
    )

    # In a unit disc, x right, y down, ahead at the top. is_beyond: farther than the rim, where it is put.
    type RadarMark (layer: string, id: string, x: float, y: float, is_beyond: bool, band: string, count: int)

    type Radar (range: float, marks: []RadarMark)

    # The next thing to look at. kind: place, turn, destination, rejoin. bearing_deg: to turn by, positive to the right;
    # pitch_deg: to look up by; angle_deg: between the line of sight and it. With a viewport: where it is, and if it is not inside,
    # a point of the border, the side, and the shortest way to turn as a unit vector.
    type Hint (
      kind: string,
      name: string,
      azimuth_deg: float,
      elevation_deg: float,
      distance: float,
      point: Vector,
      bearing_deg: ?float,
      pitch_deg: ?float,
      angle_deg: ?float,
      screen: ?Screen,
      border: ?(x_px: float, y_px: float, side: string, right: float, up: float, has_changed_side: bool)
    )

    # The mark at the destination: a ball whose silhouette has a size on the screen, at its point with its radius there; the edge of
    # its text so far above its middle. phase, pulse_scale and opacity beat once a second.
    type Finish (
      distance: float,
      point: Vector,
      radius: float,
      diameter_px: float,
      half_angle_deg: float,
      text_rise_px: float,
      text_angle_deg: float,
      phase: float,
      pulse_scale: float,
      opacity: float,
      screen: Screen
    )

    # daylight: day, twilight, night.
    type Light (sun_azimuth_deg: float, sun_elevation_deg: float, daylight: string)

    # Of what was asked for, all in the first frame, and then what is another than before: what is left out is as it was, null is
    # nothing. With "everything" all is in each. status
    # is that of the scene as a whole. upright_deg: how far text is turned on the screen, counter-clockwise, to stay level.
    # fault: why places cannot be read.
    type Frame (
      time_boot_ns: int,
      scene_id: int,
      is_stale: bool,
      status: Status,
      fault: ?string,
      placements: ?[]Placement,
      arrows: ?Arrows,
      markers: ?[]Marker,
      anchors: ?[]Anchor,
      radar: ?Radar,
      hint: ?Hint,
      finish: ?Finish,
      progress: ?Progress,
      light: ?Light,
      upright_deg: ?float
    )

    # kind and code: announcement (start, turn-soon, turn-now, off-route, arrival), proximity (entered, left), statuses (changed),
    # route (loaded, cleared, step, off-route, back-on-route, arrived). parameters has the numbers and names.
    type Event (kind: string, code: string, time_boot_ns: int, parameters: object, english: string)

    # Of a layer: without one, the caller's own (user-N; of administrators, mine). Who is no administrator may change their
    # own layers only: user-N and what begins with user-N/. Known ids are replaced and stay favourites.
    method AddPlaces(places: []Place, layer: ?string) -> (
      layer: string,
      added: int,
      updated: int,
      cleaned: int,
      refused: int,
      refusals: []Refusal
    )

    # Those with these ids, or all of the layer; favourites stay with keep_favourites.
    method RemovePlaces(ids: ?[]string, layer: ?string, all: ?bool, keep_favourites: ?bool) -> (removed: int)

    # A page, in the order in which they came; next begins the one after it. At most 1000.
    method ListPlaces(layer: ?string, favourites_only: ?bool, cursor: ?string, limit: ?int) -> (
      places: []Place,
      next: ?string,
      count: int
    )

    # With all words in name, tags or category, each from its beginning, accents and case ignored; without a text the nearest
    # within a radius. Nearest first once the wearer's place is known. is_complete: no more have the words. At most 1000.
    method FindPlaces(text: ?string, radius: ?float, limit: ?int) -> (places: []Place, is_complete: bool)

    # What the wearer wants to see; kept over restarts. radius within 200 and 1000, at most 3 categories and 32 tags; what is
    # left out is 500, all and all.
    method SetFilter(radius: ?float, categories: ?[]string, tags: ?[]string, favourites_only: ?bool) -> ()

    method GetFilter() -> (radius: float, categories: []string, tags: []string, favourites_only: bool)

    method SetFavourite(layer: string, id: string, is_favourite: bool) -> ()

    # The text of a file: GeoJSON, GPX, an encoded polyline, or the answer of an OSRM, Mapbox, Valhalla or Google server. It takes the
    # place of the route before at once; one that is refused leaves that as it was. name: of the destination.
    method LoadRoute(text: string, name: ?string) -> (
      revision: int,
      name: string,
      format: string,
      points: int,
      length: float,
      stated_duration: ?float,
      steps: int,
      notes: []string
    )

    # The active route; its points only with "points".
    method GetRoute(points: ?bool) -> (
      route: ?(
        revision: int,
        name: string,
        length: float,
        stated_duration: ?float,
        steps: []Step,
        points: ?[]Position,
        progress: Progress
      )
    )

    method ClearRoute() -> (was_active: bool)

    # One of geographic, scene (a point of the scene it is now) and head (of the body) says where. It goes with its connection, or with
    # lease_s (1 to 86400) when that is over unless renewed. Known ids of the same owner are replaced.
    method AddAnchor(
      id: string,
      geographic: ?(latitude_deg: float, longitude_deg: float, height_kind: ?string, height: ?float),
      scene: ?Vector,
      head: ?Vector,
      payload: ?object,
      lease_s: ?float
    ) -> (owner: string, expires_boot_ns: ?int)

    method RenewAnchor(id: string, lease_s: float) -> (expires_boot_ns: int)

    # Administrators may name another's as owner.
    method RemoveAnchor(id: string, owner: ?string) -> ()

    # A stream until the connection is closed: each reply has a frame or an event. include: placements, clusters (the members of
    # placements), arrows, markers, anchors, radar, hint, finish (with a viewport), progress, light; announcements, proximity,
    # statuses, route. rate_hz: of frames, 10 unless said, at most 120. target: the place that hint is about instead of the
    # route. radar_range: 500 unless said. Of frames a slow reader gets the latest, with all that has changed; events wait.
    method Subscribe(
      include: []string,
      viewport: ?Viewport,
      rate_hz: ?float,
      everything: ?bool,
      target: ?PlaceName,
      radar_range: ?float
    ) -> (frame: ?Frame, event: ?Event, dropped: ?int)

    # One frame, with everything asked for: placements and progress unless said.
    method GetFrame(include: ?[]string, viewport: ?Viewport, target: ?PlaceName, radar_range: ?float) -> (frame: Frame)

    # The place whose label lies under a point of the viewport, or under a line of sight in the scene (from the wearer unless origin
    # is given); without either straight ahead. null where there is none.
    method Pick(
      viewport: ?Viewport,
      x_px: ?float,
      y_px: ?float,
      origin: ?Vector,
      direction: ?Vector
    ) -> (placement: ?Placement)

    # This value cannot be taken: what was expected.
    error InvalidValue (parameter: string, given: string, expected: string)

    # The caller is of a class that may not do this. needs: contribute, administer. A member of the group may.
    error NotPermitted (needs: string, group: string, english: string)

    # More requests a second than one connection may send; try again after so many seconds.
    error TooManyRequests (limit_per_second: int, retry_after: float)

    # The places cannot be read or written, and why. Nothing was changed.
    error StoreUnavailable (english: string)

    # There is no place of that id in that layer.
    error NoSuchPlace (layer: string, id: string)

    # The text is not a route, where in it, and what to do; the route before stays. code: unrecognised, empty, json, xml, shape,
    # refused, no-track, polyline, not-a-place, exchanged, too-many-points, too-few-points, wrong-length, unusable.
    error RouteRefused (code: string, english: string)

    # The caller has no anchor of that id.
    error NoSuchAnchor (id: string)

    # So many anchors are the most of one user.
    error TooManyAnchors (limit: int)

    # It is not known yet where the wearer is.
    error NotPlaced (reason: string)

    """

  static let trackingText = """
    # Where the wearer is on Earth and which way they look.
    #
    # Lengths are in metres, times in seconds, unless a name says otherwise. time_boot_ns is CLOCK_BOOTTIME in nanoseconds,
    # time_utc_ns civil time in nanoseconds since 1970, null until a receiver has told it. Accuracies and sigmas are 68 %.
    # Headings and yaws are degrees clockwise seen from above, headings from true north.
    #
    # The scene is x east, y up, z south as believed when it began: it is continuous, and a new scene_id means that what was
    # placed in the old one is lost. The body is x right, y up, z back. Numbers that are not known are null or left out.
    # Members may be added to any of these; skip what you do not know.
    interface org.gnomon.Tracking

    type Vector (x: float, y: float, z: float)

    type Quaternion (x: float, y: float, z: float, w: float)

    # WGS 84; the height is above the ellipsoid.
    type Place (latitude_deg: float, longitude_deg: float, height: float)

    # state: initializing, normal, limited. reasons: no-gyro, saturated, odometry-lost, stale.
    type TrackingState (state: string, reasons: []string)

    # state: none, localizing, localized, lost. reasons: waiting-for-fix, no-motion, magnetic-disturbance, poor-fix.
    # is_pinned: a hand holds the heading.
    type LocalizationState (state: string, reasons: []string, is_pinned: bool)

    # The body in the scene; orientation turns body coordinates into scene coordinates.
    type Pose (
      time_boot_ns: int,
      time_utc_ns: ?int,
      scene_id: int,
      position: Vector,
      orientation: Quaternion,
      velocity: Vector,
      heading_deg: ?float,
      heading_sigma_deg: ?float,
      tracking: TrackingState,
      localization: LocalizationState
    )

    # OGC GeoPose 1.0, Basic-Quaternion: a forward-left-up body in east, north, up (yaw = 90 degrees less the heading). With
    # "strict" only position and quaternion are there, as the standard's strict form has it.
    type GeoPose (
      position: (lat: float, lon: float, h: float),
      quaternion: Quaternion,
      accuracy: ?(horizontal_m: ?float, vertical_m: ?float, heading_deg: ?float),
      valid: ?bool,
      time_boot_ns: ?int,
      time_utc_ns: ?int
    )

    # What ties the scene to the Earth: true azimuth = scene azimuth + yaw, about the wearer, who stands at scene_position and
    # at place. Placements are computed with the target and drawn by the applied one, which follows without a jump:
    # applied_shift (x east, y up, z south) is the place that is drawn by less the target's.
    type Alignment (
      time_boot_ns: int,
      scene_id: int,
      revision: int,
      yaw_deg: float,
      yaw_sigma_deg: ?float,
      applied_yaw_deg: float,
      applied_shift: Vector,
      scene_position: Vector,
      place: ?Place,
      horizontal_accuracy: ?float,
      vertical_accuracy: ?float,
      is_pinned: bool
    )

    type State (
      time_boot_ns: int,
      scene_id: int,
      tracking: TrackingState,
      localization: LocalizationState
    )

    # What a sensor said last, in its unit and in body axes, how often it has spoken, and how often it could not be believed.
    type Sensor (
      name: string,
      unit: string,
      time_boot_ns: int,
      count: int,
      refused: int,
      rate_hz: ?float,
      values: []float
    )

    type Sensors (time_boot_ns: int, sensors: []Sensor)

    # One change of the alignment. source: fix, velocity, compass, fit, pairs, leg, nudge, memory, rest, gait, relocation,
    # restart. shift is by how much the place was moved (x east, y up, z south).
    type Correction (
      time_boot_ns: int,
      scene_id: int,
      source: string,
      old_yaw_deg: float,
      new_yaw_deg: float,
      sigma_deg: float,
      measured_yaw_deg: ?float,
      measured_sigma_deg: ?float,
      shift: Vector,
      estimates: int,
      pairs: int,
      baseline: float
    )

    # Something the wearer can do so that gnomon knows better: a code, its numbers, and the English sentence.
    # code: stand-still, go-outside, open-sky, walk, leave-metal, turn-device.
    type Guidance (code: string, parameters: object, english: string)

    # Where samples come from. state: starting, running, waiting (there, and has not spoken yet), absent, silent, ended, failed.
    type Source (name: string, state: string, detail: string)

    # Samples that were refused or taken with less trust, by reason.
    type Counter (reason: string, count: int)

    # Everything at a glance. CLOCK_MONOTONIC = time_boot_ns + monotonic_offset_ns, likewise CLOCK_REALTIME. speed is 1 unless a
    # recording is replayed faster.
    method GetStatus() -> (
      time_boot_ns: int,
      time_utc_ns: ?int,
      monotonic_offset_ns: int,
      realtime_offset_ns: int,
      speed: float,
      version: string,
      profile: string,
      pose: ?Pose,
      place: ?Place,
      horizontal_accuracy: ?float,
      vertical_accuracy: ?float,
      guidance: []Guidance,
      sources: []Source,
      refused: []Counter,
      subscribers: int,
      recording: ?string
    )

    # The pose at a moment, which may lie a tenth of a second ahead (a display's time); without a time the latest.
    # kind: exact, interpolated, predicted; stale (too far ahead: the pose is the last one); none (before what is remembered, or
    # no pose yet). offset_ns is the moment less that of the last pose.
    method GetPose(time_boot_ns: ?int) -> (
      kind: string,
      offset_ns: ?int,
      pose: ?Pose,
      geopose: ?GeoPose
    )

    method GetAlignment() -> (alignment: ?Alignment)

    # A stream until the connection is closed: each reply has one of the streams asked for. streams: pose, geopose, alignment,
    # state, sensors, correction, guidance. rate_hz thins pose, geopose, alignment and sensors. strict concerns geopose. Of
    # values a slow reader gets the latest; dropped counts what it has missed since the reply before.
    method Subscribe(streams: []string, rate_hz: ?float, strict: ?bool) -> (
      pose: ?Pose,
      geopose: ?GeoPose,
      alignment: ?Alignment,
      state: ?State,
      sensors: ?Sensors,
      correction: ?Correction,
      guidance: ?[]Guidance,
      dropped: ?int
    )

    # Commands take effect at time_boot_ns, and a recording has them, so that a replay obeys them too.
    # Begins a new scene.
    method ResetScene() -> (time_boot_ns: int)

    # Turns the heading clockwise by hand, and holds it.
    method NudgeHeading(degrees: float) -> (time_boot_ns: int)

    # Gives a heading that a hand holds back to what is measured.
    method ReleaseHeading() -> (time_boot_ns: int)

    # Erases what was learned of places, and says of how many.
    method Forget() -> (erased: int)

    # A pose of an outside tracker in its own level frame (y up); quality from 0, useless, to 1.
    method PushOdometry(time_boot_ns: int, position: Vector, orientation: Quaternion, quality: float) -> ()

    # This value cannot be taken: what was expected.
    error InvalidValue (parameter: string, given: string, expected: string)

    # The caller is of a class that may not do this. needs: contribute, administer. A member of the group may.
    error NotPermitted (needs: string, group: string, english: string)

    # Nothing is held, so there is nothing to release.
    error HeadingNotHeld ()

    # The heading could not be turned, and why.
    error NudgeRefused (reason: string)

    # More requests a second than one connection may send; try again after so many seconds.
    error TooManyRequests (limit_per_second: int, retry_after: float)

    """

  static let serviceText = """
    # What every varlink service offers: who it is, and what it can be asked.
    interface org.varlink.service

    # Who answers, and which interfaces it has.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # The text of one interface, such as this one.
    method GetInterfaceDescription(interface: string) -> (description: string)

    # There is no such interface here; GetInfo lists those that there are.
    error InterfaceNotFound (interface: string)

    # The interface has no such method; GetInterfaceDescription lists them.
    error MethodNotFound (method: string)

    # The interface has the method, and this service does not offer it.
    error MethodNotImplemented (method: string)

    # A parameter is missing or of the wrong type.
    error InvalidParameter (parameter: string)

    # The method answers more than once, so the call has to say "more": true.
    error ExpectedMore ()

    """
}
