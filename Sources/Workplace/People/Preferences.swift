import Essentials
public import JSON

/// The language and the formats that a person chose for their pages.
///
/// Each choice stands by itself, and one that is missing means "as the system has it": as the account says, or else the
/// browser. Choices of a later program are kept although this one does not know them.
public struct Preferences: Hashable, Sendable {
    /// The largest document that is kept, in bytes.
    public static let mostBytes = 4_096
    /// The calendars of CLDR that pages can show.
    public static let calendars = [
        "gregory", "buddhist", "chinese", "coptic", "dangi", "ethiopic", "hebrew", "indian", "islamic-civil",
        "islamic-umalqura", "japanese", "persian", "roc",
    ]
    /// The days on which a week can begin.
    public static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    /// The clocks: with twelve hours or with twenty-four.
    public static let clocks = ["12", "24"]

    /// The choices by name, in the order in which they were made first.
    public private(set) var members: JSONObject

    /// Makes preferences without a choice.
    public init() { members = JSONObject() }

    /// Takes stored preferences.
    init?(_ document: String) {
        do {
            guard case .object(let members) = try JSONValue(parsing: Array(document.utf8)) else { return nil }
            self.members = members
        } catch { return nil }
    }

    /// The preferences as JSON.
    public var document: JSONValue { .object(members) }

    /// The preferences after a change.
    ///
    /// - Parameter change: The choices that change; one that is `nil` goes back to the system's.
    /// - Returns: The result; `nil` when it is larger than ``mostBytes``.
    public func changed(by change: PreferenceChange) -> Preferences? {
        var result = self
        for member in change.members.members {
            result.members[member.name] = member.value == .null ? nil : member.value
        }
        return result.document.bytes.count <= Self.mostBytes ? result : nil
    }
}

/// A change of some preferences, read from a request.
public struct PreferenceChange: Hashable, Sendable {
    let members: JSONObject

    /// Reads a change, and notes what is wrong with a known choice.
    public init?(_ reader: JSONReader) {
        let found = reader.members { name, value -> JSONObject.Member? in
            guard let choice = value.value(), choice == .null || Self.isValid(name, value) else { return nil }
            return JSONObject.Member(name: name, value: choice)
        }
        guard let found else { return nil }
        members = found.reduce(into: JSONObject()) { $0[$1.name] = $1.value }
    }

    private static func isValid(_ name: String, _ value: JSONReader) -> Bool {
        switch name {
        case "language", "formats":
            value.text(as: { LanguageTag($0) }, "must be a language tag, such as ja or pt-BR") != nil
        case "zone": value.text(as: { Zone($0) }, "must be a time zone, such as Europe/Madrid") != nil
        case "calendar": isOne(of: Preferences.calendars, value)
        case "firstDay": isOne(of: Preferences.weekdays, value)
        case "clock": isOne(of: Preferences.clocks, value)
        default: true
        }
    }

    private static func isOne(of words: [String], _ value: JSONReader) -> Bool {
        let reason = "must be one of " + words.joined(separator: ", ")
        return value.text(as: { words.contains($0) ? $0 : nil }, reason) != nil
    }
}

/// The preferences would be larger than what is kept of one person.
public struct PreferencesTooLarge: Error, Hashable, Sendable {}
