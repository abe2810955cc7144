import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// The sold-out marks of a café, for its kitchen.
struct SoldOutRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [list, change] }

    private var list: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}/sold-out", access: .kitchen,
            operation: Operation(
                id: "listSoldOut", summary: "What a café's kitchen has marked as sold out, and until when.",
                tag: .kitchen, success: .json("SoldOut"), isTranslated: true, problems: [.unknownCafe])
        ) { request, principal in
            try await answer(request, principal)
        }
    }

    private var change: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/cafes/{cafe}/sold-out", access: .kitchen,
            operation: Operation(
                id: "changeSoldOut",
                summary: """
                    Marks items and choices as sold out until a time or until the service day ends, or takes their marks away; \
                    open menus follow.
                    """,
                tag: .kitchen, body: "SoldOutChange", success: .json("SoldOut"), isTranslated: true,
                problems: [.unknownCafe])
        ) { request, principal in
            let cafe = try services.orders.cafe(try request.cafe()).cafe
            let time = services.now()
            let change = try request.body { SoldOutChange($0, menu: cafe.menu, now: time) }
            if change.isSoldOut {
                try await services.soldOut.mark(
                    change.things, of: cafe.id, until: change.until, by: principal)
            } else {
                try await services.soldOut.unmark(change.things, of: cafe.id, by: principal)
            }
            return try await answer(request, principal)
        }
    }

    private func answer(_ request: APIRequest, _ principal: Principal) async throws -> HTTPResponse {
        let cafe = try services.orders.cafe(try request.cafe()).cafe
        let marks = try await services.soldOut.marks(of: cafe.id, for: principal)
        var json = JSONWriter(capacity: 1_024)
        json.soldOut(marks, of: cafe, in: request.language)
        return .json(json.bytes)
    }
}

/// A request to mark items and choices as sold out, or to remove their marks.
private struct SoldOutChange {
    private static let thingsAtMost = 100

    let things: [SoldOutMark.Thing]
    let until: Timestamp?
    let isSoldOut: Bool

    init?(_ reader: JSONReader, menu: Menu, now: Timestamp) {
        let items = Self.list(reader["items"]) { id in ItemID(id).flatMap { menu.item($0) }?.id }
        let known = Set(menu.sections.flatMap(\.items).flatMap(\.groups).flatMap(\.choices).map(\.id))
        let choices = Self.list(reader["choices"]) { id in
            ChoiceID(id).flatMap { known.contains($0) ? $0 : nil }
        }
        let until = reader["until"].optional.map { reader in
            reader.text(as: { Timestamp($0) }, "must be a date-time of RFC 3339")
        }
        if let time = until ?? nil, time <= now || time > now.advanced(by: SoldOutService.longest) {
            reader["until"].note(.value, "must be in the future, and within seven days")
        }
        let isSoldOut = reader["soldOut"].boolean()
        reader.refuseUnknownMembers(except: ["items", "choices", "until", "soldOut"])
        guard let items, let choices, let isSoldOut else { return nil }
        things = items.map { .item($0) } + choices.map { .choice($0) }
        self.until = until ?? nil
        self.isSoldOut = isSoldOut
    }

    private static func list<ID>(_ reader: JSONReader, _ make: @escaping (String) -> ID?) -> [ID]? {
        guard let list = reader.optional else { return [] }
        return list.array(count: 0...thingsAtMost) { $0.text(as: make, "must be on the café's menu") }
    }
}

extension JSONWriter {
    fileprivate mutating func soldOut(
        _ marks: Snapshot<[SoldOutMark]>, of cafe: Cafe, in language: WireLanguage
    ) {
        let choices = cafe.menu.sections.flatMap(\.items).flatMap(\.groups).flatMap(\.choices)
        object { json in
            json.member("now", marks.time)
            json.member("dayEndsAt", cafe.serviceDay(at: marks.time).end)
            json.member("items") { json in
                json.array { json in
                    for mark in marks.content {
                        guard case .item(let id) = mark.thing, let item = cafe.menu.item(id) else { continue }
                        json.mark(id.rawValue, language.text(item.name), mark.until)
                    }
                }
            }
            json.member("choices") { json in
                json.array { json in
                    for mark in marks.content {
                        guard case .choice(let id) = mark.thing,
                            let choice = choices.first(where: { $0.id == id })
                        else { continue }
                        json.mark(id.rawValue, language.text(choice.name), mark.until)
                    }
                }
            }
        }
    }

    private mutating func mark(_ id: String, _ name: String, _ until: Timestamp) {
        object { json in
            json.member("id", id)
            json.member("name", name)
            json.member("until", until)
        }
    }
}
