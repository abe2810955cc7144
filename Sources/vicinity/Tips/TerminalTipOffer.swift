import Cryptography
import JSON
import TipCatalogues
import TipCore
import TipRules
import WorkplaceClient

/// The server's offer for a person in a terminal: tips with their words, and the data that decides when they
/// are shown.
struct TerminalTipOffer {
    /// Several tips; one is shown at a time.
    struct Group {
        let isOrdered: Bool
        let tips: [TipID]
    }

    /// A tip with its words.
    struct Tip {
        let definition: TipDefinition
        let title: String
        let message: String?
    }

    /// Gets the offer for the signed-in person from the server.
    static func ofTerminal(by client: APIClient) async throws -> TerminalTipOffer {
        try await client.get("/api/v1/tips?platform=terminal&lang=\(TerminalLanguage.tag)").reading(
            TerminalTipOffer.init)
    }

    let frequency: Tips.DisplayFrequency
    let parameters: [(name: RuleText, definition: ParameterDefinition)]
    let events: [(name: RuleText, definition: EventDefinition)]
    let groups: [Group]
    let tips: [Tip]

    /// Reads an answer of the server; `nil` after a mistake, which the reader has noted.
    init?(_ reader: JSONReader) {
        let frequency = reader["displayFrequency"].text(
            as: { name in Tips.DisplayFrequency.allCases.first { $0.name == name } }, "must be a frequency")
        let facts = reader["facts"].members { name, reader in reader.ruleValue().map { (name, $0) } }
        let parameters = reader["parameters"].array { Self.parameter($0, facts ?? []) }
        let events = reader["events"].array(Self.event)
        let groups = reader["groups"].array(Self.group)
        let tips = reader["tips"].array(Self.tip)
        guard let frequency, let parameters, let events, let groups, let tips else { return nil }
        self.frequency = frequency
        self.parameters = parameters
        self.events = events
        self.groups = groups
        self.tips = tips
    }

    /// A parameter; if the server sends a value, the parameter starts with that value each time and is not
    /// stored.
    private static func parameter(_ reader: JSONReader, _ facts: [(String, RuleValue)]) -> (
        name: RuleText, definition: ParameterDefinition
    )? {
        let initial = reader["initial"].ruleValue()
        guard let name = reader["name"].string(), let initial else { return nil }
        let fact = facts.first { $0.0 == name }?.1
        let isTransient = reader["transient"].optional?.boolean() ?? false
        let definition = ParameterDefinition(
            initial: fact ?? initial, isTransient: isTransient || fact != nil,
            formerNames: reader.names("formerly"))
        return (RuleText(name), definition)
    }

    private static func event(_ reader: JSONReader) -> (name: RuleText, definition: EventDefinition)? {
        let count = reader["maximumCount"].integer(in: 0...1_000_000)
        let age = reader["maximumAge"].optional?.integer(in: 0...Int64.max)
        guard let name = reader["name"].string(), let count else { return nil }
        let definition = EventDefinition(
            maximumCount: count, maximumAge: age.map { RuleWindow(microseconds: $0) },
            formerNames: reader.names("formerly"),
            staysOnDevice: reader["staysOnDevice"].optional?.boolean() ?? false)
        return (RuleText(name), definition)
    }

    private static func group(_ reader: JSONReader) -> Group? {
        let tips = reader["tips"].array { $0.string().map { TipID($0) } }
        guard let isOrdered = reader["ordered"].boolean(), let tips else { return nil }
        return Group(isOrdered: isOrdered, tips: tips)
    }

    private static func tip(_ reader: JSONReader) -> Tip? {
        let rules = reader["rules"].array { reader in
            reader.text(as: { Base64.decode($0).flatMap(RuleExpression.init(kept:)) }, "must be a rule")
        }
        guard let id = reader["id"].string(), let rules, let title = reader["title"].string() else {
            return nil
        }
        let definition = TipDefinition(
            id: TipID(id), rules: rules,
            maximumDisplayCount: reader["maximumDisplayCount"].optional?.integer(in: 1...Int.max),
            maximumDisplayMicroseconds: reader["maximumDisplayMicroseconds"].optional?.integer(
                in: 1...Int64.max),
            ignoresDisplayFrequency: reader["ignoresDisplayFrequency"].optional?.boolean() ?? false,
            formerIDs: reader.names("formerly").map { TipID(name: $0) }, endingEvents: reader.names("endsOn"))
        return Tip(definition: definition, title: title, message: reader["message"].optional?.string())
    }
}

extension JSONReader {
    fileprivate func ruleValue() -> RuleValue? {
        text(
            as: { text in
                guard let bytes = Base64.decode(text) else { return nil }
                do { return try RuleValue(bytes: bytes) } catch { return nil }
            }, "must be a value")
    }

    fileprivate func names(_ member: String) -> [RuleText] {
        self[member].optional?.array { $0.string().map { RuleText($0) } } ?? []
    }
}

extension RuleExpression {
    fileprivate init?(kept bytes: [UInt8]) {
        do { try self.init(bytes: bytes) } catch { return nil }
    }
}
