// swift-tools-version:6.0
// The target graph below is the architecture (docs/architecture.md): a target imports only from those above it.
// `make lint` compares every import line with this file, because the compiler does not.
import PackageDescription

let settings: [SwiftSetting] = [.enableUpcomingFeature("InternalImportsByDefault")]

/// Keeps the inner functions of a module out of others, which takes a quarter to a third off its compilation: for modules in which
/// nothing is worth inlining elsewhere. Those of the library GnomonClient may not have it: packages that use the library would be
/// refused.
let closed: [SwiftSetting] = settings + [.unsafeFlags(["-disable-cmo"])]
let closedPure: Set = ["Formats", "Loggers", "MCAP", "Phones", "Reports", "SessionFiles", "Sharing"]
let ofClients: Set = ["Files", "GnomonClient"]

/// Modules that compute little: in the folder of the tests (`make built-tests`) they are not optimized, which takes most of their
/// compilation away. Packages and `make run` have them optimized.
let commands: Set = [
  "BrowserServer", "CalibrationCommands", "CommandParts", "Commands", "Diagnosis", "FoxgloveLink", "PhoneLink",
  "SceneCommands",
  "Setup", "Viewer", "Watcher", "WebBridge", "gnomon", "gnomon-manual",
]
let isForTests = Context.environment["GNOMON_TESTS"] != nil

/// Files of a module side by side rather than one module after the other.
let notOptimized = ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"]

/// The settings of an impure target.
func settingsOf(_ name: String) -> [SwiftSetting] {
  if isForTests && commands.contains(name) { return settings + [.unsafeFlags(notOptimized)] }
  return ofClients.contains(name) || name.first?.isLowercase == true ? settings : closed
}

/// A pure target: no file, socket, clock, lock, thread or hidden random number; the same bytes in give the same bytes out.
func pure(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], plugins: [Target.PluginUsage] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude,
    swiftSettings: closedPure.contains(name) ? closed : settings, plugins: plugins)
}

/// A target that may touch the machine.
func impure(_ name: String, _ dependencies: [Target.Dependency] = [], plugins: [Target.PluginUsage] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: settingsOf(name), plugins: plugins)
}

/// A C target that holds the bytes of files (`EMBEDDED_TEXT`) and nothing else, so a pure target may depend on it.
func bytes(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, cSettings: [.headerSearchPath(".")])
}

/// Tests that compute much, or count the allocations of their own loops. Optimizing the others takes minutes of a build and gains
/// nothing: what they test is optimized.
let computing: Set = [
  "AllocationTests", "CalibratorsTests", "FusionTests", "MethodsTests", "OdometryTests", "SamplesTests", "SceneryTests",
  "TieTests", "TrackingTests", "WireTests",
]

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: ["Expectations"] + dependencies,
    swiftSettings: settings + (computing.contains(name) ? [] : [.unsafeFlags(notOptimized)]))
}

let package = Package(
  name: "gnomon",
  products: [
    .executable(name: "gnomon", targets: ["gnomon"]),
    .executable(name: "gnomond", targets: ["gnomond"]),
    .executable(name: "gnomon-share", targets: ["gnomon-share"]),
    .executable(name: "gnomon-drivers", targets: ["gnomon-drivers"]),
    // With the types that its functions take and give.
    .library(name: "GnomonClient", targets: ["GnomonClient", "Wire", "Geodesy", "Geometry", "Text"]),
    .executable(name: "gnomon-bench", targets: ["gnomon-bench"]),
  ],
  targets: [
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    // With R*Tree and FTS5, as Debian builds it.
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    // Any flavour of it does: OpenSSL's or GnuTLS's.
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    // The two compressions of MCAP's chunks.
    .systemLibrary(name: "CZstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CLZ4", providers: [.apt(["liblz4-dev"])]),
    // The client of MQTT's brokers; only `gnomon-share` links it.
    .systemLibrary(name: "CMosquitto", providers: [.apt(["libmosquitto-dev"])]),
    // libssl-dev, behind structs of our own: TLS of the servers of browsers; only the command links it, as libcurl does.
    .target(name: "CTLS", linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
    // Waiting, sockets, clocks and the service manager's protocol, as few plain C functions.
    .target(name: "CPosix"),
    // libiio-dev, behind structs of our own.
    .target(name: "CIIO", linkerSettings: [.linkedLibrary("iio")]),

    // libgps-dev, behind a struct of our own: gpsd's reports decoded.
    .target(name: "CGPS", linkerSettings: [.linkedLibrary("gps")]),

    // The ring of poses in shared memory: its layout and its writer. The header is installed, for readers.
    .target(name: "CRing"),

    pure("Geometry"),
    pure("Text"),
    pure("Phrases", ["Geometry", "Text"]),
    pure("Geodesy", ["Geometry", "Text"]),
    pure("WebPages", ["Text"]),
    pure("Terrain", ["Geometry", "Text", "Geodesy"]),
    pure("Samples", ["Geometry", "Text", "Geodesy"]),
    pure("Fusion", ["Geometry", "Samples"]),
    pure("Odometry", ["Geometry", "Geodesy", "Samples", "Fusion"]),
    pure("Tie", ["Geometry", "Samples", "Fusion"]),
    pure("Alignment", ["Geometry", "Text", "Phrases", "Geodesy", "Samples", "Fusion"]),
    // The knowledge that is kept from one session to the next.
    pure("Learned", ["Geometry", "Text", "Geodesy", "Samples", "Odometry"]),
    pure(
      "Tracking",
      ["Geometry", "Text", "Geodesy", "Terrain", "Samples", "Fusion", "Odometry", "Tie", "Alignment", "Learned"]),
    // The engine's parameters by name, with who reads them and what they do, and those of a recording.
    pure(
      "EngineSettings",
      ["Geometry", "Text", "Geodesy", "Samples", "Odometry", "Tie", "Alignment", "Learned", "Tracking"]),
    // Methods to compare the filters' heading with: only what replays a recording, and the benchmarks, link them.
    pure(
      "Methods",
      ["Geometry", "Geodesy", "Samples", "Fusion", "Odometry", "Alignment", "Tracking"]),
    pure("CalibrationRecords", ["Geometry", "Text", "Geodesy", "Samples"]),
    pure("Calibrators", ["Geometry", "Geodesy", "Samples", "Fusion", "Odometry", "CalibrationRecords"]),
    pure("Allan", ["Geometry", "Samples", "Odometry", "CalibrationRecords", "Calibrators"]),
    pure("Scenery", ["Geometry", "Text", "Phrases", "Geodesy", "Terrain", "Samples"]),
    pure("Formats", ["Geometry", "Text", "Geodesy", "Samples", "Scenery"]),
    pure("MCAP", ["Text"]),
    pure("Loggers", ["Geometry", "Text", "Geodesy", "Samples", "MCAP"]),
    pure("Chips", ["Geometry", "Samples"]),
    pure("Glasses", ["Geometry", "Text", "Samples", "Chips"]),
    pure("Phones", ["Geometry", "Text", "Geodesy", "Samples", "Loggers"]),
    pure("SessionFiles", ["Geometry", "Text", "Geodesy", "Samples", "Alignment", "Tracking", "MCAP"]),
    pure("Simulation", ["Geometry", "Geodesy", "Terrain", "Samples"]),
    pure("PoseFormats", ["Geometry", "Text", "Geodesy", "Samples", "Tracking"]),
    pure("Sharing", ["Geometry", "Text", "Geodesy", "Samples"]),
    bytes("CInterfaces"),
    // Its messages are written from the definitions in its folder Interfaces.
    .plugin(name: "Interfaces", capability: .buildTool()),
    pure("Wire", ["CInterfaces", "Geometry", "Text", "Geodesy"], exclude: ["Interfaces"], plugins: ["Interfaces"]),
    pure(
      "Bridge",
      [
        "Geometry", "Text", "Geodesy", "Terrain", "Samples", "Fusion", "Tie", "Alignment", "Tracking",
        "CalibrationRecords", "Calibrators",
        "Scenery", "Wire",
      ]),
    pure(
      "Reports",
      [
        "Geometry", "Text", "Geodesy", "Samples", "Fusion", "Odometry", "Tie", "Alignment", "Learned", "EngineSettings",
        "Tracking", "Methods", "Allan", "CalibrationRecords", "Calibrators",
        "Scenery", "Formats", "Bridge",
      ]),

    impure("Files"),
    impure("GnomonClient", ["CPosix", "Geometry", "Text", "Wire", "Files"], plugins: ["Interfaces"]),
    impure("SocketServer", ["CPosix", "Text", "Wire"]),
    impure("Configuration", ["Samples", "Odometry", "EngineSettings", "Tracking", "Scenery", "Files"]),
    impure(
      "Outlets",
      [
        "CPosix", "CRing", "Geometry", "Text", "Geodesy", "Samples", "Alignment", "Tracking", "PoseFormats",
        "Configuration",
      ]),
    impure("Recordings", ["Text", "Samples", "CPosix", "CZlib"]),
    impure("ChunkCompression", ["CZstd", "CLZ4"]),
    impure("TerrainTiles", ["Geometry", "Text", "Geodesy", "Terrain", "CZlib", "Files"]),
    impure(
      "Sensors", ["Geometry", "Text", "Geodesy", "Samples", "Configuration", "CPosix", "CIIO", "CGPS", "Files"]),
    impure("Intake", ["Geometry", "Samples", "Sensors"]),
    impure(
      "Storage",
      [
        "CSQLite", "Geometry", "Text", "Geodesy", "Samples", "CalibrationRecords", "Calibrators", "Learned", "Tracking",
        "Scenery", "Files",
      ]),
    impure("ServiceLog", ["Text"]),
    impure("ServiceParts", ["CPosix", "ServiceLog", "Scenery", "Wire", "SocketServer", "Files", "Storage"]),
    impure(
      "ScenePublishing",
      [
        "CPosix", "Geometry", "Text", "Phrases", "Geodesy", "Terrain", "Samples", "Alignment", "Tracking", "Scenery",
        "Formats", "Wire",
        "Bridge",
        "SocketServer", "TerrainTiles", "Storage", "ServiceParts",
      ]),
    impure(
      "Service",
      [
        "CPosix", "Geometry", "Text", "Phrases", "Geodesy", "Terrain", "Samples", "Odometry", "Alignment", "Learned",
        "EngineSettings", "Tracking",
        "CalibrationRecords", "Calibrators", "Scenery", "Formats", "Wire", "Bridge", "SocketServer", "Configuration",
        "Outlets",
        "Recordings", "TerrainTiles", "Sensors", "Intake", "Files", "Storage", "ServiceParts", "ScenePublishing",
      ]),

    .executableTarget(
      name: "gnomond",
      dependencies: [
        "Geometry", "Text", "Samples", "Odometry", "Learned", "EngineSettings", "Tracking", "Simulation",
        "Configuration",
        "Sensors", "Storage",
        "Service",
      ],
      swiftSettings: settings),

    // The service that shares poses with a team.
    .executableTarget(
      name: "gnomon-share",
      dependencies: [
        "CPosix", "CMosquitto", "Geometry", "Text", "Geodesy", "Samples", "Sharing", "Wire", "Files", "GnomonClient",
        "ServiceLog",
      ],
      swiftSettings: settings),

    // The service that reads chips without a driver of the kernel.
    impure(
      "Drivers",
      [
        "Chips", "Glasses", "CPosix", "Geometry", "Text", "Samples", "Wire", "Files", "GnomonClient", "ServiceLog",
      ]),
    .executableTarget(
      name: "gnomon-drivers", dependencies: ["Geometry", "Wire", "GnomonClient", "ServiceLog", "Drivers"],
      swiftSettings: settings),

    // The command: a library for each of its parts, and the program that offers them all.
    bytes("CEffects", ["CInterfaces"]),
    impure(
      "CommandParts",
      [
        "CEffects", "Geometry", "Text", "Phrases", "Geodesy", "Samples", "Wire", "Files", "GnomonClient", "Recordings",
        "CPosix",
      ]),
    impure(
      "Playback",
      [
        "Geometry", "Text", "Samples", "Odometry", "Alignment", "Learned", "EngineSettings", "Tracking", "Methods",
        "Recordings", "CommandParts",
      ]),
    impure(
      "SceneCommands",
      [
        "CPosix", "Geometry", "Text", "Phrases", "Geodesy", "Terrain", "Scenery", "Formats", "Wire", "Bridge",
        "GnomonClient",
        "Recordings", "TerrainTiles", "CCurl", "Files", "CommandParts",
      ]),
    impure(
      "BrowserServer", ["CTLS", "CPosix", "Text", "WebPages", "Wire", "Files", "GnomonClient", "CommandParts"]),
    bytes("CViewPage", ["CInterfaces"]),
    .target(
      name: "Viewer",
      dependencies: [
        "CViewPage", "Geometry", "Text", "WebPages", "Geodesy", "Samples", "Tracking", "Formats", "Wire",
        "GnomonClient", "CommandParts", "BrowserServer", "Reports", "Playback", "SceneCommands",
      ],
      exclude: ["Page"], swiftSettings: settingsOf("Viewer")),
    impure(
      "WebBridge",
      ["Text", "WebPages", "Wire", "GnomonClient", "Configuration", "CommandParts", "BrowserServer"]),
    impure(
      "FoxgloveLink",
      [
        "Geometry", "Text", "WebPages", "Geodesy", "SessionFiles", "Wire", "GnomonClient", "Configuration",
        "CommandParts", "BrowserServer",
      ]),
    impure(
      "PhoneLink",
      [
        "CPosix", "Geometry", "Text", "WebPages", "Samples", "Phones", "Wire", "Files", "GnomonClient", "CommandParts",
        "BrowserServer",
      ]),
    impure(
      "Watcher",
      [
        "CPosix", "Geometry", "Text", "Geodesy", "Samples", "Alignment", "Wire", "Files", "GnomonClient",
        "CommandParts",
      ]),
    impure(
      "Diagnosis",
      [
        "Chips", "Glasses", "CPosix", "Geometry", "Text", "Wire", "Files", "GnomonClient", "Recordings",
        "Configuration",
        "Sensors",
        "CommandParts",
      ]),
    impure(
      "Setup",
      [
        "Geometry", "Text", "Wire", "Files", "GnomonClient", "Recordings", "Configuration", "CommandParts",
      ]),
    impure(
      "CalibrationCommands",
      [
        "CPosix", "Geometry", "Text", "Geodesy", "Samples", "Allan", "CalibrationRecords", "Calibrators", "Bridge",
        "Wire",
        "Reports", "GnomonClient", "Recordings", "CommandParts", "SceneCommands",
      ]),
    impure(
      "Commands",
      [
        "CPosix", "Geometry", "Text", "Geodesy", "Terrain", "Samples", "Fusion", "Odometry", "Alignment", "Learned",
        "EngineSettings", "Tracking", "Methods",
        "Allan", "CalibrationRecords", "Calibrators", "Scenery", "Formats", "Loggers", "SessionFiles", "Simulation",
        "Sharing", "Wire",
        "Reports", "Files", "GnomonClient", "Recordings", "ChunkCompression", "TerrainTiles", "Configuration",
        "Sensors", "CommandParts", "Playback", "SceneCommands", "CalibrationCommands", "Viewer", "WebBridge", "Watcher",
        "Diagnosis", "Setup", "PhoneLink", "FoxgloveLink",
      ]),
    .executableTarget(
      name: "gnomon", dependencies: ["Wire", "CommandParts", "Commands"], swiftSettings: settingsOf("gnomon")),

    // Writes the manual, the completions and the reference of the settings (make manual); it is not installed.
    .executableTarget(
      name: "gnomon-manual",
      dependencies: [
        "Text", "Samples", "Odometry", "Alignment", "EngineSettings", "Tracking", "CalibrationRecords", "Calibrators",
        "Scenery",
        "Simulation", "Sharing",
        "Wire", "GnomonClient", "Configuration", "CommandParts", "Drivers", "Commands",
      ],
      swiftSettings: settingsOf("gnomon-manual")),

    // Tests. CGeodesic is libproj's geodesic solver, an oracle that only the tests see.
    .systemLibrary(name: "CGeodesic", path: "Tests/CGeodesic", providers: [.apt(["libproj-dev"])]),
    // Counts heap allocations, for tests and benchmarks of what must not make any, and marks what callgrind counts.
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    // Single comparisons, by a function that compiles faster than the macro.
    .target(name: "Expectations", path: "Tests/Expectations", swiftSettings: settings),
    // Data that is not in the repository, for the tests that can use it.
    .target(name: "TestData", path: "Tests/TestData", swiftSettings: settings),
    .target(
      name: "TestSupport",
      dependencies: ["Sensors", "GnomonClient", "Simulation", "Samples", "Geometry", "CPosix"],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    // The scene of a daemon with one subscriber, for tests and benchmarks.
    .target(
      name: "SceneRig", dependencies: ["Service", "Samples", "Wire", "Geometry", "Text", "CPosix"],
      path: "Tests/SceneRig", swiftSettings: settings),
    // A recording as lines, and how far the poses of two of them are apart.
    .target(
      name: "PlayedWalks",
      dependencies: ["TestSupport", "Simulation", "Tracking", "Samples", "Geodesy", "Geometry", "Text"],
      path: "Tests/PlayedWalks", swiftSettings: settings),
    // Chips as their registers, on a bus.
    .target(
      name: "ChipModels", dependencies: ["Chips", "Glasses", "Samples", "Geometry", "Text"], path: "Tests/ChipModels",
      swiftSettings: settings),
    // Trials that tests and benchmarks judge methods by.
    .target(
      name: "Trials", dependencies: ["Geometry", "Geodesy", "Samples", "Methods", "Simulation"], path: "Tests/Trials",
      swiftSettings: settings),
    // The installable header of the ring, as a reader in C uses it.
    .target(name: "CRingReader", dependencies: ["CRing"], path: "Tests/CRingReader"),
    .executableTarget(
      name: "gnomon-bench",
      dependencies: [
        "Geometry", "Text", "Geodesy", "Samples", "Odometry", "Alignment", "EngineSettings", "Tracking", "Methods",
        "Scenery", "Formats",
        "Simulation", "Recordings", "Sensors", "Files", "Storage", "Service", "SceneRig", "CPosix", "CAllocations",
        "Trials",
        "PoseFormats", "CRing", "CRingReader",
      ],
      path: "Benchmarks", exclude: ["accuracy.json", "budget.json", "nightly.json", "noted.json", "speed.json"],
      swiftSettings: settings),
    // The readers of foreign bytes with what holds of each for every input: for the fuzzer, and for tests of what it has found.
    .target(
      name: "FuzzReaders",
      dependencies: [
        "Geometry", "Text", "WebPages", "Geodesy", "Terrain", "Samples", "Fusion", "Odometry", "Learned",
        "EngineSettings", "Tracking",
        "CalibrationRecords", "Calibrators", "Scenery", "Formats", "Loggers", "Chips", "Glasses", "Phones",
        "ChunkCompression",
        "Sharing",
        "Wire", "Reports",
        "Configuration", "Recordings", "TerrainTiles", "Sensors",
      ],
      path: "Tests/Fuzz/Readers", swiftSettings: settings),
    tests("FuzzTests", ["FuzzReaders", "TestSupport"]),
    tests("ExpectationsTests", []),
    tests("GeometryTests", ["Geometry"]),
    tests("TextTests", ["Text"]),
    tests("WebPagesTests", ["WebPages", "Geometry"]),
    tests("GeodesyTests", ["Geodesy", "Geometry", "Text", "CGeodesic", "CAllocations", "TestData"]),
    tests("TerrainTests", ["Terrain", "TerrainTiles", "Geodesy", "Geometry"]),
    tests("SamplesTests", ["Samples", "Geodesy", "Geometry", "Text", "CAllocations"]),
    tests("FusionTests", ["Fusion", "Geometry", "Samples", "CAllocations"]),
    tests("TieTests", ["Tie", "Fusion", "Geodesy", "Geometry", "Samples", "CAllocations"]),
    tests("OdometryTests", ["Odometry", "Fusion", "Simulation", "Samples", "Geodesy", "Geometry", "CAllocations"]),
    tests("AlignmentTests", ["Fusion", "Alignment", "Samples", "Geodesy", "Geometry", "Text", "CAllocations"]),
    tests(
      "TrackingTests",
      [
        "TestData", "Recordings", "Learned", "EngineSettings", "Tracking", "Alignment", "Tie", "Odometry", "Fusion",
        "Simulation", "Samples",
        "Geodesy",
        "Text", "Geometry", "Terrain", "CAllocations",
      ]),
    tests(
      "MethodsTests",
      [
        "Trials", "Methods", "Tracking", "Alignment", "Odometry", "Simulation", "Samples", "Geodesy", "Geometry",
        "CAllocations",
      ]),
    tests(
      "CalibratorsTests",
      [
        "TestData", "Allan", "CalibrationRecords", "Calibrators", "Text", "Recordings", "Simulation", "Odometry",
        "Samples", "Geodesy", "Geometry",
        "CAllocations",
      ]),
    tests("SceneryTests", ["Scenery", "Phrases", "Terrain", "Samples", "Geodesy", "Geometry", "Text", "CAllocations"]),
    tests(
      "FormatsTests", ["TestData", "Formats", "Scenery", "Samples", "Geodesy", "Geometry", "Text"]),
    tests(
      "PhonesTests",
      ["TestSupport", "PlayedWalks", "Phones", "Loggers", "Samples", "Geometry"]),
    tests("ChipsTests", ["ChipModels", "Chips", "Glasses", "Samples", "Geometry", "Text"]),
    tests("LoggersTests", ["Loggers", "MCAP", "ChunkCompression", "Samples", "Geodesy", "Geometry", "Text"]),
    tests(
      "SessionFilesTests",
      [
        "SessionFiles", "Loggers", "MCAP", "ChunkCompression", "Simulation", "Tracking", "Samples", "Geodesy",
        "Geometry", "Text",
      ]),
    tests(
      "ReportsTests",
      [
        "TestSupport", "Reports", "Fusion", "Simulation", "Scenery", "EngineSettings", "Tracking", "Methods",
        "Alignment", "Samples", "Geodesy",
        "Geometry", "Text",
      ]),
    tests(
      "StorageTests",
      ["Files", "Storage", "CSQLite", "CalibrationRecords", "Calibrators", "Samples", "Scenery", "Geodesy", "Geometry"]),
    tests("SharingTests", ["Sharing", "Samples", "Geodesy", "Geometry", "Text"]),
    tests("SimulationTests", ["Simulation", "Samples", "Geodesy", "Geometry", "Text"]),
    tests("WireTests", ["Wire", "Geometry", "Geodesy", "Text", "CAllocations"]),
    // Optimized, since it counts what optimized code allocates; so it is none of ServiceTests.
    tests(
      "AllocationTests",
      ["TestSupport", "Service", "Simulation", "Tracking", "Samples", "Wire", "CPosix", "CAllocations"]),
    tests(
      "ServiceTests",
      [
        "TestSupport", "SceneRig", "Service", "ScenePublishing", "ServiceParts", "SocketServer", "Bridge",
        "GnomonClient", "Wire", "Recordings",
        "Simulation",
        "Learned", "EngineSettings", "Tracking", "Samples", "Files", "Storage", "Scenery", "Odometry", "Geodesy",
        "Geometry", "Text", "CPosix",
        "CAllocations", "gnomond", "Alignment", "CalibrationRecords", "Calibrators", "Sensors", "Configuration",
        "Terrain", "TerrainTiles",
      ]),
    tests(
      "OutletsTests",
      [
        "TestSupport", "Outlets", "PoseFormats", "CRing", "CRingReader", "CAllocations", "CPosix", "Configuration",
        "Simulation", "Tracking", "Samples", "Geodesy", "Geometry", "Text",
      ]),
    tests(
      "IntakeTests",
      [
        "TestSupport", "Intake", "Sensors", "Service", "Wire", "Simulation", "Tracking", "Recordings", "Samples",
        "SocketServer", "Geometry", "Text", "Outlets", "Configuration", "gnomond", "CPosix",
      ]),
    tests("ConfigurationTests", ["Configuration", "Odometry", "Tracking", "Geometry"]),
    tests("RecordingsTests", ["TestData", "TestSupport", "Recordings", "Samples", "Simulation", "Text"]),
    // Prints what the sensors of the machine say, for tests that show it another machine.
    .executableTarget(
      name: "sensor-probe", dependencies: ["Geometry", "Samples", "Sensors"], path: "Tests/SensorProbe",
      swiftSettings: settings),
    tests(
      "SensorsTests",
      ["TestData", "TestSupport", "Sensors", "sensor-probe", "Samples", "Geodesy", "Geometry", "CAllocations"]),
    // The program of docs/clients/swift.md, of which the page prints a part.
    .executableTarget(
      name: "client-example", dependencies: ["GnomonClient", "Wire"], path: "Tests/ClientExample",
      swiftSettings: settings),
    tests(
      "gnomonTests",
      [
        "gnomon", "gnomon-manual", "gnomond", "gnomon-share", "gnomon-drivers", "gnomon-bench", "client-example",
        "CommandParts",
        "SceneCommands", "Commands", "Viewer", "WebBridge", "Watcher", "Diagnosis", "Setup", "Service", "Sensors",
        "Chips", "Glasses", "Simulation", "Learned", "EngineSettings", "Tracking", "GnomonClient", "Allan",
        "CalibrationRecords",
        "Calibrators", "CalibrationCommands", "Configuration", "Fusion",
        "Odometry", "Methods",
        "Alignment",
        "Scenery", "Samples", "Wire", "WebPages", "Geodesy", "Geometry", "Text", "TestData", "TestSupport",
        "PlayedWalks", "Phones", "PhoneLink", "Loggers", "ChipModels", "Drivers", "CPosix",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// `make test ONLY=engine`: the tests of one part with all that they depend on, and nothing else. Each test target is in one part.
let parts = [
  "values": [
    "ExpectationsTests", "GeometryTests", "TextTests", "GeodesyTests", "WebPagesTests", "TerrainTests",
    "SimulationTests",
  ],
  "engine": [
    "SamplesTests", "FusionTests", "OdometryTests", "TieTests", "AlignmentTests", "TrackingTests", "MethodsTests",
  ],
  "calibration": ["CalibratorsTests"],
  "scene": ["SceneryTests", "FormatsTests", "ReportsTests"],
  "service": [
    "ServiceTests", "OutletsTests", "IntakeTests", "ConfigurationTests", "RecordingsTests", "SensorsTests",
    "StorageTests", "WireTests", "AllocationTests",
  ],
  "command": [
    "gnomonTests", "FuzzTests", "LoggersTests", "PhonesTests", "ChipsTests", "SessionFilesTests", "SharingTests",
  ],
]
let testTargets = package.targets.filter { $0.type == .test }.map(\.name).sorted()
guard testTargets == parts.values.joined().sorted() else {
  fatalError("`parts` of Package.swift has to name each test target once: \(testTargets.joined(separator: ", "))")
}
if let part = Context.environment["GNOMON_ONLY"], !part.isEmpty {
  guard let tests = parts[part] else {
    fatalError("GNOMON_ONLY is '\(part)', which is none of \(parts.keys.sorted().joined(separator: ", "))")
  }
  var needed = Set(tests), waiting = tests
  while let name = waiting.popLast(), let target = package.targets.first(where: { $0.name == name }) {
    for case .byNameItem(let other, _) in target.dependencies where needed.insert(other).inserted {
      waiting.append(other)
    }
  }
  package.targets.removeAll { $0.type != .plugin && !needed.contains($0.name) }
  package.products = []
}

// The fuzzer has no main of its own: libFuzzer brings one (scripts/fuzz), so it is there only when asked for.
if Context.environment["GNOMON_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "gnomon-fuzz", dependencies: ["FuzzReaders"], path: "Tests/Fuzz/Main", swiftSettings: settings))
}
