import Essentials
import HTTPCore

extension WireLanguage {
    /// The cookie that a page's language menu sets.
    static let cookieName = "vicinity-language"

    /// The languages that a request asks for: the address, then the choice kept in the cookie, then the browser's.
    init(of request: HTTPRequest) {
        let asked = request.query.isEmpty ? nil : try? request.queryValue("lang")
        if let tag = (asked ?? request.cookie(Self.cookieName)).flatMap({ LanguageTag($0) }) {
            preferences = [tag]
        } else if let header = request.fields["Accept-Language"] {
            preferences = LanguageNegotiation.preferences(acceptLanguage: header)
        } else {
            preferences = []
        }
    }
}
