/// Media types, such as `application/json; charset=utf-8`.
enum MediaType {
    static let json = "application/json"
    static let event = "application/cloudevents+json"
    static let anyEvent = "application/cloudevents"

    /// Type and subtype in lower case, without parameters.
    static func essence(_ text: String) -> String {
        let essence = text.prefix { $0 != ";" }.lowercased()
        return String(essence.filter { $0 != " " && $0 != "\t" })
    }

    /// Whether the content is a value of JSON: the subtype is `json`, or ends in it.
    static func isJSON(_ text: String) -> Bool {
        let subtype = essence(text).split(separator: "/", maxSplits: 1).last ?? ""
        return subtype == "json" || subtype.hasSuffix("+json")
    }
}
