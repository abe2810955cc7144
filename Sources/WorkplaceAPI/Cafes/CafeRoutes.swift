import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// Cafés, menus and prices of baskets; open to everybody, without signing in.
struct CafeRoutes: Sendable {
    let services: WorkplaceServices
    private let menus = CompressedAnswers()

    init(services: WorkplaceServices) { self.services = services }

    var routes: [APIRoute] { [list, one, menu, quote] }

    private var list: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes",
            operation: Operation(
                id: "listCafes",
                summary: "The organisation's cafés, with where they are and whether they are open.",
                tag: .cafes, success: .json("CafeList"), isTranslated: true, isConditional: true)
        ) { request in
            let campus = try services.campuses.inForce()
            let pauses = try await services.pace.pauseEnds(of: .of(request.http))
            var json = JSONWriter(capacity: 4_096)
            json.object { json in
                json.member("organisation") { $0.organisation(campus.organisation, in: request.language) }
                json.member("cafes") { json in
                    json.array { json in
                        for cafe in campus.cafes {
                            json.cafe(
                                cafe, on: campus, services, pausedUntil: pauses[cafe.id],
                                in: request.language)
                        }
                    }
                }
            }
            return .json(json.bytes).tagged()
        }
    }

    private var one: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}",
            operation: Operation(
                id: "getCafe", summary: "A café, with its stations and opening hours.", tag: .cafes,
                success: .json("CafeDetail"), isTranslated: true, isConditional: true,
                problems: [.unknownCafe])
        ) { request in
            let cafe = try services.orders.cafe(try request.cafe()).cafe
            let campus = try services.campuses.inForce()
            let pauses = try await services.pace.pauseEnds(of: .of(request.http))
            var json = JSONWriter(capacity: 1_024)
            json.cafe(
                cafe, on: campus, services, pausedUntil: pauses[cafe.id], in: request.language,
                isDetailed: true)
            return .json(json.bytes).tagged()
        }
    }

    private var menu: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}/menu",
            operation: Operation(
                id: "getMenu",
                summary:
                    "A café's menu, with prices, choices, allergens, diets, and what is sold out or not served now.",
                tag: .cafes, success: .json("Menu"), isTranslated: true, isConditional: true,
                problems: [.unknownCafe])
        ) { request in
            let (cafe, status) = try services.orders.cafe(try request.cafe())
            let soldOut = try await services.orders.soldOut(of: cafe.id)
            let pace = try await services.pace.pace(of: cafe.id).content
            var json = JSONWriter(capacity: 16_384)
            json.menu(
                of: cafe, isOpen: status.isOpen, soldOut: soldOut, pace: pace,
                channel: try await .of(request.http, services),
                serving: services.orders.servingTimes(of: cafe),
                in: request.language)
            return try menus.answer(.json(json.bytes), to: request.http)
        }
    }

    private var quote: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/cafes/{cafe}/quote",
            operation: Operation(
                id: "quoteBasket",
                summary: "Reprices a basket at a café without saving anything; each line has a status.",
                tag: .cafes, body: "QuoteRequest", success: .json("Quote"), isTranslated: true,
                problems: [
                    .unknownCafe, .cafeClosed, .paused, .invalidBasket, .pickupNotOffered,
                    .unknownPickupWindow,
                    .pickupWindowOver, .pickupWindowFull, .noPickupWindow,
                ])
        ) { request in
            let cafe = try services.orders.cafe(try request.cafe()).cafe
            let body = try request.body(QuoteBody.init)
            let pace = try await services.pace.pace(of: cafe.id).content
            let channel = try await OrderChannel.of(request.http, services)
            try pace.check(channel)
            var repricing = try await services.orders.reprice(
                body.basket, at: cafe, seen: body.seenPrices)
            let timetable = try await services.pickups.timetable(
                of: cafe, for: repricing.servableLines, isWalkUp: channel.isWalkUp)
            // Serving hours are checked for the time at which the order can be ready (C16).
            if let ready = body.handover ?? timetable?.soonest?.readyAt {
                repricing = try await services.orders.reprice(
                    body.basket, at: cafe, seen: body.seenPrices, pickup: ready)
            }
            repricing = repricing.marking(pace)
            if let pickup = body.pickup {
                try await services.pickups.check(
                    pickup, for: repricing.orderableLines, at: cafe, isWalkUp: channel.isWalkUp)
            }
            var json = JSONWriter(capacity: 2_048)
            json.quote(
                repricing, costing: try repricing.orderable(at: cafe), at: cafe, pickup: timetable,
                in: request.language)
            return .json(json.bytes)
        }
    }
}
