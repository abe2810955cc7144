// swift-tools-version:5.3
// Later tools versions rename `main` of an executable, and libFuzzer then does not link.
import PackageDescription

let package = Package(
    name: "Fuzz",
    products: [
        .executable(name: "FuzzCampus", targets: ["FuzzCampus"]),
        .executable(name: "FuzzJSON", targets: ["FuzzJSON"]),
    ],
    dependencies: [
        .package(name: "vicinity", path: "..")
    ],
    targets: [
        .target(name: "FuzzCampus", dependencies: [.product(name: "Workplace", package: "vicinity")]),
        .target(name: "FuzzJSON", dependencies: [.product(name: "JSON", package: "vicinity")]),
    ]
)
