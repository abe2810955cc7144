import Beacons
import Essentials
import JSON
import Ordering
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1))) struct CampusDraftServiceTests {
    private static let grill = CafesFixture.grill
    private static let part = CampusPart.cafe(grill)
    private static let mia = Fixture.person("mia")

    private func drafts(_ cafes: CafesFixture) -> CampusDraftService {
        CampusDraftService(
            store: cafes.store, campuses: cafes.campuses, imports: imports(cafes),
            now: { cafes.clock.timestamp })
    }

    private func imports(_ cafes: CafesFixture) -> CampusImport {
        CampusImport(store: cafes.store, campuses: cafes.campuses, now: { cafes.clock.timestamp })
    }

    /// A draft whose burger has another price.
    private func priced(_ price: JSONValue, _ part: JSONValue) -> JSONValue {
        part.setting(price, at: ["menu", 0, "items", 0, "price"])
    }

    private func price(_ cafes: CafesFixture) throws -> Int64? {
        try cafes.campuses.inForce().cafe(Self.grill)?.menu.item(CafesFixture.burger)?.price.minorUnits
    }

    @Test func `a draft changes nothing until it is published, and then open menus are told`() async throws {
        try await withCafes { cafes in
            let drafts = drafts(cafes)
            let empty = try await drafts.draft(of: Self.part)
            #expect(empty.document == empty.inForce && empty.version == 0 && empty.lastChange == nil)
            let saved = try await drafts.save(
                priced(990, empty.document), base: empty.revision, of: Self.part, expecting: 0, by: Self.mia)
            #expect(saved.version == 1 && saved.mistakes.isEmpty && saved.lastChange?.person == Self.mia)
            #expect(try price(cafes) == 950)
            let told = cafes.published.all.count
            let number = try await drafts.publish(draftOf: Self.part, expecting: 1, by: Self.mia)
            #expect(try price(cafes) == 990)
            #expect(cafes.campuses.revision == number)
            #expect(cafes.published.all.dropFirst(told).map(\.change.topic) == [.menu(Self.grill)])
            let after = try await drafts.draft(of: Self.part)
            #expect(after.document == after.inForce && after.version == 2 && after.lastChange == nil)
            let revisions = try await drafts.revisions(of: Self.part)
            #expect(revisions.map(\.number) == [number, number - 1])
            #expect(revisions.map(\.origin) == [.published, .imported])
            #expect(revisions.map(\.person) == [Self.mia, nil])
        }
    }

    @Test
    func `a draft with a mistake is stored, says every mistake with its place, and cannot be published`()
        async throws
    {
        try await withCafes { cafes in
            let drafts = drafts(cafes)
            let draft = try await drafts.draft(of: Self.part)
            let wrong = priced("four", draft.document)
                .setting(["everyday": ["25:00-26:00"]], at: ["hours"])
                .setting("pizza", at: ["menu", 0, "items", 1, "station"])
            let saved = try await drafts.save(
                wrong, base: draft.revision, of: Self.part, expecting: 0, by: Self.mia)
            #expect(
                saved.mistakes.map { "\($0.path.pointer) \($0.code.rawValue)" } == [
                    "/hours/everyday/0 value", "/menu/sections/0/items/0/price type",
                    "/menu/sections/0/items/1/station unknown-reference",
                ])
            #expect(try await drafts.draft(of: Self.part).document == wrong)
            await #expect(throws: CampusDraftRefusal.mistakes(saved.mistakes)) {
                try await drafts.publish(draftOf: Self.part, expecting: 1, by: Self.mia)
            }
            #expect(cafes.campuses.revision == 1)
        }
    }

    @Test func `a page and a file are checked alike`() async throws {
        try await withCafes { cafes in
            let drafts = drafts(cafes)
            let draft = try await drafts.draft(of: Self.part)
            let campus = try JSONValue(parsing: Array(CampusSample.text.utf8))
            let changes: [([String], JSONValue)] = [
                ([], ["name": 1]), (["menu"], ["sections": 5]), (["stations"], []), (["hours"], "always"),
                (["tax"], ["included": true]), (["pickup"], ["minutes": 0]), (["printers"], [["id": "x"]]),
                (["name"], ["ja": "グリル"]),
            ]
            for (path, value) in changes {
                let part = path.isEmpty ? value : draft.document.setting(value, at: path.map { .init($0) })
                let saved = try #require(Self.part.check(part, in: campus))
                let file = try #require(Self.part.replaced(by: part, in: campus))
                let error = #expect(throws: CampusFileError.self) {
                    try CampusFile.read(file.bytes, name: "file")
                }
                guard case .mistakes(let mistakes)? = error?.cause else {
                    Issue.record("\(path)")
                    continue
                }
                let place = try #require(Self.part.place(in: campus))
                let own = mistakes.filter { $0.path.steps.starts(with: place) }
                #expect(
                    saved.mistakes.map { [$0.code.rawValue, $0.reason] }
                        == own.map { [$0.code.rawValue, $0.reason] })
                #expect(!own.isEmpty, "\(path)")
            }
        }
    }

    @Test
    func
        `C14: a spot that facilities publish resolves, and its retired beacon does not, and keeps its number`()
        async throws
    {
        try await withCafes { cafes in
            let drafts = drafts(cafes)
            let campus = try cafes.campuses.inForce()
            let site = try #require(campus.sites.first { !$0.spots.isEmpty })
            let part = CampusPart.site(site.id)
            let spot = site.spots[0]
            func beacon(_ minor: UInt16) -> BeaconIdentity {
                BeaconIdentity(uuid: campus.organisation.beaconUUID, major: site.major, minor: minor)
            }
            let draft = try await drafts.draft(of: part)
            // A collision is told at the spot, and cannot be published.
            let new: JSONValue = [
                "id": "back-door", "name": ["en": "Back door"], "minor": 900, "kind": "entrance",
            ]
            func spots(_ list: [JSONValue], retired: [JSONValue]) -> JSONValue {
                draft.document.setting(.array(list), at: ["spots"])
                    .setting(.array(retired), at: ["retiredMinors"])
            }
            guard case .array(let present)? = draft.document.at("spots") else {
                Issue.record("no spots")
                return
            }
            let clash = try await drafts.save(
                spots(present + [new], retired: [900]), base: draft.revision, of: part, expecting: 0,
                by: Self.mia)
            #expect(
                clash.mistakes.map { "\($0.path.pointer) \($0.code.rawValue)" }
                    == ["/spots/\(present.count)/minor duplicate"])
            await #expect(throws: CampusDraftRefusal.self) {
                try await drafts.publish(draftOf: part, expecting: 1, by: Self.mia)
            }
            _ = try await drafts.save(
                spots(present + [new], retired: []), base: draft.revision, of: part, expecting: 1,
                by: Self.mia)
            #expect(try cafes.campuses.inForce().spot(markedBy: beacon(900)) == nil)
            _ = try await drafts.publish(draftOf: part, expecting: 2, by: Self.mia)
            #expect(try cafes.campuses.inForce().spot(markedBy: beacon(900))?.id.rawValue == "back-door")
            #expect(try cafes.campuses.inForce().spot(markedBy: beacon(spot.minor))?.id == spot.id)
            // The cafés of the site stay as they were, and so does what they published.
            #expect(try cafes.campuses.inForce().cafes == campus.cafes)
            let revision = try await drafts.draft(of: part).revision
            _ = try await drafts.save(
                spots(present, retired: [900]), base: revision, of: part, expecting: 3, by: Self.mia)
            let retired = try await drafts.publish(draftOf: part, expecting: 4, by: Self.mia)
            #expect(try cafes.campuses.inForce().spot(markedBy: beacon(900)) == nil)
            #expect(try await drafts.revisions(of: part).first?.number == retired)
            #expect(try await drafts.revisions(of: Self.part).count <= 1)
        }
    }

    /// A site with its draft, and a way to save other places of its cafés.
    private func withPlaces(
        _ body: (
            CampusDraftService, CampusPart, CampusDraft,
            @escaping (JSONValue?, Int) async throws -> CampusDraft
        )
            async throws -> Void
    ) async throws {
        try await withCafes { cafes in
            let drafts = drafts(cafes)
            let campus = try cafes.campuses.inForce()
            let part = CampusPart.site(try #require(campus.cafe(Self.grill)).site)
            let draft = try await drafts.draft(of: part)
            try await body(drafts, part, draft) { places, version in
                guard case .object(var document) = draft.document else { return draft }
                document["cafes"] = places
                return try await drafts.save(
                    .object(document), base: draft.revision, of: part, expecting: version, by: Self.mia)
            }
        }
    }

    @Test func `the part of a site says where its cafés are, and nothing else about them`() async throws {
        try await withCafes { cafes in
            let drafts = drafts(cafes)
            let campus = try cafes.campuses.inForce()
            let site = try #require(campus.cafe(Self.grill)).site
            let part = CampusPart.site(site)
            let draft = try await drafts.draft(of: part)
            guard case .array(let places)? = draft.document.at("cafes"),
                case .object(let first)? = places.first
            else {
                Issue.record("no places")
                return
            }
            #expect(first.members.map(\.name) == ["id", "coordinate"])
            let wider = draft.document.setting(["radius": 45], at: ["cafes", 0, "area"])
            _ = try await drafts.save(wider, base: draft.revision, of: part, expecting: 0, by: Self.mia)
            let number = try await drafts.publish(draftOf: part, expecting: 1, by: Self.mia)
            let after = try cafes.campuses.inForce()
            #expect(after.site(site)?.cafeAreas[Self.grill]?.extent == 45)
            #expect(after.cafes == campus.cafes)
            #expect(try await drafts.revisions(of: part).first?.number == number)
            // The café itself was not published.
            #expect(try await drafts.revisions(of: Self.part).count <= 1)
            _ = try await drafts.return(to: draft.revision, of: part, seen: number, by: Self.mia)
            #expect(try cafes.campuses.inForce().site(site)?.cafeAreas[Self.grill]?.extent == 30)
        }
    }

    @Test func `each mistake about the place of a café stands at its place in the document`() async throws {
        try await withPlaces { drafts, part, draft, save in
            guard case .array(let places)? = draft.document.at("cafes"),
                case .object(let first)? = places.first
            else {
                Issue.record("no places")
                return
            }
            func changed(_ name: String, _ value: JSONValue?) -> JSONValue {
                var place = first
                place[name] = value
                return .object(place)
            }
            let rest = Array(places.dropFirst())
            let cases: [(JSONValue, String)] = [
                (.array([changed("area", ["radius": 0])] + rest), "/cafes/0/area/radius value"),
                (.array(rest + [changed("area", ["radius": 0])]), "/cafes/\(rest.count)/area/radius value"),
                (.array([changed("coordinate", nil)] + rest), "/cafes/0/coordinate required"),
                (.array([changed("currency", "JPY")] + rest), "/cafes/0/currency unknown-member"),
                (.array([changed("id", "nowhere")] + rest), "/cafes/0/id value"),
                (.array([.object(first), .object(first)]), "/cafes/1/id value"),
                (.array([1]), "/cafes/0 type"), (1, "/cafes type"),
            ]
            for (version, (places, mistake)) in cases.enumerated() {
                let saved = try await save(places, version)
                #expect(saved.mistakes.map { "\($0.path.pointer) \($0.code.rawValue)" } == [mistake])
                await #expect(throws: CampusDraftRefusal.self) {
                    try await drafts.publish(draftOf: part, expecting: version + 1, by: Self.mia)
                }
            }
        }
    }

    @Test func `a document without the places of cafés, or without one of them, leaves them as they are`()
        async throws
    {
        try await withPlaces { drafts, part, draft, save in
            let without = try await save(nil, 0)
            #expect(without.document == draft.document && without.mistakes.isEmpty)
            let empty = try await save(.array([]), 1)
            #expect(empty.mistakes.isEmpty)
            await #expect(throws: Never.self) {
                try await drafts.publish(draftOf: part, expecting: 2, by: Self.mia)
            }
            #expect(try await drafts.draft(of: part).document == draft.document)
        }
    }

    @Test func `an unknown member of the part is a mistake, so that nothing is lost silently`() async throws {
        try await withCafes { cafes in
            let draft = try await drafts(cafes).draft(of: Self.part)
            let saved = try await drafts(cafes).save(
                draft.document.setting("JPY", at: ["currency"]), base: 1, of: Self.part, expecting: 0,
                by: Self.mia)
            #expect(saved.mistakes.map(\.path.pointer) == ["/currency"])
        }
    }

    @Test func `who has seen an older draft overwrites nothing`() async throws {
        try await withCafes { cafes in
            let drafts = drafts(cafes)
            let draft = try await drafts.draft(of: Self.part)
            func save(_ price: JSONValue, _ version: Int) async throws {
                _ = try await drafts.save(
                    priced(price, draft.document), base: 1, of: Self.part, expecting: version, by: Self.mia)
            }
            try await save(990, 0)
            await #expect(throws: CampusDraftRefusal.stale(version: 1)) { try await save(900, 0) }
            await #expect(throws: CampusDraftRefusal.stale(version: 1)) {
                try await drafts.publish(draftOf: Self.part, expecting: 0, by: Self.mia)
            }
            await #expect(throws: CampusDraftRefusal.stale(version: 1)) {
                try await drafts.discard(of: Self.part, expecting: 0, by: Self.mia)
            }
            try await drafts.discard(of: Self.part, expecting: 1, by: Self.mia)
            #expect(try await drafts.draft(of: Self.part).document == draft.document)
            // A version does not come back, so the one from before the discarded draft is still old.
            await #expect(throws: CampusDraftRefusal.stale(version: 2)) { try await save(900, 0) }
            await #expect(throws: CampusDraftRefusal.unchanged) {
                try await drafts.publish(draftOf: Self.part, expecting: 2, by: Self.mia)
            }
        }
    }

    @Test func `what was imported meanwhile is not overwritten by a draft from before`() async throws {
        try await withCafes { cafes in
            let drafts = drafts(cafes)
            let draft = try await drafts.draft(of: Self.part)
            _ = try await drafts.save(
                priced(990, draft.document), base: 1, of: Self.part, expecting: 0, by: Self.mia)
            let campus = try JSONValue(parsing: Array(CampusSample.text.utf8))
            let renamed = try #require(
                Self.part.replaced(
                    by: draft.document.setting("Fire", at: ["name", "en"]), in: campus))
            _ = try await imports(cafes).importCampus(renamed.bytes, name: "renamed")
            let outdated = try await drafts.draft(of: Self.part)
            #expect(outdated.base == 1 && outdated.revision == 2 && outdated.isOutdated)
            await #expect(throws: CampusDraftRefusal.outdated(revision: 2)) {
                try await drafts.publish(draftOf: Self.part, expecting: 1, by: Self.mia)
            }
            await #expect(throws: CampusDraftRefusal.unknownRevision(3)) {
                try await drafts.save(draft.document, base: 3, of: Self.part, expecting: 1, by: Self.mia)
            }
            _ = try await drafts.save(
                priced(990, outdated.inForce), base: 2, of: Self.part, expecting: 1, by: Self.mia)
            _ = try await drafts.publish(draftOf: Self.part, expecting: 2, by: Self.mia)
            #expect(try cafes.campuses.inForce().cafe(Self.grill)?.name.text(for: []) == "Fire")
            #expect(try price(cafes) == 990)
        }
    }

    @Test func `a change of another café does not outdate a draft`() async throws {
        try await withCafes { cafes in
            let drafts = drafts(cafes)
            let (grill, tea) = (try await drafts.draft(of: Self.part), Fixture.cafeID("tea-cafe"))
            _ = try await drafts.save(
                priced(990, grill.document), base: 1, of: Self.part, expecting: 0, by: Self.mia)
            let other = try await drafts.draft(of: .cafe(tea))
            _ = try await drafts.save(
                other.document.setting("Tea house", at: ["name", "en"]), base: 1, of: .cafe(tea),
                expecting: 0,
                by: Self.mia)
            _ = try await drafts.publish(draftOf: .cafe(tea), expecting: 1, by: Self.mia)
            _ = try await drafts.publish(draftOf: Self.part, expecting: 1, by: Self.mia)
            #expect(try cafes.campuses.inForce().cafe(tea)?.name.text(for: []) == "Tea house")
            #expect(try price(cafes) == 990)
        }
    }

    @Test func `a return puts an earlier part in force, and refuses to overwrite one that was not seen`()
        async throws
    {
        try await withCafes { cafes in
            let drafts = drafts(cafes)
            let draft = try await drafts.draft(of: Self.part)
            _ = try await drafts.save(
                priced(9_900, draft.document), base: 1, of: Self.part, expecting: 0, by: Self.mia)
            let wrong = try await drafts.publish(draftOf: Self.part, expecting: 1, by: Self.mia)
            await #expect(throws: CampusDraftRefusal.outdated(revision: wrong)) {
                try await drafts.return(to: 1, of: Self.part, seen: 1, by: Self.mia)
            }
            let right = try await drafts.return(to: 1, of: Self.part, seen: wrong, by: Self.mia)
            #expect(try price(cafes) == 950)
            #expect(try await drafts.document(of: Self.part, at: right) == draft.document)
            #expect(
                try await drafts.revisions(of: Self.part).map(\.origin) == [
                    .returned, .published, .imported,
                ])
            await #expect(throws: CampusDraftRefusal.unchanged) {
                try await drafts.return(to: 1, of: Self.part, seen: right, by: Self.mia)
            }
            await #expect(throws: CampusDraftRefusal.unknownRevision(99)) {
                try await drafts.return(to: 99, of: Self.part, seen: right, by: Self.mia)
            }
        }
    }

    @Test func `an unknown café has no draft`() async throws {
        try await withCafes { cafes in
            await #expect(throws: WorkplaceRefusal.unknownCafe(Fixture.cafeID("nowhere"))) {
                try await drafts(cafes).draft(of: .cafe(Fixture.cafeID("nowhere")))
            }
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `C23: no sequence of edits, publications, returns, imports and exports alters a past order`(
        seed: UInt64
    )
        async throws
    {
        try await withCafes { cafes in
            var random = SplitMix64(seed: seed)
            let drafts = drafts(cafes)
            let placed = try await cafes.place()
            for _ in 1...25 {
                let draft = try await drafts.draft(of: Self.part)
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1:
                    let changed = edited(draft.document, by: &random)
                    let saved = try await drafts.save(
                        changed, base: draft.revision, of: Self.part, expecting: draft.version, by: Self.mia)
                    #expect(saved.document == changed)
                case 2:
                    do {
                        let number = try await drafts.publish(
                            draftOf: Self.part, expecting: draft.version, by: Self.mia)
                        #expect(try await drafts.document(of: Self.part, at: number) == draft.document)
                    } catch is CampusDraftRefusal {}
                case 3:
                    let known = try await drafts.revisions(of: Self.part)
                    let target = try #require(known.randomElement(using: &random))
                    do {
                        let number = try await drafts.return(
                            to: target.number, of: Self.part, seen: draft.revision, by: Self.mia)
                        let part = try await drafts.document(of: Self.part, at: number)
                        #expect(part == (try await drafts.document(of: Self.part, at: target.number)))
                    } catch CampusDraftRefusal.unchanged {}
                case 4: try await drafts.discard(of: Self.part, expecting: draft.version, by: Self.mia)
                default:
                    // The file comes back as it went out, and is read as the same campus.
                    let file = try #require(try await cafes.store.read { try $0.campusRevision() })
                    let before = try cafes.campuses.inForce()
                    let exported = try JSONValue(parsing: file.document)
                    let campus = try await imports(cafes).importCampus(exported.bytes, name: "exported")
                    #expect(campus.cafes == before.cafes && campus.initialStock == before.initialStock)
                }
                let kept = try await cafes.orders.order(placed.order.id, of: Fixture.ada)
                #expect(kept == placed)
            }
        }
    }

    /// A change of a price, a name, the order or the number of items; some leave a mistake.
    private func edited(_ part: JSONValue, by random: inout SplitMix64) -> JSONValue {
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            part.setting(
                .integer(.random(in: -1...2_000, using: &random)), at: ["menu", 0, "items", 0, "price"])
        case 1:
            part.setting(
                .string("Burger \(Int.random(in: 0..<100, using: &random))"),
                at: ["menu", 0, "items", 0, "name", "en"])
        case 2: part.setting(["monday": ["08:00-24:00"]], at: ["hours"])
        case 3: part.changingItems { Array($0.reversed()) }
        default: part.changingItems { $0.count > 1 ? Array($0.dropLast()) : $0 + $0 }
        }
    }
}

/// A step into a part: the name of a member, or the index of an element of `menu.sections` or `items`.
struct PartStep: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    let name: String?
    let index: Int?
    init(stringLiteral name: String) { (self.name, index) = (name, nil) }
    init(integerLiteral index: Int) { (name, self.index) = (nil, index) }
    init(_ name: String) { self.init(stringLiteral: name) }
}

extension JSONValue {
    /// The value with another one at a place; a step after `menu` that is an index leads into its sections.
    func setting(_ value: JSONValue, at steps: [PartStep]) -> JSONValue {
        setting(value, at: steps[...])
    }

    private func setting(_ value: JSONValue, at steps: ArraySlice<PartStep>) -> JSONValue {
        guard let step = steps.first else { return value }
        switch self {
        case .object(var object):
            guard let name = step.name else {
                return setting(value, at: ArraySlice([PartStep("sections")] + Array(steps)))
            }
            object[name] = (object[name] ?? .object(JSONObject())).setting(value, at: steps.dropFirst())
            return .object(object)
        case .array(var array):
            guard let index = step.index, array.indices.contains(index) else { return self }
            array[index] = array[index].setting(value, at: steps.dropFirst())
            return .array(array)
        default: return value
        }
    }

    /// The part with other items in the first section.
    fileprivate func changingItems(_ change: ([JSONValue]) -> [JSONValue]) -> JSONValue {
        guard case .object(let part) = self, case .object(let menu)? = part["menu"],
            case .array(let sections)? = menu["sections"], case .object(let section)? = sections.first,
            case .array(let items)? = section["items"]
        else { return self }
        return setting(.array(change(items)), at: ["menu", 0, "items"])
    }
}
