import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// The pauses and the delay of a café, for its staff.
struct PaceRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [show, change] }

    private var show: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}/pace", access: .kitchen,
            operation: Operation(
                id: "getPace", summary: "What a café has paused, and its delay.", tag: .kitchen,
                success: .json("Pace"), problems: [.unknownCafe])
        ) { request, _ in
            try await answer(request)
        }
    }

    private var change: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/cafes/{cafe}/pace", access: .kitchen,
            operation: Operation(
                id: "changePace",
                summary: """
                    Pauses the café, a station or a way to order, resumes it, or sets the delay, until a time and at the latest \
                    until the service day ends; open menus follow.
                    """,
                tag: .kitchen, body: "PaceChange", success: .json("Pace"), problems: [.unknownCafe])
        ) { request, principal in
            let cafe = try services.orders.cafe(try request.cafe()).cafe
            let time = services.now()
            switch try request.body({ PaceChange($0, cafe: cafe, now: time) }) {
            case .pause(let scope, let until):
                try await services.pace.pause(scope, of: cafe.id, until: until, by: principal)
            case .resume(let scope): try await services.pace.resume(scope, of: cafe.id, by: principal)
            case .delay(let minutes, let until):
                try await services.pace.delay(by: minutes, of: cafe.id, until: until, by: principal)
            }
            return try await answer(request)
        }
    }

    private func answer(_ request: APIRequest) async throws -> HTTPResponse {
        let cafe = try services.orders.cafe(try request.cafe()).cafe
        let pace = try await services.pace.pace(of: cafe.id)
        var json = JSONWriter()
        json.pace(pace, of: cafe)
        return .json(json.bytes)
    }
}

/// A request to pause, to resume, or to set the delay.
private enum PaceChange {
    case pause(ServicePause.Scope, until: Timestamp?)
    case resume(ServicePause.Scope)
    case delay(minutes: Int, until: Timestamp?)

    init?(_ reader: JSONReader, cafe: Cafe, now: Timestamp) {
        let scope = reader["scope"].optional.map { Self.scope($0, of: cafe) }
        let isPaused = reader["paused"].optional.map { $0.boolean() }
        let minutes = reader["delayMinutes"].optional.map {
            $0.integer(in: 0...ServiceDelay.minutes.upperBound)
        }
        let until = reader["until"].optional.map {
            $0.text(as: { Timestamp($0) }, "must be a date-time of RFC 3339")
        }
        if let time = until ?? nil, time <= now { reader["until"].note(.value, "must be in the future") }
        reader.refuseUnknownMembers(except: ["scope", "paused", "delayMinutes", "until"])
        switch (scope, isPaused, minutes) {
        case (let scope?, let isPaused?, nil):
            guard let scope, let isPaused else { return nil }
            self = isPaused ? .pause(scope, until: until ?? nil) : .resume(scope)
        case (nil, nil, let minutes?):
            guard let minutes else { return nil }
            self = .delay(minutes: minutes, until: until ?? nil)
        default:
            reader.note(.value, "must have scope and paused, or delayMinutes")
            return nil
        }
    }

    private static func scope(_ reader: JSONReader, of cafe: Cafe) -> ServicePause.Scope? {
        reader.text(
            as: { text in
                let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
                switch (parts.first, parts.dropFirst().first) {
                case ("cafe", nil): return .cafe
                case ("station", let id?):
                    return cafe.stations.first { $0.id.rawValue == id }.map { .station($0.id) }
                case ("channel", let id?): return OrderChannel(rawValue: id).map { .channel($0) }
                default: return nil
                }
            }, "must be cafe, station/ and a station of the café, or channel/ and a way to order")
    }
}

extension JSONWriter {
    fileprivate mutating func pace(_ pace: Snapshot<ServicePace>, of cafe: Cafe) {
        object { json in
            json.member("now", pace.time)
            json.member("dayEndsAt", cafe.serviceDay(at: pace.time).end)
            json.member("scopes") { json in
                json.array { json in
                    json.string(ServicePause.Scope.cafe.word)
                    for station in cafe.stations { json.string(ServicePause.Scope.station(station.id).word) }
                    for channel in OrderChannel.allCases {
                        json.string(ServicePause.Scope.channel(channel).word)
                    }
                }
            }
            json.member("pauses") { json in
                json.array { json in
                    for pause in pace.content.pauses {
                        json.object { json in
                            json.member("scope", pause.scope.word)
                            json.member("until", pause.until)
                        }
                    }
                }
            }
            guard let delay = pace.content.delay else { return }
            json.member("delay") { json in
                json.object { json in
                    json.member("minutes", delay.wholeMinutes)
                    json.member("until", delay.until)
                }
            }
        }
    }
}

extension ServicePause.Scope {
    /// The form in requests and answers: `cafe`, `station/ID` or `channel/NAME`.
    fileprivate var word: String {
        switch self {
        case .cafe: "cafe"
        case .station(let id): "station/\(id)"
        case .channel(let channel): "channel/\(channel.rawValue)"
        }
    }
}
