/// Chooses the language that a person reads best from the available languages.
///
/// It begins with the lookup of RFC 4647 section 3.4. Then it tries tags of the same language and script in
/// another region. It never changes the script: a request for `zh-TW` does not get `zh-Hans`.
public enum LanguageNegotiation: Sendable {
    /// Returns the best available language.
    ///
    /// - Parameters:
    ///   - available: The languages to choose from. Of those that do not have the wanted region, a tag without a region
    ///     comes first, then, if no region is wanted, the one of the usual region, then the first.
    ///   - preferences: The wanted languages, best first.
    /// - Returns: One of the available languages, or `nil` when none is readable for the person.
    /// - Complexity: O(*n* · *m*) in the numbers of tags.
    public static func best(
        of available: some Collection<LanguageTag>, for preferences: some Sequence<LanguageTag>
    ) -> LanguageTag? {
        for preference in preferences {
            if let best = best(of: available, for: preference) { return best }
        }
        return nil
    }

    private static func best(
        of available: some Collection<LanguageTag>, for preference: LanguageTag
    ) -> LanguageTag? {
        if available.contains(preference) { return preference }
        let readable = available.filter { $0.isReadable(to: preference) }
        let region = preference.region ?? preference.likelyRegion
        return readable.first { $0.region == preference.region } ?? readable.first { $0.region == nil }
            ?? readable.first { $0.region == region } ?? readable.first
    }

    /// Returns the languages whose texts stand in for missing ones of a language, nearest first.
    ///
    /// These are the language's own tag without its region or script, in the same script: `es` for `es-UY`, and
    /// `zh-Hant` but not `zh` for `zh-Hant-TW`.
    ///
    /// - Parameters:
    ///   - language: The language that lacks a text.
    ///   - available: The languages that have texts.
    /// - Returns: Some of the available languages, never the language itself.
    public static func fallbacks(
        of language: LanguageTag, in available: some Sequence<LanguageTag>
    ) -> [LanguageTag] {
        let wider = available.filter {
            $0 != language && $0.region == nil && $0.otherSubtags.isEmpty && $0.isReadable(to: language)
        }
        return wider.sorted { ($0.script == nil ? 1 : 0) < ($1.script == nil ? 1 : 0) }
    }

    /// Reads the value of an `Accept-Language` header (RFC 9110 section 12.5.4).
    ///
    /// Invalid parts, the wildcard and languages of weight zero are left out. Only the first 32 parts are
    /// read.
    ///
    /// - Parameter header: The value, such as `ja, en;q=0.8`.
    /// - Returns: The languages by descending weight; with equal weights, in the order of the header.
    public static func preferences(acceptLanguage header: String) -> [LanguageTag] {
        let weighted = header.split(separator: ",", maxSplits: 32).prefix(32).compactMap { weightedTag($0) }
        return weighted.enumerated()
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
            .map(\.element.tag)
    }

    private static func weightedTag(_ part: Substring) -> (tag: LanguageTag, weight: Int)? {
        let fields = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
        guard let first = fields.first, let tag = LanguageTag(first), fields.count <= 2 else { return nil }
        guard fields.count == 2 else { return (tag, 1_000) }
        guard let weight = thousandths(fields[1]), weight > 0 else { return nil }
        return (tag, weight)
    }

    /// Reads `q=0.8` in thousandths.
    private static func thousandths(_ field: String) -> Int? {
        let text = field.lowercased()
        guard text.hasPrefix("q=") else { return nil }
        let parts = text.dropFirst(2).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? Array(parts[1].utf8) : []
        guard let whole = parts.first, whole == "0" || whole == "1", decimals.count <= 3 else { return nil }
        let padded = decimals + Array(repeating: UInt8(ascii: "0"), count: 3 - decimals.count)
        guard let fraction = Int(decimalDigits: padded[...]) else { return nil }
        let weight = (whole == "1" ? 1_000 : 0) + fraction
        return weight <= 1_000 ? weight : nil
    }
}

extension LanguageTag {
    fileprivate func isReadable(to preference: LanguageTag) -> Bool {
        writtenLanguage == preference.writtenLanguage && likelyScript == preference.likelyScript
    }

    /// Norwegian without a form means Bokmål, as in CLDR.
    private var writtenLanguage: String { language == "no" ? "nb" : language }

    /// The default script of a language; `nil` for languages with only one script.
    ///
    /// Source: CLDR 48, `likelySubtags.xml`, for the languages that are in use in two scripts.
    fileprivate var likelyScript: String? {
        if let script { return Self.scripts[language] == nil && script == "Latn" ? nil : script }
        guard let scripts = Self.scripts[language] else { return nil }
        return region.flatMap { scripts.byRegion[$0] } ?? scripts.usual
    }

    /// The region that is meant when none is named: `pt` means `pt-BR`; `nil` for languages without an entry.
    ///
    /// Source: CLDR 48, `likelySubtags.xml`, for the languages that are translated for more than one region.
    fileprivate var likelyRegion: String? {
        likelyScript == "Hant" ? "TW" : Self.likelyRegions[language]
    }

    private static let likelyRegions = [
        "ar": "EG", "de": "DE", "en": "US", "es": "ES", "fr": "FR", "it": "IT", "nl": "NL", "pt": "BR",
        "zh": "CN",
    ]

    private static let scripts: [String: (usual: String, byRegion: [String: String])] = [
        "zh": ("Hans", regions("AU BN GB GF HK ID MO PA PF PH SR TH TW US VN", "Hant")),
        "sr": ("Cyrl", regions("ME RO TR", "Latn")),
        "az": ("Latn", ["IQ": "Arab", "IR": "Arab", "RU": "Cyrl"]),
        "uz": ("Latn", ["AF": "Arab", "CN": "Cyrl"]),
        "pa": ("Guru", ["PK": "Arab"]),
        "kk": ("Cyrl", regions("AF CN IR MN", "Arab")),
        "mn": ("Cyrl", ["CN": "Mong"]),
    ]

    private static func regions(_ codes: String, _ script: String) -> [String: String] {
        Dictionary(uniqueKeysWithValues: codes.split(separator: " ").map { (String($0), script) })
    }
}
