// swift-tools-version: 6.2
import PackageDescription

let language: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "vicinity", path: "..")],
    targets: [
        // Counts allocations by standing in front of the system's allocator.
        .target(name: "CAllocations"),
        // The peer of the group commit: the same rows in C.
        .target(name: "CBareSQLite", linkerSettings: [.linkedLibrary("sqlite3")]),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CAllocations", "CBareSQLite",
                .product(name: "Attendance", package: "vicinity"),
                .product(name: "Beacons", package: "vicinity"),
                .product(name: "Conditions", package: "vicinity"),
                .product(name: "Cryptography", package: "vicinity"),
                .product(name: "Essentials", package: "vicinity"),
                .product(name: "Geodesy", package: "vicinity"),
                .product(name: "HTTPCore", package: "vicinity"),
                .product(name: "JSON", package: "vicinity"),
                .product(name: "Kitchen", package: "vicinity"),
                .product(name: "Observations", package: "vicinity"),
                .product(name: "Ordering", package: "vicinity"),
                .product(name: "Fences", package: "vicinity"),
                .product(name: "Ranging", package: "vicinity"),
                .product(name: "SQLite", package: "vicinity"),
                .product(name: "TipEngine", package: "vicinity"),
                .product(name: "WebPush", package: "vicinity"),
            ],
            swiftSettings: language),
        // Positions over HTTP to durable events, for the comparison with a server that searches.
        .executableTarget(
            name: "FenceServer",
            dependencies: [
                .product(name: "Conditions", package: "vicinity"),
                .product(name: "Geodesy", package: "vicinity"),
                .product(name: "HTTPCore", package: "vicinity"),
                .product(name: "HTTPServer", package: "vicinity"),
                .product(name: "Observations", package: "vicinity"),
                .product(name: "Fences", package: "vicinity"),
            ],
            swiftSettings: language),
        // Run by the harness, which counts its waits for the disk.
        .executableTarget(
            name: "MonitorEvents",
            dependencies: [
                .product(name: "Beacons", package: "vicinity"),
                .product(name: "Conditions", package: "vicinity"),
                .product(name: "Monitoring", package: "vicinity"),
                .product(name: "Observations", package: "vicinity"),
            ],
            swiftSettings: language),
    ]
)
