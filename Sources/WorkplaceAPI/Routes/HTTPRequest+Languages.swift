import Essentials
import HTTPCore

extension HTTPRequest {
    /// The cookie that a page's language menu sets.
    static let languageCookieName = "vicinity-language"

    /// The languages that a request asks for: in the address, else in the cookie, else in `Accept-Language`.
    ///
    /// A `lang` in the address must be a language tag; a cookie with another value is ignored.
    ///
    /// - Throws: A `Problem` with code `bad-query` for an unreadable query, and `invalid-request` for a `lang` that is
    ///   not a language tag.
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
