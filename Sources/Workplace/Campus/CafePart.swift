import Essentials
import JSON
import Ordering

/// A café's part of a campus file: what the café's managers decide, written as the file writes it.
///
/// The identifier, the currency and the place of the café are not in it: they belong to the file.
enum CafePart: Sendable {
    /// The members of a café in a campus file that its managers decide.
    static let members = [
        "name", "hours", "exceptions", "closedOnHolidays", "dayBoundaryHour", "tax", "stations", "menu",
        "pickup", "handover", "ticketAges",
        "printers",
    ]

    /// Where a café stands in a campus file.
    struct Place: Hashable, Sendable {
        let site: Int
        let cafe: Int

        /// The steps from the file's root to the café.
        var steps: [JSONPath.Step] {
            [.member("sites"), .element(site), .member("cafes"), .element(cafe)]
        }
    }

    /// Takes a café's part out of a campus file.
    ///
    /// - Returns: The part, with the members in the order of the file; `nil` when the file does not have the café.
    /// - Complexity: O(*n*) in the number of cafés.
    static func part(of cafe: CafeID, in campus: JSONValue) -> JSONValue? {
        guard let place = place(of: cafe, in: campus), let object = cafeObject(at: place, in: campus) else {
            return nil
        }
        var part = JSONObject()
        for member in object.members where members.contains(member.name) { part[member.name] = member.value }
        return .object(part)
    }

    /// Puts a café's part in the place of the one that a campus file has.
    ///
    /// Members that are in both keep the place that they have in the file, so that an unchanged part gives an equal file.
    ///
    /// - Parameters:
    ///   - part: The new part; members that are not among ``members`` are left out.
    ///   - cafe: The café.
    ///   - campus: The campus file.
    /// - Returns: The new campus file; `nil` when the file does not have the café, or the part is no object.
    static func replacing(_ part: JSONValue, of cafe: CafeID, in campus: JSONValue) -> JSONValue? {
        guard case .object(let part) = part, let place = place(of: cafe, in: campus),
            var object = cafeObject(at: place, in: campus)
        else { return nil }
        for member in object.members where members.contains(member.name) && part[member.name] == nil {
            object[member.name] = nil
        }
        for member in part.members where members.contains(member.name) { object[member.name] = member.value }
        return setting(.object(object), at: place.steps[...], in: campus)
    }

    /// Where a café stands in a campus file; `nil` when the file does not have it.
    static func place(of cafe: CafeID, in campus: JSONValue) -> Place? {
        for (site, value) in list(campus, "sites").enumerated() {
            let index = list(value, "cafes").firstIndex { value in
                guard case .object(let object) = value else { return false }
                return object["id"] == .string(cafe.rawValue)
            }
            if let index { return Place(site: site, cafe: index) }
        }
        return nil
    }

    /// The cafés of a campus file, in its order.
    static func cafes(in campus: JSONValue) -> [CafeID] {
        list(campus, "sites").flatMap { list($0, "cafes") }.compactMap { value in
            guard case .object(let object) = value, case .string(let id)? = object["id"] else { return nil }
            return CafeID(id)
        }
    }

    private static func cafeObject(at place: Place, in campus: JSONValue) -> JSONObject? {
        guard case .object(let object) = list(list(campus, "sites")[place.site], "cafes")[place.cafe] else {
            return nil
        }
        return object
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

extension CafePart {
    /// A campus file with a café's part in place, and every mistake of the part.
    struct Check: Sendable {
        /// The campus file's bytes with the part in place.
        let document: [UInt8]
        /// The campus of that file; `nil` when it has a mistake.
        let campus: Campus?
        /// The mistakes, with their places in the part.
        let mistakes: [JSONMistake]
    }

    /// Checks a café's part exactly as an import checks the whole file.
    ///
    /// A mistake outside of the part, which only an old file can have, does not count.
    ///
    /// - Returns: The result; `nil` when the file does not have the café.
    /// - Complexity: O(*n* log *n*) in the size of the file.
    static func check(_ part: JSONValue, of cafe: CafeID, in campus: JSONValue) -> Check? {
        guard let place = place(of: cafe, in: campus) else { return nil }
        let strangers = unknownMembers(part)
        guard let document = replacing(part, of: cafe, in: campus)?.bytes else {
            let mistake = JSONMistake(path: JSONPath([]), code: .type, reason: "must be an object")
            return Check(document: [], campus: nil, mistakes: [mistake])
        }
        let (whole, found) = read(document, textRule: .plainLine)
        let own = found.compactMap { $0.below(place.steps) }
        let mistakes = strangers + own
        guard mistakes.isEmpty else { return Check(document: document, campus: nil, mistakes: mistakes) }
        if let whole { return Check(document: document, campus: whole, mistakes: []) }
        // The rest of the file is in force already, and a stored file is read by the wider rule.
        let (stored, left) = read(document, textRule: .visible)
        return Check(document: document, campus: stored, mistakes: stored == nil ? left : [])
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

    private static func unknownMembers(_ part: JSONValue) -> [JSONMistake] {
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
