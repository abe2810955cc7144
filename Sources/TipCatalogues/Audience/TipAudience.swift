/// The reader of tips: a person, or a device without a person, on one platform.
public struct TipAudience: Hashable, Sendable {
    /// The platform, such as `web` or `terminal`.
    public var platform: String
    /// The roles of the person.
    public var roles: Set<String>
    /// The sites of the person.
    public var sites: Set<String>
    /// The languages of the person as BCP 47 tags, the preferred one first.
    public var languages: [String]

    /// Makes an audience.
    public init(
        platform: String, roles: Set<String> = [], sites: Set<String> = [], languages: [String] = []
    ) {
        self.platform = platform
        self.roles = roles
        self.sites = sites
        self.languages = languages
    }
}

extension TipCatalogue.Segment {
    /// Whether the segment includes an audience.
    public func includes(_ audience: TipAudience) -> Bool {
        if let platforms, !platforms.contains(audience.platform) { return false }
        if let roles, !roles.contains(where: { audience.roles.contains($0) }) { return false }
        if let sites, !sites.contains(where: { audience.sites.contains($0) }) { return false }
        guard let languages else { return true }
        guard let language = audience.languages.first else { return false }
        return TipCatalogue.chain(from: language).contains { languages.contains($0) }
    }
}

extension TipCatalogue {
    /// A language and its shorter forms: `de-Latn-CH`, `de-Latn`, `de`.
    public static func chain(from language: String) -> [String] {
        let parts = normalised(language).split(separator: "-")
        return parts.indices.reversed().map { parts[...$0].joined(separator: "-") }
    }

    /// The languages to try, best first; the fallback is last (TD22).
    func chain(for audience: TipAudience) -> [String] {
        audience.languages.flatMap { Self.chain(from: $0) } + [fallback]
    }
}
