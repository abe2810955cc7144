import JSON
import TipCore
import TipRules

/// Reads the tips of a catalogue, one after the other.
struct TipReading {
    let names: DeclaredNames
    private var identifiers: Set<String> = []

    init(names: DeclaredNames) { self.names = names }

    mutating func tip(_ reader: JSONReader) -> TipCatalogue.Tip? {
        reader.refuseUnknownMembers(
            except: [
                "id", "about", "style", "actions", "rules", "endsOn", "maximumDisplayCount",
                "maximumDisplaySeconds", "ignoresDisplayFrequency", "formerly", "isOn", "segment",
                "title", "message", "image", "imageText",
            ])
        let definition = self.definition(reader)
        let content = self.content(reader)
        let actions = reader["actions"].optional.flatMap { self.actions($0) }
        let style = reader["style"].optional?.text(
            as: { ["mini", "hero picture", "banner"].contains($0) ? $0 : nil },
            "must be mini, hero picture or banner")
        let segment = reader["segment"].optional.map { self.segment($0) }
        let isOn = reader["isOn"].optional?.boolean() ?? true
        let about = reader.about()
        guard let definition, let title = content.title else { return nil }
        var tip = TipCatalogue.Tip(definition, title: title)
        tip.content = content
        tip.actions = actions ?? []
        (tip.style, tip.isOn, tip.segment, tip.about) = (style, isOn, segment, about)
        return tip
    }

    // MARK: - When it is shown

    private mutating func definition(_ reader: JSONReader) -> TipDefinition? {
        let id = reader["id"].text(
            as: { TipCatalogue.isName($0) ? $0 : nil }, TipCatalogue.nameRule)
        let formerly = reader.formerly(id ?? "")
        if let id, !identifiers.insert(id).inserted { reader["id"].note(.duplicate, "names another tip too") }
        for former in formerly where !identifiers.insert(former).inserted {
            reader["formerly"].note(.duplicate, "has \(former), which names another tip too")
        }
        let names = names
        let rules = reader["rules"].optional.map { reader in
            reader.array(count: 0...100) { reader -> RuleExpression? in
                let rule = RuleExpression(reader)
                if let rule { names.check(rule, reader) }
                return rule
            }
        }
        let endings = reader["endsOn"].optional.flatMap { self.endings($0) }
        let seconds = reader["maximumDisplaySeconds"].optional?.double(in: 0.001...1e9)
        let count = reader["maximumDisplayCount"].optional?.integer(in: 1...1_000_000)
        let ignores = reader["ignoresDisplayFrequency"].optional?.boolean() ?? false
        guard let id else { return nil }
        return TipDefinition(
            id: TipID(id), rules: (rules ?? nil) ?? [], maximumDisplayCount: count,
            maximumDisplayMicroseconds: seconds.map { Int64(($0 * 1e6).rounded()) },
            ignoresDisplayFrequency: ignores, formerIDs: formerly.map { TipID($0) },
            endingEvents: endings ?? [])
    }

    private func endings(_ reader: JSONReader) -> [RuleText]? {
        var seen: Set<RuleText> = []
        return reader.array(count: 1...100) { reader in
            guard let name = reader.string().map({ RuleText($0) }) else { return nil }
            names.check(told: name, reader)
            if TipCatalogue.ownEvents.contains(where: { $0.name == name }) {
                reader.note(.value, "names an event of all tips, so that any of them would end this one")
            }
            if !seen.insert(name).inserted { reader.note(.duplicate, "occurs twice") }
            return name
        }
    }

    // MARK: - What it says

    private func content(_ reader: JSONReader) -> TipCatalogue.Content {
        var content = TipCatalogue.Content()
        content.title = texts(reader["title"], length: 1...100)
        content.message = reader["message"].optional.flatMap { texts($0, length: 1...500) }
        content.imageText = reader["imageText"].optional.flatMap { texts($0, length: 1...200) }
        content.image = reader["image"].optional?.text(
            as: { TipCatalogue.isName($0) || Self.isPath($0) ? $0 : nil },
            "must be the name of an icon, or the path of a picture of our own such as /assets/images/walk.svg"
        )
        return content
    }

    /// Reads a text in several languages; a single text is in the fallback.
    private func texts(_ reader: JSONReader, length: ClosedRange<Int>) -> TipTexts? {
        var texts = TipTexts()
        guard let value = reader.value() else { return nil }
        if case .string = value {
            texts[names.fallback ?? ""] = text(reader, length: length)
            return texts
        }
        let read: [Void]? = reader.members { name, reader in
            let language = TipCatalogue.normalised(name)
            guard texts[language] == nil else {
                reader.note(.duplicate, "is a language that occurs twice")
                return nil
            }
            guard names.languages?.contains(language) ?? true else {
                reader.note(.language, "is not in one of the catalogue's languages")
                return nil
            }
            guard let text = text(reader, length: length) else { return nil }
            texts[language] = text
        }
        guard read != nil else { return nil }
        if let fallback = names.fallback, texts[fallback] == nil {
            reader.note(.language, "is missing in \(fallback), which is the fallback")
            return nil
        }
        return texts
    }

    private func text(_ reader: JSONReader, length: ClosedRange<Int>) -> String? {
        guard let text = reader.line(length: length) else { return nil }
        guard text.unicodeScalars.contains(where: \.isSeen) else {
            reader.note(.value, "must not be blank")
            return nil
        }
        return text
    }

    private func actions(_ reader: JSONReader) -> [TipCatalogue.Action]? {
        var seen: Set<String> = []
        return reader.array(count: 1...4) { reader in
            reader.refuseUnknownMembers(except: ["id", "title", "opens"])
            let id = reader["id"].text(as: { TipCatalogue.isName($0) ? $0 : nil }, TipCatalogue.nameRule)
            if let id, !seen.insert(id).inserted { reader["id"].note(.duplicate, "occurs twice") }
            let title = texts(reader["title"], length: 1...60)
            let opens = reader["opens"].optional?.text(
                as: { Self.isPath($0) ? $0 : nil }, "must be the path of a page of our own, such as /order")
            guard let id, let title else { return nil }
            return TipCatalogue.Action(id: id, title: title, opens: opens)
        }
    }

    /// Whether a text is a path on the same server that no browser reads as another server or as a script.
    private static func isPath(_ text: String) -> Bool {
        text.utf8.count <= 500 && text.hasPrefix("/") && !text.hasPrefix("//")
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
    }

    // MARK: - Who gets it

    private func segment(_ reader: JSONReader) -> TipCatalogue.Segment {
        reader.refuseUnknownMembers(except: ["platforms", "roles", "sites", "languages"])
        var segment = TipCatalogue.Segment()
        segment.platforms = reader["platforms"].optional?.names()
        segment.roles = reader["roles"].optional?.names()
        segment.sites = reader["sites"].optional?.names()
        segment.languages = reader["languages"].optional?.names(
            TipCatalogue.isLanguage, "must be a language such as de-CH")?.map { TipCatalogue.normalised($0) }
        return segment
    }
}

extension Unicode.Scalar {
    /// Whether the character is visible.
    fileprivate var isSeen: Bool { !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint }
}
