public import Essentials
import JSON
import Ordering

/// A part of a campus file that some people change as a draft, written as the file writes it.
public enum CampusPart: Hashable, Sendable {
    /// What a café's managers decide. The identifier, the currency and the place of the café are not in it: they belong to the file.
    case cafe(CafeID)
    /// What facilities decide about a site: its ground, its spots with their beacons, and its gateways. The identifier, the zone and
    /// the major are not in it, and neither are its cafés.
    case site(SiteID)
    /// What administrators decide about attendance at a site: its rules, the hour at which a day begins, and how long records are kept.
    case attendance(SiteID)

    private static let membersOfCafe = [
        "name", "hours", "exceptions", "closedOnHolidays", "dayBoundaryHour", "tax", "stations", "menu",
        "pickup", "handover", "ticketAges", "printers",
    ]
    private static let membersOfSite = [
        "name", "coordinate", "area", "exitDwell", "reminderWindow", "holidays", "holidayRegion", "spots",
        "retiredMinors", "gateways",
    ]
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
        for member in object.members where members.contains(member.name) { part[member.name] = member.value }
        return .object(part)
    }

    /// Puts a document in the place of the one that a campus file has.
    ///
    /// Members that are in both keep the place that they have in the file, so that an unchanged part gives an equal file.
    ///
    /// - Parameters:
    ///   - document: The new part; members that are not among ``members`` are left out.
    ///   - campus: The campus file.
    /// - Returns: The new campus file; `nil` when the file does not have the part, or the document is no object.
    func replaced(by document: JSONValue, in campus: JSONValue) -> JSONValue? {
        guard case .object(let document) = document, let steps = place(in: campus),
            var object = Self.object(at: steps[...], in: campus)
        else { return nil }
        for member in object.members where members.contains(member.name) && document[member.name] == nil {
            object[member.name] = nil
        }
        for member in document.members where members.contains(member.name) {
            object[member.name] = member.value
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
        let strangers = unknownMembers(document)
        guard let file = replaced(by: document, in: campus)?.bytes else {
            let mistake = JSONMistake(path: JSONPath([]), code: .type, reason: "must be an object")
            return Check(document: [], campus: nil, mistakes: [mistake])
        }
        let (whole, found) = Self.read(file, textRule: .plainLine)
        let own = found.compactMap { $0.below(place) }.filter { isOwn($0.path) }
        let mistakes = strangers + own
        guard mistakes.isEmpty else { return Check(document: file, campus: nil, mistakes: mistakes) }
        if let whole { return Check(document: file, campus: whole, mistakes: []) }
        // The rest of the file is in force already, and a stored file is read by the wider rule.
        let (stored, left) = Self.read(file, textRule: .visible)
        return Check(document: file, campus: stored, mistakes: stored == nil ? left : [])
    }

    /// Whether a path below the object of the part leads into the part; a site's object has its cafés too.
    private func isOwn(_ path: JSONPath) -> Bool {
        guard case .member(let name)? = path.steps.first else { return true }
        return members.contains(name)
    }

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
