import Essentials
import HTTPCore

extension HTTPRequest {
    /// The cookie that a page's language menu sets.
    static let languageCookieName = "vicinity-language"

    /// The languages that a request asks for: the address, then the choice kept in the cookie, then the browser's.
    ///
    /// What the address asks for is somebody's word and must be one; a cookie that is none is passed over.
    ///
    /// - Throws: A `Problem` with code `bad-query` for a query that cannot be read, and `invalid-request` for a
    ///   `lang` that is no language tag.
    func languagePreferences() throws(Problem) -> [LanguageTag] {
        if !query.isEmpty, let asked = try queryValue("lang") {
            guard let tag = LanguageTag(asked) else {
                throw .invalidParameter("lang", "must be a language tag, such as ja or pt-BR")
            }
            return [tag]
        }
        if let chosen = cookie(Self.languageCookieName).flatMap({ LanguageTag($0) }) { return [chosen] }
        return fields["Accept-Language"].map { LanguageNegotiation.preferences(acceptLanguage: $0) } ?? []
    }
}
