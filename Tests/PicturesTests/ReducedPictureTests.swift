import Foundation
import TestSupport
import Testing

@testable import Pictures

/// The pictures come from Fixtures/pictures.py: red at the top left, green at the top right, blue below, 192 by 128.
struct ReducedPictureTests {
    private func file(_ name: String) throws -> [UInt8] {
        let folder = projectFolder.appending(path: "Tests/PicturesTests/Fixtures")
        return Array(try Data(contentsOf: folder.appending(path: name)))
    }

    private func colour(_ size: ReducedPicture.Size, at x: Double, _ y: Double) throws -> String {
        let image = try PixelImage(decoding: size.webP, .webP, towards: size.side)
        #expect(image.width == size.width && image.height == size.height)
        let pixel = image[x: Int(x * Double(size.width)), y: Int(y * Double(size.height))]
        guard pixel >> 24 > 128 else { return "clear" }
        let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
        return red > green && red > blue ? "red" : green > blue ? "green" : blue > red ? "blue" : "grey"
    }

    @Test(arguments: [
        "orientation-1.jpg", "orientation-2.jpg", "orientation-3.jpg", "orientation-4.jpg",
        "orientation-5.jpg",
        "orientation-6.jpg", "orientation-7.jpg", "orientation-8.jpg", "orientation-6.png",
        "orientation-6.webp",
        "inks.jpg", "progressive.jpg", "palette.png", "plain.webp",
    ])
    func `a picture is upright in each size, and keeps its colours`(name: String) throws {
        let reduced = try ReducedPicture(reducing: file(name), to: [96, 192])
        #expect(reduced.sizes.map(\.side) == [192, 96])
        for size in reduced.sizes {
            #expect((size.width, size.height) == (size.side, size.side * 2 / 3))
            #expect(try colour(size, at: 0.2, 0.2) == "red")
            #expect(try colour(size, at: 0.8, 0.2) == "green")
            #expect(try colour(size, at: 0.5, 0.8) == "blue")
        }
    }

    @Test func `what is clear stays clear, and grey stays grey`() throws {
        let clear = try ReducedPicture(reducing: file("clear.png"), to: [96])
        #expect(try colour(clear.sizes[0], at: 0.2, 0.2) == "red")
        #expect(try colour(clear.sizes[0], at: 0.5, 0.8) == "clear")
        let grey = try ReducedPicture(reducing: file("grey.jpg"), to: [96])
        #expect(try colour(grey.sizes[0], at: 0.2, 0.2) == "grey")
    }

    @Test func `nothing of the original but its pixels is kept`() throws {
        let original = try file("orientation-3.jpg")
        #expect(String(decoding: original, as: UTF8.self).contains("a secret place"))
        for size in try ReducedPicture(reducing: original, to: [192, 96]).sizes {
            let text = String(decoding: size.webP, as: UTF8.self)
            #expect(!text.contains("secret") && !text.contains("Exif") && !text.contains("EXIF"))
        }
    }

    @Test(arguments: [
        ([96, 128, 160], [160, 128, 96]), ([96, 190, 200, 400], [200, 190, 96]), ([200, 400], [200]),
    ])
    func `a picture is never enlarged, and its largest size has all of it`(sides: [Int], made: [Int]) throws {
        let sizes = try ReducedPicture(reducing: file("plain.webp"), to: sides).sizes
        #expect(sizes.map(\.side) == made)
        #expect(sizes.allSatisfy { $0.width == min($0.side, 192) })
    }

    @Test(arguments: [
        ("animated.gif", PictureError.unsupportedFormat), ("animated.webp", .unsupportedFormat),
        ("pictures.py", .unsupportedFormat), ("bomb.png", .tooManyPixels), ("low.png", .tooFewPixels),
    ])
    func `what is no picture of a dish is refused`(name: String, error: PictureError) throws {
        let bytes = try file(name)
        #expect(throws: error) { try ReducedPicture(reducing: bytes, to: [96]) }
        #expect(throws: PictureError.unsupportedFormat) { try ReducedPicture(reducing: [], to: [96]) }
    }

    @Test(arguments: ["orientation-1.jpg", "progressive.jpg", "palette.png", "orientation-6.webp"])
    func `a picture that ends too early is refused`(name: String) throws {
        let bytes = try file(name)
        for count in stride(from: 12, to: bytes.count - 20, by: 7) {
            #expect(throws: PictureError.damaged, "\(count) bytes") {
                try ReducedPicture(reducing: Array(bytes.prefix(count)), to: [96])
            }
        }
    }

    @Test(arguments: [
        "orientation-6.jpg", "progressive.jpg", "inks.jpg", "orientation-6.png", "orientation-6.webp",
    ])
    func `any bytes are a picture or an error`(name: String) throws {
        let original = try file(name)
        var generator = SplitMix64(seed: 21)
        for _ in 0..<300 {
            var bytes = original
            for _ in 0...Int.random(in: 0...4, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            do throws(PictureError) {
                let sizes = try ReducedPicture(reducing: bytes, to: [96, 48]).sizes
                #expect(sizes.allSatisfy { max($0.width, $0.height) <= $0.side && !$0.webP.isEmpty })
            } catch {
                #expect(error != .outOfMemory)
            }
        }
    }
}
