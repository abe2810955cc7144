import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// Serves reports about a café to its managers.
struct ReportRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [report] }

    private var report: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}/report", access: .cafeManager,
            operation: Operation(
                id: "getCafeReport",
                summary: """
                    Orders by hour, preparation times, waits, kept quotes, orders that nobody collected, what was sold out and how \
                    full pickup windows were, on some service days. Groups of fewer than five orders are hidden.
                    """,
                tag: .management, parameters: [.day("from", "first"), .day("to", "last")],
                success: .json("CafeReport"), isTranslated: true, problems: [.unknownCafe])
        ) { request, _ in
            let cafe = try services.orders.cafe(try request.cafe()).cafe
            let (first, last) = (try request.day("from"), try request.day("to"))
            if let first, let last {
                guard first <= last else { throw Problem.invalidParameter("to", "must not be before from") }
                guard last.daysSinceEpoch - first.daysSinceEpoch < ReportService.longest else {
                    throw Problem.invalidParameter("to", "must be within a year of from")
                }
            }
            let report = try await services.reports.report(of: cafe.id, from: first, through: last)
            var json = JSONWriter(capacity: 8_192)
            json.report(report, of: cafe, at: services.now(), in: request.language)
            return .json(json.bytes)
        }
    }
}

extension Operation.Parameter {
    fileprivate static func day(_ name: String, _ word: String) -> Operation.Parameter {
        Operation.Parameter(
            name: name, place: .query,
            summary: "The \(word) service day, such as `2026-11-20`; the last 28 days unless given.",
            schema: Schema.date)
    }
}

extension APIRequest {
    /// A date of the query; `nil` without one.
    fileprivate func day(_ name: String) throws -> CalendarDate? {
        guard let text = try http.queryValue(name) else { return nil }
        guard let day = CalendarDate(text) else {
            throw Problem.invalidParameter(name, "must be a date such as 2026-11-20")
        }
        return day
    }
}

extension JSONWriter {
    fileprivate mutating func report(
        _ report: CafeReport, of cafe: Cafe, at time: Timestamp, in language: WireLanguage
    ) {
        let choices = cafe.menu.sections.flatMap(\.items).flatMap(\.groups).flatMap(\.choices)
        func name(of id: ItemID) -> String {
            cafe.menu.item(id).map { language.text($0.name) } ?? id.rawValue
        }
        func name(of id: ChoiceID) -> String {
            choices.first { $0.id == id }.map { language.text($0.name) } ?? id.rawValue
        }
        func nameOfStation(_ id: String) -> String {
            cafe.stations.first { $0.id.rawValue == id }.map { language.text($0.name) } ?? id
        }
        object { json in
            json.member("hiddenBelow", CafeReport.hiddenBelow)
            json.member("timeZone", cafe.zone.identifier)
            json.member("today", cafe.serviceDay(at: time).date.description)
            json.member("from", report.first.description)
            json.member("to", report.last.description)
            json.member("orders", orNull: report.orders)
            json.list("hours", report.hours) { json, hour in
                json.member("hour", hour.hour)
                json.member("ahead", orNull: hour.ahead)
                json.member("walkUp", orNull: hour.walkUp)
            }
            json.preparations("items", report.items) { ItemID($0).map(name(of:)) ?? $0 }
            json.preparations("stations", report.stations, name: nameOfStation)
            json.preparations("preparationHours", report.preparationHours) { $0 }
            json.list(
                "waits", [(name: "ahead", lengths: report.ahead), (name: "walk-up", lengths: report.walkUp)]
            ) { json, wait in
                json.member("name", wait.name)
                json.lengths(wait.lengths)
            }
            if let limit = cafe.pickup?.walkUpWait { json.member("walkUpMinutes", limit.wholeMinutes) }
            json.member("quoted", orNull: report.quoted)
            json.member("keptThousandths", orNull: report.keptThousandths)
            json.list("quoteErrors", report.quoteErrors) { json, error in
                json.member("minutes", error.minutes)
                json.member("orders", orNull: error.count)
            }
            json.list("stages", report.stages.sorted { $0.key.rawValue < $1.key.rawValue }) { json, stage in
                json.member("stage", stage.key.rawValue)
                json.member("orders", orNull: stage.value)
            }
            json.member("noShowThousandths", orNull: report.noShowThousandths)
            json.list("soldOut", report.soldOut) { json, time in
                switch time.thing {
                case .item(let id):
                    json.member("id", "item/\(id.rawValue)")
                    json.member("name", name(of: id))
                case .choice(let id):
                    json.member("id", "choice/\(id.rawValue)")
                    json.member("name", name(of: id))
                }
                json.member("minutes", time.minutes)
            }
            json.list("capacity", report.capacity) { json, hour in
                json.member("hour", hour.hour)
                json.member("thousandths", orNull: hour.thousandths)
            }
        }
    }

    private mutating func preparations(
        _ member: StaticString, _ groups: [CafeReport.Preparation], name: (String) -> String
    ) {
        list(member, groups) { json, group in
            json.member("id", group.name)
            json.member("name", name(group.name))
            json.lengths(group.lengths)
        }
    }

    private mutating func lengths(_ lengths: CafeReport.Lengths?) {
        member("lengths") { json in
            guard let lengths else { return json.null() }
            json.object { json in
                json.member("count", lengths.count)
                json.member("medianSeconds", lengths.median)
                json.member("p90Seconds", lengths.p90)
                json.member("longestSeconds", lengths.longest)
            }
        }
    }

    private mutating func list<Element>(
        _ name: StaticString, _ elements: [Element], _ write: (inout JSONWriter, Element) -> Void
    ) {
        member(name) { json in
            json.array { json in for element in elements { json.object { write(&$0, element) } } }
        }
    }

    private mutating func member(_ name: StaticString, orNull number: Int?) {
        member(name) { if let number { $0.integer(number) } else { $0.null() } }
    }
}
