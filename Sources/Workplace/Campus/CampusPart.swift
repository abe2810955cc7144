public import Essentials
import JSON
import Ordering

/// A part of a campus file that some people change as a draft, written as the file writes it.
public enum CampusPart: Hashable, Sendable {
    /// What a café's managers decide. The identifier, the currency and the place of the café are not in it: they belong to the file.
    case cafe(CafeID)
    /// What facilities decide about a site: its ground, its spots with their beacons, its gateways, and where its cafés are. The
    /// identifier, the zone and the major are not in it. Of a café it has the identifier, the coordinate and the area.
    case site(SiteID)
    /// What administrators decide about attendance at a site: its rules, the hour at which a day begins, and how long records are kept.
    case attendance(SiteID)

    private static let membersOfCafe = [
        "name", "hours", "exceptions", "closedOnHolidays", "dayBoundaryHour", "tax", "stations", "menu",
        "pickup", "handover", "ticketAges", "printers",
    ]
    private static let membersOfSite = [
        "name", "coordinate", "area", "exitDwell", "reminderWindow", "holidays", "holidayRegion", "spots",
        "retiredMinors", "gateways", cafes,
    ]
    private static let cafes = "cafes"
    private static let membersOfPlace = ["coordinate", "area"]
    private static let membersOfAttendance = ["workRules", "dayChangeHour", "attendanceRetention"]

    /// The members of the object in a campus file that belong to the part.
    var members: [String] {
        switch self {
        case .cafe: Self.membersOfCafe
        case .site: Self.membersOfSite
        case .attendance: Self.membersOfAttendance
        }
    }

    /// The part as the store names it.
    var key: String {
        switch self {
        case .cafe(let cafe): "cafe/\(cafe)"
        case .site(let site): "site/\(site)"
        case .attendance(let site): "attendance/\(site)"
        }
    }

    /// The refusal of a part that the campus does not have.
    var unknown: WorkplaceRefusal {
        switch self {
        case .cafe(let cafe): .unknownCafe(cafe)
        case .site(let site), .attendance(let site): .unknownSite(site)
        }
    }

    /// The parts of a campus file: each site and then its cafés.
    static func all(in campus: JSONValue) -> [CampusPart] {
        list(campus, "sites").flatMap { site -> [CampusPart] in
            let cafes = list(site, "cafes").compactMap {
                id(of: $0).flatMap(CafeID.init).map(CampusPart.cafe)
            }
            return (id(of: site).flatMap(SiteID.init).map { [.site($0), .attendance($0)] } ?? []) + cafes
        }
    }

    /// Takes the part out of a campus file.
    ///
    /// - Returns: The part, with the members in the order of the file; `nil` when the file does not have it.
    /// - Complexity: O(*n*) in the number of sites and cafés.
    func document(in campus: JSONValue) -> JSONValue? {
        guard let steps = place(in: campus), let object = Self.object(at: steps[...], in: campus) else {
            return nil
        }
        var part = JSONObject()
        for member in object.members where members.contains(member.name) {
            part[member.name] = member.name == Self.cafes ? Self.places(of: member.value) : member.value
        }
        return .object(part)
    }

    /// Adds the places of the cafés to a draft of a site that was stored before sites had them.
    ///
    /// - Parameters:
    ///   - document: A stored document of the part.
    ///   - begun: The part from which its changes began.
    /// - Returns: The document. If it has no list of cafés, it gets that of the part from which it began.
    func completed(_ document: JSONValue, from begun: JSONValue) -> JSONValue {
        guard case .site = self, case .object(let object) = document, object[Self.cafes] == nil,
            case .object(let begun) = begun, let places = begun[Self.cafes]
        else { return document }
        // In the order of the file, so that an unchanged document is equal.
        var completed = JSONObject()
        for name in begun.members.map(\.name) { completed[name] = name == Self.cafes ? places : object[name] }
        for member in object.members { completed[member.name] = member.value }
        return .object(completed)
    }

    /// Takes the cafés that left the campus since out of a document of a site.
    ///
    /// - Parameters:
    ///   - document: A document of the part.
    ///   - former: The part from which it began.
    ///   - present: The part in force.
    /// - Returns: The document without cafés that only the former part has.
    func withoutFormerCafes(
        _ document: JSONValue, from former: JSONValue, to present: JSONValue
    ) -> JSONValue {
        guard case .site = self, case .object(var object) = document,
            case .array(let places)? = object[Self.cafes]
        else { return document }
        let gone = Set(Self.cafeIDs(of: former).compactMap { $0 })
            .subtracting(Self.cafeIDs(of: present).compactMap { $0 })
        guard !gone.isEmpty else { return document }
        object[Self.cafes] = .array(
            places.filter { place in Self.id(of: place).map { !gone.contains($0) } ?? true })
        return .object(object)
    }

    /// Puts a document in the place of the one that a campus file has.
    ///
    /// Members that are in both keep the place that they have in the file, so that an unchanged part gives an equal file.
    ///
    /// A café that a site's document does not name keeps its place.
    ///
    /// - Parameters:
    ///   - document: The new part; members that are not among ``members`` are left out.
    ///   - campus: The campus file.
    /// - Returns: The new campus file; `nil` when the file does not have the part, or the document is no object.
    func replaced(by document: JSONValue, in campus: JSONValue) -> JSONValue? {
        guard case .object(let document) = document, let steps = place(in: campus),
            var object = Self.object(at: steps[...], in: campus)
        else { return nil }
        let whole = members.filter { $0 != Self.cafes }
        for member in object.members where whole.contains(member.name) && document[member.name] == nil {
            object[member.name] = nil
        }
        for member in document.members where whole.contains(member.name) {
            object[member.name] = member.value
        }
        if members.contains(Self.cafes), let cafes = object[Self.cafes] {
            object[Self.cafes] = Self.placing(document[Self.cafes], in: cafes)
        }
        return Self.setting(.object(object), at: steps[...], in: campus)
    }

    /// The steps from a campus file's root to the object of the part; `nil` when the file does not have it.
    func place(in campus: JSONValue) -> [JSONPath.Step]? {
        for (index, site) in Self.list(campus, "sites").enumerated() {
            let steps: [JSONPath.Step] = [.member("sites"), .element(index)]
            switch self {
            case .site(let id), .attendance(let id):
                if Self.id(of: site) == id.rawValue { return steps }
            case .cafe(let id):
                let cafe = Self.list(site, "cafes").firstIndex { Self.id(of: $0) == id.rawValue }
                if let cafe { return steps + [.member("cafes"), .element(cafe)] }
            }
        }
        return nil
    }

    /// Where cafés are: of each the identifier, the coordinate and the area.
    private static func places(of cafes: JSONValue) -> JSONValue {
        guard case .array(let cafes) = cafes else { return cafes }
        return .array(
            cafes.map { cafe in
                guard case .object(let cafe) = cafe else { return cafe }
                var place = JSONObject()
                for member in cafe.members where member.name == "id" || membersOfPlace.contains(member.name) {
                    place[member.name] = member.value
                }
                return .object(place)
            })
    }

    /// Cafés with the places that a document names.
    private static func placing(_ places: JSONValue?, in cafes: JSONValue) -> JSONValue {
        guard case .array(let places)? = places, case .array(let cafes) = cafes else { return cafes }
        return .array(
            cafes.map { cafe in
                guard case .object(var object) = cafe, let id = id(of: cafe),
                    case .object(let place)? = places.first(where: { Self.id(of: $0) == id })
                else { return cafe }
                for name in membersOfPlace { object[name] = place[name] }
                return .object(object)
            })
    }

    /// The identifiers in the list of cafés of a document of a site; `nil` for an entry without one.
    private static func cafeIDs(of document: JSONValue) -> [String?] {
        list(document, cafes).map { id(of: $0) }
    }

    private static func id(of value: JSONValue) -> String? {
        guard case .object(let object) = value, case .string(let id)? = object["id"] else { return nil }
        return id
    }

    private static func object(at steps: ArraySlice<JSONPath.Step>, in tree: JSONValue) -> JSONObject? {
        switch (steps.first, tree) {
        case (nil, .object(let object)): object
        case (.member(let name), .object(let object)):
            object[name].flatMap { Self.object(at: steps.dropFirst(), in: $0) }
        case (.element(let index), .array(let array)): Self.object(at: steps.dropFirst(), in: array[index])
        default: nil
        }
    }

    private static func list(_ value: JSONValue, _ name: String) -> [JSONValue] {
        guard case .object(let object) = value, case .array(let list)? = object[name] else { return [] }
        return list
    }

    private static func setting(
        _ value: JSONValue, at steps: ArraySlice<JSONPath.Step>, in tree: JSONValue
    ) -> JSONValue {
        guard let step = steps.first else { return value }
        switch (step, tree) {
        case (.member(let name), .object(var object)):
            if let child = object[name] { object[name] = setting(value, at: steps.dropFirst(), in: child) }
            return .object(object)
        case (.element(let index), .array(var array)):
            array[index] = setting(value, at: steps.dropFirst(), in: array[index])
            return .array(array)
        default: return tree
        }
    }
}

extension CampusPart {
    /// A campus file with a part in place, and every mistake of the part.
    struct Check: Sendable {
        /// The campus file's bytes with the part in place.
        let document: [UInt8]
        /// The campus of that file; `nil` when it has a mistake.
        let campus: Campus?
        /// The mistakes, with their places in the part.
        let mistakes: [JSONMistake]
    }

    /// Checks a document of the part exactly as an import checks the whole file.
    ///
    /// A mistake outside of the part, which only an old file can have, does not count.
    ///
    /// - Returns: The result; `nil` when the file does not have the part.
    /// - Complexity: O(*n* log *n*) in the size of the file.
    func check(_ document: JSONValue, in campus: JSONValue) -> Check? {
        guard let place = place(in: campus) else { return nil }
        let strangers = unknownMembers(document) + mistakesOfPlaces(document, in: campus)
        guard let file = replaced(by: document, in: campus)?.bytes else {
            let mistake = JSONMistake(path: JSONPath([]), code: .type, reason: "must be an object")
            return Check(document: [], campus: nil, mistakes: [mistake])
        }
        let (whole, found) = Self.read(file, textRule: .plainLine)
        let own = found.compactMap { $0.below(place) }.compactMap { located($0, document, in: campus) }
        let mistakes = strangers + own
        guard mistakes.isEmpty else { return Check(document: file, campus: nil, mistakes: mistakes) }
        if let whole { return Check(document: file, campus: whole, mistakes: []) }
        // The rest of the file is in force already, and a stored file is read by the wider rule.
        let (stored, left) = Self.read(file, textRule: .visible)
        return Check(document: file, campus: stored, mistakes: stored == nil ? left : [])
    }

    /// A mistake of the file with its place in the document of the part; `nil` for a mistake outside of the part.
    ///
    /// The cafés of a site's document may be in another order than those of the file.
    private func located(
        _ mistake: JSONMistake, _ document: JSONValue, in campus: JSONValue
    ) -> JSONMistake? {
        guard case .member(let name)? = mistake.path.steps.first else { return mistake }
        guard members.contains(name) else { return nil }
        guard name == Self.cafes else { return mistake }
        let steps = mistake.path.steps
        guard steps.count > 2, case .element(let index) = steps[1], case .member(let inner) = steps[2],
            Self.membersOfPlace.contains(inner)
        else { return nil }
        let known = Self.cafeIDs(of: placesInForce(in: campus))
        guard let own = Self.cafeIDs(of: document).firstIndex(of: known[index]) else { return nil }
        let path = JSONPath([steps[0], .element(own)] + steps.dropFirst(2))
        return JSONMistake(path: path, code: mistake.code, reason: mistake.reason)
    }

    /// The mistakes of a site's list of cafés that the campus file cannot have.
    private func mistakesOfPlaces(_ document: JSONValue, in campus: JSONValue) -> [JSONMistake] {
        guard case .site = self, case .object(let object) = document, let list = object[Self.cafes] else {
            return []
        }
        func mistake(_ steps: [JSONPath.Step], _ code: JSONMistake.Code, _ reason: String) -> JSONMistake {
            JSONMistake(path: JSONPath([.member(Self.cafes)] + steps), code: code, reason: reason)
        }
        guard case .array(let places) = list else { return [mistake([], .type, "must be an array")] }
        let known = Set(Self.cafeIDs(of: placesInForce(in: campus)).compactMap { $0 })
        var seen: Set<String> = []
        return places.enumerated().flatMap { index, place -> [JSONMistake] in
            guard case .object(let object) = place else {
                return [mistake([.element(index)], .type, "must be an object")]
            }
            let member: [JSONPath.Step] = [.element(index), .member("id")]
            var found: [JSONMistake] = []
            if let id = Self.id(of: place), known.contains(id) {
                if !seen.insert(id).inserted { found.append(mistake(member, .value, "is there twice")) }
            } else {
                found.append(mistake(member, .value, "must name a café of the site"))
            }
            for name in object.members.map(\.name) where name != "id" && !Self.membersOfPlace.contains(name) {
                found.append(mistake([.element(index), .member(name)], .unknownMember, "is not known here"))
            }
            return found
        }
    }

    private func placesInForce(in campus: JSONValue) -> JSONValue { document(in: campus) ?? .null }

    private static func read(
        _ document: [UInt8], textRule: TextRule
    ) -> (campus: Campus?, mistakes: [JSONMistake]) {
        do throws(CampusFileError) {
            return (try CampusFile.read(document, name: "", textRule: textRule), [])
        } catch {
            guard case .mistakes(let list) = error.cause else {
                return (nil, [JSONMistake(path: JSONPath([]), code: .type, reason: "must be an object")])
            }
            return (nil, list)
        }
    }

    private func unknownMembers(_ part: JSONValue) -> [JSONMistake] {
        guard case .object(let object) = part else { return [] }
        return object.members.filter { !members.contains($0.name) }.map { member in
            JSONMistake(
                path: JSONPath([.member(member.name)]), code: .unknownMember,
                reason: "is not known here" + Spelling.suggestion(for: member.name, among: members))
        }
    }
}

extension JSONMistake {
    /// The same mistake seen from a place; `nil` when it lies elsewhere.
    fileprivate func below(_ steps: [JSONPath.Step]) -> JSONMistake? {
        guard path.steps.starts(with: steps) else { return nil }
        return JSONMistake(
            path: JSONPath(Array(path.steps.dropFirst(steps.count))), code: code, reason: reason)
    }
}
