// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Doorbell",
    dependencies: [.package(name: "vicinity", path: "../vicinity")],
    targets: [
        .executableTarget(
            name: "Doorbell", dependencies: [.product(name: "LocationCompatibility", package: "vicinity")])
    ]
)
