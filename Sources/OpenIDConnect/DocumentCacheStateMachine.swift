/// Decides when a provider's document is fetched again.
///
/// A document is fresh for an hour. Then it is fetched again, and stays usable for a day if that fails. When something is
/// missing in a fresh document, such as a key, it is fetched again at most once a minute.
struct DocumentCacheStateMachine<Document> {
    enum Action {
        case use(Document)
        case fetch
        case wait
    }

    enum Need {
        /// Any usable document will do.
        case any
        /// Something is missing in the document at hand.
        case newer
    }

    static var freshSeconds: Int64 { 3600 }
    static var usableSeconds: Int64 { 86400 }
    static var pauseSeconds: Int64 { 60 }
    /// Without any document nobody can sign in, so that the next attempt comes soon.
    static var firstPauseSeconds: Int64 { 5 }

    private var cached: (document: Document, fetchedAt: NumericDate)?
    /// No call begins from the first of these times to the second.
    private var pause: Range<NumericDate>?

    func action(_ need: Need, now: NumericDate) -> Action {
        // A clock that was set back must not leave the document as it is for long.
        let mayFetch = pause?.contains(now) != true
        guard let cached else { return mayFetch ? .fetch : .wait }
        let age = now.secondsSinceEpoch - cached.fetchedAt.secondsSinceEpoch
        if mayFetch && (need == .newer || !(0..<Self.freshSeconds).contains(age)) { return .fetch }
        return age < Self.usableSeconds ? .use(cached.document) : .wait
    }

    /// Notes a document that was fetched because of a need.
    mutating func fetched(_ document: Document, for need: Need, now: NumericDate) {
        cached = (document, now)
        if need == .newer { pause(for: Self.pauseSeconds, from: now) }
    }

    /// Notes that a call failed.
    mutating func failed(now: NumericDate) {
        pause(for: cached == nil ? Self.firstPauseSeconds : Self.pauseSeconds, from: now)
    }

    private mutating func pause(for seconds: Int64, from now: NumericDate) {
        pause = now..<now.advanced(bySeconds: seconds)
    }
}
