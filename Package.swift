// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

let language: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .treatAllWarnings(as: .error),
]
let library: [SwiftSetting] = language + [.treatWarning("ExplicitSendable", as: .error)]
let wrapper: [SwiftSetting] = library + [.strictMemorySafety()]

/// Where the toolchain keeps the SwiftSyntax of its compiler, if it does: beside the library that runs this description
/// (docs/decisions/0035-macros.md).
func swiftSyntaxFolder() -> String? {
    if let folder = Context.environment["VICINITY_SWIFT_SYNTAX"] { return folder }
    let maps = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
    let libraries = String(decoding: maps, as: UTF8.self).split(separator: "\n")
        .filter { $0.hasSuffix("/pm/ManifestAPI/libPackageDescription.so") }
    guard let path = libraries.first?.drop(while: { $0 != "/" }) else { return nil }
    let folder = URL(filePath: String(path)).appending(path: "../../../host").standardizedFileURL.path
    return FileManager.default.fileExists(atPath: folder + "/SwiftSyntax.swiftmodule") ? folder : nil
}

let package = Package(
    name: "vicinity",
    // Only `Companion` and what it uses are meant for them.
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .executable(name: "vicinity", targets: ["vicinity"]),
        .library(name: "Numerics", targets: ["Numerics"]),
        .library(name: "Geodesy", targets: ["Geodesy"]),
        .library(name: "Beacons", targets: ["Beacons"]),
        .library(name: "Ranging", targets: ["Ranging"]),
        .library(name: "Observations", targets: ["Observations"]),
        .library(name: "Conditions", targets: ["Conditions"]),
        .library(name: "Authorization", targets: ["Authorization"]),
        .library(name: "Formats", targets: ["Formats"]),
        .library(name: "Fences", targets: ["Fences"]),
        .library(name: "Bluetooth", targets: ["Bluetooth"]),
        .library(name: "SQLite", targets: ["SQLite"]),
        .library(name: "PostgreSQL", targets: ["PostgreSQL"]),
        .library(name: "Monitoring", targets: ["Monitoring"]),
        .library(name: "LocationCompatibility", targets: ["LocationCompatibility"]),
        .library(name: "TipRules", targets: ["TipRules"]),
        .library(name: "TipCore", targets: ["TipCore"]),
        .library(name: "TipEngine", targets: ["TipEngine"]),
        .library(name: "TipRuntime", targets: ["TipRuntime"]),
        .library(name: "TipCatalogues", targets: ["TipCatalogues"]),
        .library(name: "Cryptography", targets: ["Cryptography"]),
        .library(name: "QRCode", targets: ["QRCode"]),
        .library(name: "Pictures", targets: ["Pictures"]),
        .library(name: "ESCPOS", targets: ["ESCPOS"]),
        .library(name: "Gzip", targets: ["Gzip"]),
        .library(name: "JSON", targets: ["JSON"]),
        .library(name: "WebAuthn", targets: ["WebAuthn"]),
        .library(name: "WebPush", targets: ["WebPush"]),
        .library(name: "Webhooks", targets: ["Webhooks"]),
        .library(name: "HTTPCore", targets: ["HTTPCore"]),
        .library(name: "HTTPServer", targets: ["HTTPServer"]),
        .library(name: "Outgoing", targets: ["Outgoing"]),
        .library(name: "OpenIDConnect", targets: ["OpenIDConnect"]),
        .library(name: "Essentials", targets: ["Essentials"]),
        .library(name: "Ordering", targets: ["Ordering"]),
        .library(name: "Kitchen", targets: ["Kitchen"]),
        .library(name: "Attendance", targets: ["Attendance"]),
        .library(name: "Workplace", targets: ["Workplace"]),
        .library(name: "WorkplaceClient", targets: ["WorkplaceClient"]),
        .library(name: "Companion", targets: ["Companion"]),
        .library(name: "CommandLineArguments", targets: ["CommandLineArguments"]),
        // For the package of the fuzzers.
        .library(name: "Fuzzing", targets: ["Fuzzing"]),
    ],
    targets: [
        // C
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .target(name: "CReceiveGate", linkerSettings: [.linkedLibrary("gnutls")]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(
            name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CSPNG", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        // Core
        .target(name: "Numerics", swiftSettings: library),
        .target(name: "Geodesy", dependencies: ["Numerics"], swiftSettings: library),
        .target(name: "Beacons", swiftSettings: wrapper),
        .target(name: "Ranging", dependencies: ["Numerics", "Beacons"], swiftSettings: library),
        .target(name: "Observations", dependencies: ["Geodesy", "Beacons"], swiftSettings: library),
        .target(
            name: "Conditions", dependencies: ["Geodesy", "Beacons", "Observations"], swiftSettings: library),
        .target(name: "Authorization", dependencies: ["Observations"], swiftSettings: library),
        .target(name: "TipRules", swiftSettings: library),
        .target(name: "TipCore", dependencies: ["TipRules"], swiftSettings: library),
        .target(
            name: "BrowserCore", dependencies: ["Authorization", "Conditions", "Geodesy", "Observations"],
            swiftSettings: wrapper),
        .target(name: "TipPageCore", dependencies: ["TipRules", "TipCore"], swiftSettings: wrapper),
        // Bindings and protocols
        .target(name: "Processes", swiftSettings: wrapper),
        .target(name: "SQLite", dependencies: ["CSQLite"], swiftSettings: wrapper),
        .target(name: "PostgreSQL", dependencies: ["CPostgreSQL", "COpenSSL"], swiftSettings: wrapper),
        .target(name: "Cryptography", dependencies: ["COpenSSL", "CArgon2"], swiftSettings: wrapper),
        .target(name: "QRCode", dependencies: ["CQREncode"], swiftSettings: wrapper),
        .target(name: "Pictures", dependencies: ["CTurboJPEG", "CSPNG", "CWebP"], swiftSettings: wrapper),
        .target(name: "DBus", dependencies: ["CSystemd"], swiftSettings: wrapper),
        .target(name: "ESCPOS", swiftSettings: library),
        .target(name: "Gzip", dependencies: ["CZlib"], swiftSettings: wrapper),
        .target(name: "JSON", swiftSettings: library),
        .target(name: "Metrics", swiftSettings: library),
        .target(name: "Tracing", dependencies: ["JSON"], swiftSettings: library),
        .target(name: "WebAuthn", dependencies: ["Cryptography", "JSON"], swiftSettings: library),
        .target(name: "WebPush", dependencies: ["Cryptography", "JSON"], swiftSettings: library),
        .target(name: "Webhooks", dependencies: ["Cryptography", "JSON"], swiftSettings: library),
        .target(name: "HTTPCore", dependencies: ["JSON"], swiftSettings: library),
        .target(
            name: "HTTPServer", dependencies: ["HTTPCore", "Tracing", "CMicroHTTPD", "CReceiveGate"],
            swiftSettings: wrapper),
        .target(name: "Outgoing", dependencies: ["Tracing", "CCurl", "COpenSSL"], swiftSettings: wrapper),
        .target(name: "OpenIDConnect", dependencies: ["Cryptography", "JSON"], swiftSettings: library),
        // Libraries
        .target(
            name: "Bluetooth", dependencies: ["Beacons", "Observations", "Processes", "DBus"],
            swiftSettings: wrapper),
        .target(
            name: "Machine",
            dependencies: ["Beacons", "Observations", "Authorization", "Bluetooth", "Processes"],
            swiftSettings: wrapper),
        .target(
            name: "Fences", dependencies: ["Geodesy", "Beacons", "Observations", "Conditions"],
            swiftSettings: wrapper),
        .target(
            name: "Monitoring",
            dependencies: [
                "Numerics", "Geodesy", "Beacons", "Ranging", "Observations", "Conditions", "Authorization",
                "Processes", "SQLite",
            ],
            swiftSettings: wrapper),
        .target(
            name: "LocationCompatibility",
            dependencies: [
                "Geodesy", "Beacons", "Ranging", "Observations", "Conditions", "Authorization", "Monitoring",
                "Processes", "Bluetooth", "Machine",
            ],
            swiftSettings: library),
        .target(
            name: "Formats", dependencies: ["Geodesy", "Beacons", "Observations", "Conditions", "JSON"],
            swiftSettings: library),
        .target(
            name: "TipRuntime", dependencies: ["TipRules", "TipCore", "Processes", "SQLite"],
            swiftSettings: library),
        .target(name: "TipViews", dependencies: ["TipRuntime", "TipCore", "JSON"], swiftSettings: library),
        .target(name: "TipEngine", dependencies: ["TipRuntime", "TipViews"], swiftSettings: library),
        .target(
            name: "TipCatalogues", dependencies: ["TipRules", "TipCore", "JSON"], swiftSettings: library),
        // Domain
        .target(name: "Essentials", swiftSettings: library),
        .target(name: "Ordering", dependencies: ["Essentials"], swiftSettings: library),
        .target(name: "Kitchen", dependencies: ["Ordering", "Essentials"], swiftSettings: library),
        .target(name: "Attendance", dependencies: ["Essentials"], swiftSettings: library),
        // Application
        .target(
            name: "Workplace",
            dependencies: [
                "Tracing",
                "Essentials", "Ordering", "Kitchen", "Attendance", "JSON", "Geodesy", "Beacons",
                "Observations", "Conditions", "Authorization", "Formats", "SQLite", "PostgreSQL",
                "Cryptography", "WebAuthn", "OpenIDConnect", "WebPush", "Webhooks", "ESCPOS", "Pictures",
                "TipRules", "TipCore", "TipCatalogues",
            ],
            swiftSettings: library),
        // Web
        .target(
            name: "WorkplaceAPI",
            dependencies: [
                "Workplace", "HTTPCore", "Cryptography", "WebAuthn", "OpenIDConnect", "QRCode", "Gzip",
                "JSON", "Metrics",
                "Essentials", "ESCPOS",
                "Ordering",
                "Kitchen",
                "Attendance", "Geodesy", "Beacons", "Conditions", "TipRules", "TipCore",
                "TipCatalogues",
            ],
            swiftSettings: library),
        // Client
        .target(name: "WorkplaceClient", dependencies: ["JSON", "Essentials"], swiftSettings: library),
        .target(
            name: "Companion",
            dependencies: [
                "WorkplaceClient", "JSON", "Essentials", "Processes",
                // Apple's devices have Core Location itself.
                .target(
                    name: "LocationCompatibility", condition: .when(platforms: [.linux, .android])),
            ],
            swiftSettings: library),
        // Program
        .target(name: "CommandLineArguments", swiftSettings: library),
        .executableTarget(
            name: "vicinity",
            dependencies: [
                "Attendance", "Beacons", "Bluetooth", "CommandLineArguments", "Conditions", "Cryptography",
                "DBus", "Essentials", "Formats", "Geodesy", "Gzip",
                "HTTPCore", "HTTPServer", "JSON", "Kitchen", "Metrics", "Monitoring", "Observations",
                "OpenIDConnect", "Ordering",
                "Authorization", "ESCPOS", "Machine", "Outgoing", "QRCode", "Ranging", "SQLite",
                "TipCatalogues",
                "TipCore", "TipRules",
                "TipRuntime", "Tracing",
                "Workplace",
                "WorkplaceAPI", "WorkplaceClient", "Processes",
            ],
            swiftSettings: language),
        // Examples
        .executableTarget(
            name: "Greeter",
            dependencies: [
                "LocationCompatibility", "Monitoring", "Authorization", "Observations", "Beacons", "Geodesy",
            ],
            path: "Examples/Greeter", exclude: ["README.md", "Expected"], swiftSettings: language),
        .executableTarget(
            name: "CafeBeacons",
            dependencies: [
                "LocationCompatibility", "Monitoring", "Authorization", "Observations", "Beacons", "Geodesy",
            ],
            path: "Examples/CafeBeacons", exclude: ["README.md", "Expected"], swiftSettings: language),
        .executableTarget(
            name: "AttendancePair",
            dependencies: [
                "LocationCompatibility", "Monitoring", "Authorization", "Observations", "Beacons", "Geodesy",
            ],
            path: "Examples/AttendancePair", exclude: ["README.md", "Expected"], swiftSettings: language),
        .executableTarget(
            name: "PocketCompanion",
            dependencies: [
                "Companion", "WorkplaceClient", "LocationCompatibility", "Monitoring", "Authorization",
                "Observations", "Beacons", "Geodesy",
            ],
            path: "Examples/PocketCompanion", exclude: ["README.md"], swiftSettings: language),
        .executableTarget(
            name: "TrailTips", dependencies: ["TipEngine", "TipCore", "TipRules"],
            path: "Examples/TrailTips", exclude: ["README.md", "Expected"], swiftSettings: language),
        .executableTarget(
            name: "FenceEvents",
            dependencies: ["Fences", "Formats", "JSON", "Geodesy", "Observations", "Conditions"],
            path: "Examples/FenceEvents",
            exclude: ["README.md", "Expected", "areas.json", "morning.jsonl", "noon.jsonl"],
            swiftSettings: language),
        .executableTarget(
            name: "WebDelivery", dependencies: ["WebPush", "Webhooks", "Cryptography", "JSON"],
            path: "Examples/WebDelivery", exclude: ["README.md"], swiftSettings: language),
        // Test help
        .target(name: "TestSupport", swiftSettings: language),
        .target(
            name: "WorkplaceFixtures",
            dependencies: ["TestSupport", "Workplace", "PostgreSQL", "Essentials", "Ordering", "Kitchen"],
            swiftSettings: language),
        .target(
            name: "Fuzzing",
            dependencies: [
                "Beacons", "Conditions", "Cryptography", "Essentials", "Formats", "Geodesy", "HTTPCore",
                "JSON",
                "Observations", "OpenIDConnect", "Outgoing", "TipCatalogues", "TipCore", "TipRules",
                "WebAuthn",
                "WebPush",
                "Webhooks",
                "Workplace",
                "WorkplaceAPI",
            ],
            swiftSettings: library),
        // Tests
        .testTarget(
            name: "NumericsTests", dependencies: ["Numerics", "TestSupport"], swiftSettings: language),
        .testTarget(
            name: "GeodesyTests", dependencies: ["Geodesy", "TestSupport"], exclude: ["Fixtures"],
            swiftSettings: language),
        .testTarget(
            name: "ObservationsTests", dependencies: ["Observations", "Geodesy"], swiftSettings: language),
        .testTarget(
            name: "AuthorizationTests", dependencies: ["Authorization", "Observations", "TestSupport"],
            swiftSettings: language),
        .testTarget(
            name: "RangingTests", dependencies: ["Ranging", "Beacons", "TestSupport"], swiftSettings: language
        ),
        .testTarget(
            name: "BeaconsTests", dependencies: ["Beacons", "Cryptography", "TestSupport"],
            swiftSettings: language),
        .testTarget(
            name: "MachineTests",
            dependencies: [
                "Machine", "Authorization", "Beacons", "Bluetooth", "Observations", "Processes",
                "TestSupport",
            ],
            swiftSettings: language),
        .testTarget(
            name: "BluetoothTests",
            dependencies: ["Bluetooth", "DBus", "Beacons", "TestSupport"],
            swiftSettings: language),
        .testTarget(
            name: "ConditionsTests",
            dependencies: ["Conditions", "Observations", "Geodesy", "Beacons", "TestSupport"],
            swiftSettings: language),
        .testTarget(
            name: "FencesTests",
            dependencies: [
                "Fences", "Monitoring", "Geodesy", "Beacons", "Observations", "Conditions", "TestSupport",
            ],
            swiftSettings: language),
        .testTarget(name: "SQLiteTests", dependencies: ["SQLite", "CSQLite"], swiftSettings: language),
        .testTarget(name: "PostgreSQLTests", dependencies: ["PostgreSQL"], swiftSettings: language),
        .testTarget(
            name: "MonitoringTests",
            dependencies: [
                "Monitoring", "Geodesy", "Beacons", "Ranging", "Observations", "Conditions", "Authorization",
                "Processes", "SQLite", "TestSupport",
            ],
            swiftSettings: language),
        .testTarget(
            name: "LocationCompatibilityTests",
            dependencies: [
                "LocationCompatibility", "Geodesy", "Beacons", "Ranging", "Observations", "Conditions",
                "Authorization", "Monitoring", "Bluetooth", "Machine",
            ],
            swiftSettings: language),
        .testTarget(
            name: "TipRulesTests", dependencies: ["TipRules", "TestSupport"], swiftSettings: language),
        .testTarget(
            name: "TipCoreTests", dependencies: ["TipCore", "TipRules", "TestSupport"],
            swiftSettings: language),
        .testTarget(
            name: "TipEngineTests",
            dependencies: [
                "TipEngine", "TipRuntime", "TipViews", "TipRules", "TipCore", "Processes", "SQLite", "JSON",
                "TestSupport",
            ],
            swiftSettings: language),
        .testTarget(
            name: "TipCataloguesTests",
            dependencies: ["TipCatalogues", "TipRules", "TipCore", "JSON", "TestSupport"],
            swiftSettings: language),
        .testTarget(
            name: "CryptographyTests", dependencies: ["Cryptography"], exclude: ["Fixtures"],
            swiftSettings: language),
        .testTarget(
            name: "PicturesTests", dependencies: ["Pictures", "TestSupport"], exclude: ["Fixtures"],
            swiftSettings: language),
        .testTarget(name: "QRCodeTests", dependencies: ["QRCode"], swiftSettings: language),
        .testTarget(
            name: "ESCPOSTests", dependencies: ["ESCPOS"], exclude: ["Golden"], swiftSettings: language),
        .testTarget(name: "GzipTests", dependencies: ["Gzip"], swiftSettings: language),
        .testTarget(name: "JSONTests", dependencies: ["JSON"], swiftSettings: language),
        .testTarget(name: "MetricsTests", dependencies: ["Metrics"], swiftSettings: language),
        .testTarget(name: "TracingTests", dependencies: ["Tracing", "JSON"], swiftSettings: language),
        .testTarget(
            name: "WebAuthnTests", dependencies: ["WebAuthn", "Cryptography", "JSON", "TestSupport"],
            exclude: ["Fixtures"], swiftSettings: language),
        .testTarget(
            name: "WebPushTests", dependencies: ["WebPush", "Cryptography", "JSON"], swiftSettings: language),
        .testTarget(
            name: "WebhooksTests", dependencies: ["Webhooks", "Cryptography", "JSON"], swiftSettings: language
        ),
        .testTarget(
            name: "FormatsTests",
            dependencies: [
                "Formats", "Geodesy", "Beacons", "Observations", "Conditions", "JSON", "TestSupport",
            ],
            swiftSettings: language),
        .testTarget(
            name: "HTTPCoreTests", dependencies: ["HTTPCore", "JSON", "TestSupport"], swiftSettings: language),
        .testTarget(
            name: "HTTPServerTests", dependencies: ["HTTPServer", "HTTPCore", "TestSupport"],
            swiftSettings: language),
        .testTarget(
            name: "OutgoingTests", dependencies: ["Outgoing", "TestSupport"], swiftSettings: language),
        .testTarget(
            name: "OpenIDConnectTests", dependencies: ["OpenIDConnect", "Cryptography", "JSON"],
            exclude: ["Fixtures/tokens.json", "Fixtures/tokens.py"], swiftSettings: language),
        .testTarget(name: "EssentialsTests", dependencies: ["Essentials"], swiftSettings: language),
        .testTarget(
            name: "OrderingTests", dependencies: ["Ordering", "Essentials", "TestSupport"],
            swiftSettings: language),
        .testTarget(
            name: "KitchenTests", dependencies: ["Kitchen", "Ordering", "Essentials", "TestSupport"],
            swiftSettings: language
        ),
        .testTarget(
            name: "AttendanceTests", dependencies: ["Attendance", "Essentials", "TestSupport"],
            swiftSettings: language),
        .testTarget(
            name: "WorkplaceTests",
            dependencies: [
                "Workplace", "SQLite", "PostgreSQL", "Essentials", "Ordering", "Kitchen", "Attendance",
                "JSON",
                "Beacons", "Observations", "OpenIDConnect", "Conditions", "TipRules", "TipCore",
                "TipCatalogues", "Cryptography", "WebPush", "Webhooks", "ESCPOS",
                "TestSupport", "WorkplaceFixtures",
            ],
            swiftSettings: language),
        .testTarget(
            name: "WorkplaceAPITests",
            dependencies: [
                "WorkplaceAPI", "Workplace", "HTTPCore", "Gzip", "JSON", "Metrics", "Beacons", "Essentials",
                "Ordering",
                "Kitchen", "Attendance", "Cryptography", "TipRules", "TipCore", "TipCatalogues",
                "WebPush", "SQLite", "TestSupport", "WorkplaceFixtures",
            ],
            swiftSettings: language),
        .testTarget(
            name: "FuzzingTests", dependencies: ["Fuzzing", "TestSupport"], swiftSettings: language),
        .testTarget(
            name: "WorkplaceClientTests", dependencies: ["WorkplaceClient", "JSON", "Essentials"],
            swiftSettings: language),
        .testTarget(
            name: "CompanionTests",
            dependencies: [
                "Companion", "WorkplaceClient", "JSON", "Essentials", "LocationCompatibility", "Observations",
                "Beacons", "Authorization", "Monitoring", "TestSupport",
            ],
            swiftSettings: language),
        .testTarget(
            name: "CommandLineArgumentsTests", dependencies: ["CommandLineArguments"], swiftSettings: language
        ),
        .testTarget(
            name: "vicinityTests",
            dependencies: [
                "vicinity", "Beacons", "CommandLineArguments", "Conditions", "ESCPOS", "Formats", "JSON",
                "Monitoring",
                "Essentials", "Observations", "OpenIDConnect", "TipCatalogues", "TipCore", "TipRules",
                "Ranging", "Workplace",
                "Authorization", "Machine", "Outgoing", "WorkplaceClient", "TestSupport",
            ],
            exclude: ["Snapshots"], swiftSettings: language),
    ]
)

// Macros
if let folder = swiftSyntaxFolder() {
    package.products.append(.library(name: "TipMacros", targets: ["TipMacros"]))
    package.targets += [
        .macro(
            name: "TipMacroPlugin", swiftSettings: language + [.unsafeFlags(["-I", folder])],
            linkerSettings: [.unsafeFlags(["-L", folder, "-Xlinker", "-rpath", "-Xlinker", folder])]),
        .target(name: "TipMacros", dependencies: ["TipMacroPlugin", "TipEngine"], swiftSettings: library),
        .testTarget(
            name: "TipMacrosTests", dependencies: ["TipMacros", "TipEngine", "TipRules", "TestSupport"],
            swiftSettings: language),
    ]
}
