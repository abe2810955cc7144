import Foundation
import HTTPCore
import JSON
import TestSupport
import Testing

@testable import Workplace
@testable import WorkplaceAPI

/// Photos of dishes over HTTP.
@Suite(.timeLimit(.minutes(1))) struct PictureTests {
    private static let pictures = "/api/v1/cafes/main-cafe/pictures"

    private func send(_ name: String, as client: Client, _ bench: APIFixture) async throws -> Answer {
        let folder = projectFolder.appending(path: "Tests/PicturesTests/Fixtures")
        let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
        return await bench.send(
            HTTPRequest(
                .post, target: Self.pictures, fields: try client.fields([("Content-Type", "image/jpeg")]),
                body: bytes))
    }

    @Test func `a manager's photo is there for everybody, and browsers keep it`() async throws {
        try await withAPIFixture { bench in
            let mia = try await bench.signIn("mia")
            let stored = try await send("orientation-6.jpg", as: mia, bench)
            #expect(stored.status == 201, "\(stored.text)")
            let name = try #require(stored["picture"]?.text)
            let photo = try await bench.get("/api/v1/pictures/\(name)/160")
            #expect(photo.status == 200)
            #expect(photo.fields["Content-Type"] == "image/webp")
            #expect(photo.fields["Cache-Control"] == "public, max-age=31536000, immutable")
            let tag = try #require(photo.fields["ETag"])
            #expect(
                try await bench.get("/api/v1/pictures/\(name)/160", as: .nobody, [("If-None-Match", tag)])
                    .status == 304)
            #expect(try await bench.get("/api/v1/pictures/\(name)/320").fields["ETag"] != tag)
            for other in ["\(name)/200", "\(name)/x", "photo-0/160", "A/160"] {
                let answer = try await bench.get("/api/v1/pictures/\(other)")
                #expect(
                    answer.code == "unknown-picture"
                        && answer.fields["Cache-Control"]?.contains("immutable") != true)
            }
        }
    }

    @Test(arguments: [
        ("animated.gif", "unsupported-picture"), ("animated.webp", "unsupported-picture"),
        ("bomb.png", "too-many-pixels"), ("low.png", "too-few-pixels"),
        ("pictures.py", "unsupported-picture"),
    ])
    func `what is no photo gets a stable code, whatever it says it is`(name: String, code: String)
        async throws
    {
        try await withAPIFixture { bench in
            #expect(try await send(name, as: try await bench.signIn("mia"), bench).code == .string(code))
            #expect(try await send(name, as: try await bench.signIn("ada"), bench).code == "forbidden")
            let elsewhere = try await bench.post(
                "/api/v1/cafes/nowhere/pictures", "", as: try await bench.signIn("ann"))
            #expect(elsewhere.code == "unknown-cafe")
        }
    }
}
