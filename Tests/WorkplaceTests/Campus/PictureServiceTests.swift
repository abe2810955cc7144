import Essentials
import Foundation
import JSON
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1))) struct PictureServiceTests {
    private static let grill = CafesFixture.grill
    private static let mia = Fixture.person("mia")

    private func file(_ name: String) throws -> [UInt8] {
        let folder = projectFolder.appending(path: "Tests/PicturesTests/Fixtures")
        return Array(try Data(contentsOf: folder.appending(path: name)))
    }

    private func pictures(_ cafes: CafesFixture) -> PictureService {
        PictureService(store: cafes.store, now: { cafes.clock.timestamp })
    }

    @Test func `a photo is named after what it shows, and comes in the size that is asked for`() async throws
    {
        try await withCafes { cafes in
            let pictures = pictures(cafes)
            let name = try await pictures.add(try file("orientation-1.jpg"))
            #expect(name.rawValue.wholeMatch(of: /photo-[0-9a-f]{40}/) != nil)
            // The same again, however often it is sent.
            #expect(try await pictures.add(try file("orientation-1.jpg")) == name)
            #expect(try await pictures.add(try file("grey.jpg")) != name)
            let (small, large) = (
                try await pictures.photo(name, side: 160), try await pictures.photo(name, side: 320)
            )
            #expect(small != large && small.starts(with: "RIFF".utf8))
            // It has no more pixels than that.
            #expect(try await pictures.photo(name, side: 1280) == large)
            for (other, side) in [(name, 161), (name, 0), (PictureID(sameAs: Self.grill), 160)] {
                await #expect(throws: PictureRefusal.unknown) { try await pictures.photo(other, side: side) }
            }
        }
    }

    @Test(arguments: [
        ("animated.gif", PictureRefusal.unsupported), ("bomb.png", .tooManyPixels),
        ("low.png", .tooFewPixels),
    ])
    func `what is no photo is refused, and nothing is stored`(name: String, refusal: PictureRefusal)
        async throws
    {
        try await withCafes { cafes in
            let bytes = try file(name)
            await #expect(throws: refusal) { try await pictures(cafes).add(bytes) }
            let damaged = Array(try file("grey.jpg").dropLast(20))
            await #expect(throws: PictureRefusal.damaged) { try await pictures(cafes).add(damaged) }
            let count = try await cafes.store.read {
                try $0.connection.first("SELECT count(*) FROM pictures") { try $0.int(0) }
            }
            #expect(count == 0)
        }
    }

    @Test func `a photo is kept while a draft names it and once it was published, and no other`() async throws
    {
        try await withCafes { cafes in
            let pictures = pictures(cafes)
            let names = [
                try await pictures.add(try file("grey.jpg")), try await pictures.add(try file("inks.jpg")),
                try await pictures.add(try file("clear.png")),
            ]
            let imports = CampusImport(
                store: cafes.store, campuses: cafes.campuses, now: { cafes.clock.timestamp })
            let drafts = CampusDraftService(
                store: cafes.store, campuses: cafes.campuses, imports: imports,
                now: { cafes.clock.timestamp })
            var version = 0
            func show(_ name: PictureID) async throws {
                let draft = try await drafts.draft(of: .cafe(Self.grill))
                let changed = draft.document.setting(
                    .string(name.rawValue), at: ["menu", 0, "items", 0, "picture"])
                version = try await drafts.save(
                    changed, base: draft.revision, of: .cafe(Self.grill), expecting: version, by: Self.mia
                ).version
            }
            try await show(names[0])
            _ = try await drafts.publish(draftOf: .cafe(Self.grill), expecting: version, by: Self.mia)
            version += 1
            try await show(names[1])
            let housekeeping = Housekeeping(
                store: cafes.store, clock: cafes.clock, now: { cafes.clock.timestamp })
            // Young photos stay: somebody is still writing.
            for _ in names { try await housekeeping.clean() }
            for name in names { _ = try await pictures.photo(name, side: 160) }
            cafes.clock.advance(by: PictureService.unusedRetention + .seconds(1))
            for _ in names { try await housekeeping.clean() }
            _ = try await pictures.photo(names[0], side: 160)
            _ = try await pictures.photo(names[1], side: 160)
            await #expect(throws: PictureRefusal.unknown) { try await pictures.photo(names[2], side: 160) }
            // The draft is given up, and the published photo stays for a return.
            try await drafts.discard(of: .cafe(Self.grill), expecting: version, by: Self.mia)
            for _ in names { try await housekeeping.clean() }
            _ = try await pictures.photo(names[0], side: 160)
            await #expect(throws: PictureRefusal.unknown) { try await pictures.photo(names[1], side: 160) }
        }
    }
}
