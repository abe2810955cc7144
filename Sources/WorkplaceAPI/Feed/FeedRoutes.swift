import Essentials
import HTTPCore
import JSON
import Workplace

/// The change feed as server-sent events.
struct FeedRoutes: Sendable {
    private static let topicsAtMost = 10

    let services: WorkplaceServices
    let streams: FeedStreams

    var routes: [APIRoute] {
        [
            APIRoute(
                method: .get, pattern: "/api/v1/feed", access: .signedIn,
                operation: Operation(
                    id: "followFeed",
                    summary:
                        "Follows topics of the change feed; resumes after the last number that was seen.",
                    tag: .feed, parameters: [.topics, .after, .lastEventID],
                    success: .events,
                    problems: [.forbidden, .unknownTopic, .tooManyStreams, .tooManySessionStreams])
            ) { request, identity in
                let topics = try topics(of: request, for: identity.principal)
                return .eventStream(
                    try await streams.open(
                        topics, after: try Self.position(of: request.http), for: identity.session))
            }
        ]
    }

    private func topics(of request: APIRequest, for principal: Principal) throws -> [FeedTopic] {
        let texts = (try request.http.queryValue("topics") ?? "").split(separator: ",").map(String.init)
        guard (1...Self.topicsAtMost).contains(texts.count) else {
            throw Problem.invalidParameter("topics", "must name 1 to \(Self.topicsAtMost) topics")
        }
        return try texts.map { text in
            guard let topic = FeedTopic(text), try exists(topic) else {
                throw Problem(.unknownTopic, detail: "There is no topic of that name.")
            }
            guard principal.mayFollow(topic) else { throw WorkplaceRefusal.forbidden }
            return topic
        }
    }

    private func exists(_ topic: FeedTopic) throws -> Bool {
        let campus = try services.campuses.inForce()
        return switch topic {
        case .kitchen(let cafe), .board(let cafe), .menu(let cafe): campus.cafe(cafe) != nil
        case .person(let person): campus.person(person) != nil
        }
    }

    /// The last number that the client saw.
    ///
    /// The header wins: a browser that reconnects sends it with the address of the first connection.
    private static func position(of request: HTTPRequest) throws -> Int64? {
        let named =
            try request.fields["Last-Event-ID"].map { ("Last-Event-ID", $0) }
            ?? request.queryValue("after").map { ("after", $0) }
        guard let (name, text) = named else { return nil }
        guard let number = Int64(text), number >= 0 else {
            throw Problem.invalidParameter(name, "must be a number of the feed")
        }
        return number
    }
}

extension Operation.Parameter {
    fileprivate static let topics = Operation.Parameter(
        name: "topics", place: .query,
        summary:
            "Separated by commas: cafe/{cafe}/kitchen, cafe/{cafe}/board, cafe/{cafe}/menu, person/{person}.",
        isRequired: true)
    fileprivate static let after = Operation.Parameter(
        name: "after", place: .query, summary: "The number to resume after, from a snapshot's `asOf`.",
        schema: ["type": "integer", "minimum": 0])
    fileprivate static let lastEventID = Operation.Parameter(
        name: "Last-Event-ID", place: .header, summary: "The number to resume after, as browsers send it.",
        schema: ["type": "integer", "minimum": 0])
}
