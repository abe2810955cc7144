// swift-tools-version:5.3
// Later tools versions rename `main` of an executable, and libFuzzer then does not link.
import PackageDescription

let fuzzers = [
    "FuzzAdvertisements", "FuzzCampus", "FuzzJSON", "FuzzMail", "FuzzMap", "FuzzOrderBody", "FuzzPasskey",
    "FuzzPushBody", "FuzzPushSubscription", "FuzzRecording", "FuzzRequest", "FuzzTipCatalogue",
    "FuzzTipLedger",
    "FuzzTips", "FuzzToken", "FuzzWebhook",
]

let package = Package(
    name: "Fuzz",
    products: fuzzers.map { .executable(name: $0, targets: [$0]) },
    dependencies: [
        .package(name: "vicinity", path: "..")
    ],
    targets: [.target(name: "Inputs")]
        + fuzzers.map { name in
            .target(name: name, dependencies: ["Inputs", .product(name: "Fuzzing", package: "vicinity")])
        }
)
