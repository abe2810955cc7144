// swift-tools-version:5.3
// Later tools versions rename `main` of an executable, and libFuzzer then does not link.
import PackageDescription

let package = Package(
    name: "Fuzz",
    products: [
        .executable(name: "FuzzAdvertisements", targets: ["FuzzAdvertisements"]),
        .executable(name: "FuzzCampus", targets: ["FuzzCampus"]),
        .executable(name: "FuzzJSON", targets: ["FuzzJSON"]),
        .executable(name: "FuzzMap", targets: ["FuzzMap"]),
        .executable(name: "FuzzOrderBody", targets: ["FuzzOrderBody"]),
        .executable(name: "FuzzRecording", targets: ["FuzzRecording"]),
        .executable(name: "FuzzTipCatalogue", targets: ["FuzzTipCatalogue"]),
        .executable(name: "FuzzTipLedger", targets: ["FuzzTipLedger"]),
        .executable(name: "FuzzTips", targets: ["FuzzTips"]),
    ],
    dependencies: [
        .package(name: "vicinity", path: "..")
    ],
    targets: [
        .target(
            name: "FuzzAdvertisements", dependencies: [.product(name: "Fuzzing", package: "vicinity")]),
        .target(name: "FuzzCampus", dependencies: [.product(name: "Fuzzing", package: "vicinity")]),
        .target(name: "FuzzJSON", dependencies: [.product(name: "Fuzzing", package: "vicinity")]),
        .target(name: "FuzzMap", dependencies: [.product(name: "Fuzzing", package: "vicinity")]),
        .target(name: "FuzzOrderBody", dependencies: [.product(name: "Fuzzing", package: "vicinity")]),
        .target(name: "FuzzRecording", dependencies: [.product(name: "Fuzzing", package: "vicinity")]),
        .target(
            name: "FuzzTipCatalogue", dependencies: [.product(name: "Fuzzing", package: "vicinity")]),
        .target(name: "FuzzTipLedger", dependencies: [.product(name: "Fuzzing", package: "vicinity")]),
        .target(name: "FuzzTips", dependencies: [.product(name: "Fuzzing", package: "vicinity")]),
    ]
)
