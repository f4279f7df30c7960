import CPosix
import Files
import Geodesy
import Geometry
import Glibc
import Intake
import Odometry
import Outlets
public import Samples
import ScenePublishing
public import Sensors
import ServiceParts
import SocketServer
import Storage
import Terrain
import Tracking
import Wire

/// The whole daemon: one thread that waits for sources, clients, signals and a slow timer, and handles each event as it arrives.
public final class Daemon {
  var options: DaemonOptions
  public let engine: Engine
  let server: Server
  let publisher: Publisher
  let scene: SceneDesks
  let calibrations: CalibrationDesk
  let scenePublisher: ScenePublisher
  let outlets = OutletSet { Log.write($0, $1 ? .warning : .information) }
  var sources: [SupervisedSource]
  /// The clients that push samples.
  var contributors = SampleContributors()
  let started = gnomon_boot_time()
  let poller: DaemonPoller
  /// The thread for work that must not delay the loop.
  let worker: Worker
  var turns = TurnWatch()
  private let beat: Descriptor
  private let signals: Descriptor
  private var manager = ServiceManager()
  private var isLeaving = false
  private var beats = 0
  private var lastBeat: Int64?
  /// Start of the current piece of work, and time of the last check of the sources, both by CLOCK_MONOTONIC.
  private var began: Int64 = 0, looked: Int64 = 0
  private var liveView = LiveView()
  private var attention = Attention()
  var sleep = SleepWatch()
  /// One value for each interface of the socket.
  private(set) lazy var interfaces = Interfaces(self)
  private var keeper: StateKeeper

  /// Binds the socket, or uses the sockets handed over by the service manager. Sources are opened by `start`.
  public init(_ options: DaemonOptions, _ engine: Engine, sources: [any SampleSource]) throws(ServiceFault) {
    self.options = options
    self.engine = engine
    engine.comparesDates = options.device == nil && !options.isStepped
    self.sources = sources.enumerated().map { SupervisedSource($1, number: $0) }
    keeper = StateKeeper(options.state)
    poller = try DaemonPoller()
    worker = Worker(directory: options.places, isDirect: options.isStepped)
    let listeners: [ListeningSocket]
    do throws(ListeningFault) { listeners = try ListeningSocket.all(path: options.socket) } catch {
      throw .socket(error)
    }
    server = Server(listeners: listeners, policy: options.policy, poller: poller, worker: worker)
    publisher = Publisher(server)
    scene = SceneDesks(
      worker, options.configuration.settings.scene, options.configuration.settings.route)
    scene.terrain.open(options.terrain)
    scenePublisher = ScenePublisher(server, scene)
    calibrations = CalibrationDesk(
      directory: options.places, machine: options.machine, base: engine.calibration)
    beat = Descriptor(gnomon_timer_create())
    signals = Descriptor(options.handlesSignals ? gnomon_signals_create() : -1)
    server.answer = { [unowned self] request, interface, member, connection in
      self.answer(request, interface, member, connection)
    }
    server.report = { Log.write("\($0)", $0.isFault ? .warning : .notice) }
    server.ended = { [unowned self] in
      self.scene.end($0)
      self.interfaces.calibration.close($0)
      self.contributors.release($0)
    }
  }

  /// Runs until a signal or the configured duration ends it.
  public func run() throws(ServiceFault) {
    gnomon_return_memory()
    try start()
    while try step() {}
    finish()
  }

  public func start() throws(ServiceFault) {
    if let path = options.recordsTo {
      do { try engine.startRecording(path) } catch { throw .cannotRecord("\(error)") }
    }
    gnomon_timer_set(beat.number, Self.beatInterval, Self.beatInterval)
    poller.add(beat.number, DaemonPoller.Key(.housekeeping))
    if signals.isOpen { poller.add(signals.number, DaemonPoller.Key(.signals)) }
    poller.add(worker.wake, DaemonPoller.Key(.worker))
    poller.add(outlets.descriptor, DaemonPoller.Key(.outlets))
    outlets.apply(options.configuration.settings.outlets, at: .now)
    let findings = calibrations.findings
    apply(findings)
    for index in sources.indices { sources[index].open(poller) }
    scenePublisher.isUnhurried = options.isStepped || speed != 1
    interfaces.calibration.noticeSensors()
    for fault in options.configuration.unread { Log.write("\(fault)", .warning) }
    Log.write("listening on \(server.names)")
    manager.ready()
    manager.send("STATUS=waiting for samples")
  }

  /// Waits for events and handles them; returns false once the daemon has to end.
  ///
  /// Samples are handled first in a turn, and again whenever other work has taken longer than `patience`: a pose waits for one
  /// piece of other work, never for several.
  public func step(milliseconds: Int = -1) throws(ServiceFault) -> Bool {
    began = gnomon_monotonic_time()
    looked = began
    var hasWaited = false
    server.serveWaiting { didWork(.requests) }
    try poller.wait(milliseconds: server.hasWaiting ? 0 : milliseconds) { key, readiness in
      if !hasWaited {
        hasWaited = true
        began = gnomon_monotonic_time()
        looked = began
      }
      switch key.kind {
      case .signals: applySignal()
      case .housekeeping: keepHouse()
      case .listener: server.accept(Int(key.number))
      case .source: wakeSource(Int(key.number))
      case .connection:
        server.handle(
          key.number, isReadable: readiness.isReadable, isWritable: readiness.isWritable, isClosed: readiness.isClosed)
      case .worker: worker.collect { didWork(.answers) }
      case .outlets: outlets.handle()
      }
      didWork(Self.work(key.kind, readiness))
    }
    server.relieve()
    return !isLeaving
  }

  private static func work(_ kind: DaemonPoller.Kind, _ readiness: Poller.Readiness) -> TurnWatch.Work {
    switch kind {
    case .source: .samples
    case .connection: readiness.isReadable ? .requests : .sending
    case .listener: .connections
    case .worker: .answers
    case .signals, .housekeeping: .housekeeping
    case .outlets: .outlets
    }
  }

  /// Records a finished piece of work, and checks the sources if they have waited longer than `patience`.
  private func didWork(_ work: TurnWatch.Work) {
    let time = gnomon_monotonic_time()
    turns.add(work, time - began)
    began = time
    if work == .samples { looked = time }
    guard time - looked > Self.patience else { return }
    poller.checkSources { if $0.kind == .source { wakeSource(Int($0.number)) } }
    looked = gnomon_monotonic_time()
    turns.add(.samples, looked - began)
    began = looked
  }

  /// The time, in nanoseconds, after which the sources are checked again between two pieces of other work: 1 ms.
  private static let patience: Int64 = 1_000_000

  public func finish() {
    manager.stopping()
    for index in sources.indices { sources[index].close(poller) }
    if let ended = engine.stopRecording() { Log.write(ended.note) }
    keeper.save(engine)
    outlets.close()
    server.close()
    worker.close()
  }

  /// The present time of the session; at any speed but 1 it is the time that its samples have reached.
  var now: BootInstant { speed == 1 ? .now : engine.latestTime ?? sources[0].source.clock.now }
  var speed: Double { sources.first?.source.clock.speed ?? 1 }

  /// Applies the mounts and delays found by calibrations to the sources.
  func apply(_ findings: [SensorFinding]) {
    for index in sources.indices { sources[index].apply(findings, poller) }
    contributors.described.apply(SensorConfiguration(options.configuration.settings), findings)
  }

  // MARK: samples

  private func wakeSource(_ index: Int) {
    guard sources.indices.contains(index) else { return }
    noticeSleep()
    let hasChanged = sources[index].wake(poller) {
      if case .input(let event) = $0 {
        interfaces.scene.applyRecorded(event)
      }
      if let tag = PushedLines.tag($0) { contributors.owners.record(tag, at: began) }
      ingest($0)
    }
    if hasChanged { interfaces.calibration.noticeSensors() }
  }

  /// Sends a sample of a source or a client through the door and the pipeline, and publishes the results.
  public func ingest(_ arrived: Sample) {
    var sample = arrived
    guard engine.admit(&sample) else { return }
    if calibrations.isListening { interfaces.calibration.ingest(sample) }
    let isPosed = engine.ingest(admitted: sample)
    for correction in engine.tracker.corrections { publisher.publish(correction) }
    if case .fix(let fix) = sample {
      if let separation = fix.geoidSeparation { scene.terrain.record(separation: separation) }
      supplyTerrain(
        at: Geodetic(latitude: fix.latitude, longitude: fix.longitude),
        time: max(fix.arrival, engine.latestTime ?? fix.arrival))
    }
    if case .barometer(let reading) = sample, let height = HeightTie.standardHeight(of: reading.pressure) {
      scene.ingest(pressureHeight: Length(height), at: reading.time)
    }
    if case .magnetometer(let reading) = sample, calibrations.isWatching, engine.latestTime != nil {
      calibrations.watch(reading, engine.tracker.inScene.pose.rotation)
    }
    guard isPosed else { return }
    let time = engine.tracker.inScene.time
    outlets.publish(
      engine.pose, at: time, PoseSetting(civil: engine.civil, geoidSeparation: scene.terrain.separation))
    publisher.publish(engine)
    if let most = outlets.placesDue(at: time) { sendPlaces(engine.pose, most: most) }
    let before = gnomon_monotonic_time()
    if scenePublisher.publish(engine.pose, at: time, engine.session) {
      let span = gnomon_monotonic_time() - before
      turns.add(.scenes, span)
      began += span
    }
    interfaces.scene.endRouteIfOver()
    if let leg = scene.route.legNews { ingest(leg: leg, at: time) }
    if scene.terrain.folder != nil, let place = engine.pose.place { supplyTerrain(at: place, time: time) }
  }

  /// Gives the pipeline the ground around the wearer as one more input, when it needs another part.
  private func supplyTerrain(at place: Geodetic, time: BootInstant) {
    let terrain = scene.terrain
    guard terrain.folder != nil else { return }
    terrain.refresh(at: place, isBeat: false)
    terrain.supply(at: place)
    guard let news = terrain.news else { return }
    let input = Sample.input(InputEvent(time: time, kind: TerrainPatch.inputKind, json: news))
    guard engine.refusal(of: input) == nil else { return }
    terrain.clearNews()
    ingest(input)
  }

  /// Ingests the leg of the route being followed as one more input, at the time of the pose, because the sources are being read.
  /// If a command with a later time came before, the leg waits for the next pose.
  private func ingest(leg: String, at time: BootInstant) {
    let input = Sample.input(InputEvent(time: time, kind: "leg", json: leg))
    guard engine.refusal(of: input) == nil else { return }
    scene.route.clearLegNews()
    ingest(input)
  }

  /// Ingests a command of a client as one more input, and returns its time.
  func command(_ kind: String, _ json: String) -> BootInstant {
    let time = now
    ingest(.input(InputEvent(time: time, kind: kind, json: json)))
    return time
  }

  // MARK: periodic work

  /// Does the scene's work between samples.
  public func tendScene() { interfaces.scene.tend() }

  private static let beatInterval: Int64 = 100_000_000
  private static let beatsOfStart = 30
  /// The shortest time without a beat that is logged.
  private static let longestBeat: Int64 = 2_000_000_000

  private func keepHouse() {
    _ = gnomon_timer_read(beat.number)
    beats += 1
    let time = gnomon_boot_time()
    noticeSleep()
    noticeStandstill()
    let wasRecording = engine.recorder != nil
    engine.tendRecording(partSize: options.partSize)
    if wasRecording, let fault = engine.broken?.fault { Log.write("the recording has ended: \(fault)", .error) }
    if beats % 50 == 0 { engine.recorder?.synchronize() }
    for index in sources.indices { sources[index].retryIfDue(poller, at: BootInstant(nanoseconds: time)) }
    contributors.described.forget(at: gnomon_monotonic_time())
    interfaces.calibration.noticeSensors()
    manager.feed(taken: engine.taken, isAnythingRunning: sources.contains { $0.isRunning }, at: time)
    publishStaleState()
    outlets.retry(at: BootInstant(nanoseconds: time))
    tendScene()
    if beats % 10 == 0 { scene.terrain.refresh(at: engine.latest?.place, isBeat: true) }
    interfaces.calibration.tend()
    updateAttention(isAsked: false)
    // Returns the pages that only the start needed.
    if beats == Self.beatsOfStart, options.handlesSignals { _ = gnomon_return_files() }
    guard beats % 10 == 0 else { return }
    keeper.saveIfDue(engine, at: time)
    server.closeStalled(at: server.clock())
    manager.status(engine.latest)
    if options.prints { liveView.print(engine) }
    if let duration = options.duration, TimeSpan(Double(time - started) * 1e-9) >= duration { isLeaving = true }
  }

  /// Publishes the state as stale when no pose has come for half a second.
  private func publishStaleState() {
    guard let latest = engine.latest, !engine.isFresh else { return }
    var message = engine.stateMessage(latest)
    message.tracking = TrackingReport(state: .limited, reasons: message.tracking.reasons.union(.stale))
    publisher.publishState(message)
  }

  /// Lets samples come at once while a client needs them, and in batches otherwise.
  func updateAttention(isAsked: Bool) {
    guard
      let isBatching = attention.change(
        isAsked: isAsked || promptSubscribers > 0 || calibrations.isListening,
        at: gnomon_boot_time())
    else {
      return
    }
    for index in sources.indices { sources[index].setBatching(isBatching) }
  }

  /// Starts a new scene after the machine has slept, because motion during that time is unknown.
  private func noticeSleep() {
    guard let span = sleep.sleptSpan() else { return }
    Log.write("the machine has slept for \(Int(span.value.rounded())) s: a new scene", .notice)
    _ = command("reset", "{}")
  }

  private func noticeStandstill() {
    let now = gnomon_monotonic_time()
    defer { lastBeat = now }
    guard let lastBeat, now - lastBeat > Self.longestBeat else { return }
    let seconds = (now - lastBeat) / 1_000_000_000
    Log.write(
      "nothing was done for \(seconds) s: the machine is overloaded, or a disk or device did not answer", .warning)
  }

  /// Erases all places where the wearer was, in memory and on the disk; returns how many there were.
  func forget() throws(CallError) -> Int {
    let erased = engine.knownPlaces
    _ = command("forget", "{}")
    engine.forgetPlaces()
    do throws(FileFault) { return max(erased, try keeper.forget(engine)) } catch {
      Log.write("the data of places is not erased: \(error)", .error)
      throw CallError.forgetFailed(path: error.path, reason: error.reason)
    }
  }

  private func applySignal() {
    while true {
      switch gnomon_signals_read(signals.number) {
      case 0: return
      case SIGHUP:
        manager.reloading()
        do throws(ConfigurationRefusal) {
          let changed = try reload()
          Log.write(
            changed.isEmpty
              ? "the configuration was read again; nothing has changed" : "changed: \(changed.joined(separator: ", "))")
        } catch {
          for fault in error.faults { Log.write(fault, .error) }
          Log.write("the configuration is unchanged", .warning)
        }
        manager.ready()
      default: isLeaving = true
      }
    }
  }

  /// The present time by CLOCK_REALTIME.
  static var realTime: UTC { UTC(nanosecondsSince1970: gnomon_real_time()) }
}
