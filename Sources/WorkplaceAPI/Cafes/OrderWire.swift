import Essentials
import JSON
import Kitchen
import Ordering
import Workplace

extension JSONWriter {
    /// Writes an order as its diner sees it.
    mutating func order(
        _ detail: OrderDetail, delay: Duration, ready: ReadyOutlook?, on campus: Campus,
        in language: WireLanguage
    ) {
        let order = detail.order
        let cafe = campus.cafe(order.cafe)
        object { json in
            json.member("id", order.id.rawValue)
            json.member("number", order.number.description)
            json.member("cafe") { $0.cafeReference(order.cafe, cafe, in: language) }
            json.member("stage", order.stage.rawValue)
            json.member("version", order.version)
            json.member("placedAt", order.placedAt)
            json.priced(order.basket, in: language)
            json.member("history") { $0.history(detail.transitions) }
            json.member("ticket", detail.ticket.rawValue)
            if let pickup = order.pickup {
                json.member("pickup") { $0.pickup(pickup, acceptedAt: detail.acceptedAt ?? order.placedAt) }
            }
            if order.stage.isReleased, order.stage != .collected, order.diner != .guest,
                cafe?.handover.requiresCode == true
            {
                json.member("handoverCode", HandoverCode(of: order).text)
            }
            if let quote = detail.quote {
                json.member("quote") { json in
                    json.object { json in
                        json.member("from", quote.from)
                        json.member("until", quote.until)
                    }
                }
            }
            if let ready { json.member("ready") { $0.readyOutlook(ready) } }
            if delay > .zero { json.member("delayMinutes", delay.wholeMinutes) }
            // What an order at the counter is paid with is known when it is paid.
            if detail.acceptedAt != nil { json.member("means", order.means.rawValue) }
            if let payment = detail.payment { json.member("payment") { $0.payment(payment) } }
            if !detail.returns.isEmpty { json.member("returns") { $0.returns(detail.returns) } }
            guard let wait = detail.wait else { return }
            json.member("waiting") { $0.waiting(wait, startArea: GroundArea(startOf: order, on: campus)) }
        }
    }

    private mutating func waiting(_ wait: OrderWait, startArea: GroundArea?) {
        object { json in
            json.member("until", wait.until)
            json.member("endsBy", wait.end.rawValue)
            if let startArea { json.member("startArea") { $0.area(startArea) } }
        }
    }

    private mutating func cafeReference(_ id: CafeID, _ cafe: Cafe?, in language: WireLanguage) {
        object { json in
            json.member("id", id.rawValue)
            // A café that has left the campus is shown by its identifier, so that its orders stay readable.
            json.member("name", cafe.map { language.text($0.name) } ?? id.rawValue)
            json.member("timeZone", cafe?.zone.identifier ?? "UTC")
        }
    }

    private mutating func history(_ transitions: [OrderTransition]) {
        array { json in
            for transition in transitions {
                json.object { json in
                    json.member("stage", transition.to.rawValue)
                    json.member("at", transition.cause.at)
                    if let reason = transition.cause.reason { json.member("reason", reason) }
                }
            }
        }
    }

    private mutating func returns(_ returns: [MoneyReturn]) {
        array { json in
            for part in returns {
                json.object { json in
                    json.member("at", part.at)
                    json.member("amount", part.amount)
                }
            }
        }
    }

    mutating func orderLines(of basket: PricedBasket, in language: WireLanguage) {
        array { json in
            for line in basket.lines { json.orderLine(line, in: language) }
        }
    }

    private mutating func priced(_ basket: PricedBasket, in language: WireLanguage) {
        member("lines") { $0.orderLines(of: basket, in: language) }
        member("subtotal", basket.subtotal)
        member("tax", basket.tax)
        member("total", basket.total)
        member("taxIncluded", basket.taxMode == .included)
    }

    private mutating func orderLine(_ line: OrderLine, in language: WireLanguage) {
        object { json in
            json.member("item", line.item.rawValue)
            json.member("name", language.text(line.name))
            json.member("quantity", line.quantity)
            json.member("choices") { json in
                json.array { json in
                    for choice in line.choices { json.orderChoice(choice, in: language) }
                }
            }
            json.member("unitPrice", line.unitPrice)
            json.member("taxRate", line.taxRate.decimalText)
            json.member("tax", line.tax)
            json.member("total", line.total)
            json.member("allergens", line.allergens)
            json.member("station", line.station.rawValue)
            if let note = line.note { json.member("note", note) }
        }
    }

    private mutating func orderChoice(_ choice: OrderChoice, in language: WireLanguage) {
        object { json in
            json.member("choice", choice.choice.rawValue)
            json.member("name", language.text(choice.name))
            json.member("quantity", choice.quantity)
            json.member("price", choice.price)
        }
    }
}

extension TaxRate {
    /// The rate as a decimal share of one, exact: `0.0825` for 8.25 %.
    var decimalText: String {
        var fraction = partsPerMillion % 1_000_000
        let whole = String(partsPerMillion / 1_000_000)
        guard fraction > 0 else { return whole }
        var places = 6
        while fraction % 10 == 0 {
            fraction /= 10
            places -= 1
        }
        let digits = String(fraction)
        return whole + "." + String(repeating: "0", count: places - digits.utf8.count) + digits
    }
}
