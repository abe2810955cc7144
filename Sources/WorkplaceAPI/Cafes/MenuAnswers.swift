import Essentials
import Gzip
import HTTPCore
import Ordering
import Synchronization
import Workplace

/// Everything that an answer with a café's menu is made of.
struct MenuState: Hashable, Sendable {
    /// The campus revision that has the café; read it before the café, so that no old menu is kept for a new revision.
    let revision: Int64
    let cafe: CafeID
    let isOpen: Bool
    let soldOut: SoldOut
    let pace: ServicePace
    let channel: OrderChannel
    let serving: ServingTimes
    let language: WireLanguage
}

/// Keeps compressed menus, so that each is written and compressed once for all who ask for it.
///
/// Use it only for answers that are the same for everybody: the length of a compressed answer can tell what is in it.
final class MenuAnswers: Sendable {
    /// How many are kept; browsers ask for one menu in many orders of languages.
    private static let most = 256

    private let kept = Mutex<[MenuState: HTTPResponse]>([:])

    /// The menu as a client takes it, with an entity tag for each form.
    ///
    /// - Parameters:
    ///   - state: What the menu is made of.
    ///   - request: The request that asks for it.
    ///   - write: Returns the bytes of the menu; called only when no answer is kept.
    /// - Returns: The answer, which may have been sent to others before.
    /// - Throws: The error of a header field; those that are added here are valid.
    func answer(
        with state: MenuState, to request: HTTPRequest, writing write: () -> [UInt8]
    ) throws -> HTTPResponse {
        let isCompressed = request.takesGzip
        if isCompressed, let known = kept.withLock({ $0[state] }) { return known }
        let bytes = write()
        var answer = HTTPResponse.json(isCompressed ? GzipFile(compressing: bytes).bytes : bytes)
        try answer.fields.add("Vary", "Accept-Encoding")
        guard isCompressed else { return answer.tagged() }
        try answer.fields.set("Content-Encoding", "gzip")
        let compressed = answer.tagged()
        kept.withLock { kept in
            if kept.count >= Self.most { kept.removeAll() }
            kept[state] = compressed
        }
        return compressed
    }
}
