import Essentials
import HTTPCore

extension HTTPRequest {
    /// The cookie that a page's language menu sets.
    static let languageCookieName = "vicinity-language"

    /// The languages that a request asks for: the address, then the choice kept in the cookie, then the browser's.
    var languagePreferences: [LanguageTag] {
        let asked = query.isEmpty ? nil : try? queryValue("lang")
        if let tag = (asked ?? cookie(Self.languageCookieName)).flatMap({ LanguageTag($0) }) { return [tag] }
        return fields["Accept-Language"].map { LanguageNegotiation.preferences(acceptLanguage: $0) } ?? []
    }
}
