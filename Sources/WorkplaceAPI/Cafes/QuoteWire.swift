import Essentials
import HTTPCore
import JSON
import Kitchen
import Ordering
import Workplace

extension JSONWriter {
    /// Writes the outcome of each line of a basket, and the sums of the lines that can be ordered.
    mutating func quote(
        _ repricing: BasketRepricing, costing basket: PricedBasket?, at cafe: Cafe,
        pickup: PickupService.Timetable?, ready: ReadyOutlook?, in language: WireLanguage
    ) {
        object { json in
            json.member("lines") { json in
                json.array { json in
                    // The tax of a line can depend on the other lines, so its total is that of the whole basket.
                    var charged = basket?.lines[...] ?? []
                    for outcome in repricing.outcomes {
                        let line = outcome.orderableLine == nil ? nil : charged.popFirst()
                        json.outcome(outcome, charging: line, in: language)
                    }
                }
            }
            if let basket {
                json.member("subtotal", basket.subtotal)
                json.member("tax", basket.tax)
                json.member("total", basket.total)
            }
            json.member("taxIncluded", cafe.taxRules.mode == .included)
            json.member("isOrderable", repricing.isOrderable)
            if let pickup { json.member("pickup") { $0.pickupTimetable(pickup, at: cafe) } }
            if let ready { json.member("ready") { $0.readyOutlook(ready) } }
        }
    }

    /// Writes when an order can be ready.
    mutating func readyOutlook(_ outlook: ReadyOutlook) {
        object { json in
            json.member("from", outlook.band.from)
            json.member("until", outlook.band.until)
            if let kept = outlook.keptOfTen { json.member("keptOfTen", kept) }
        }
    }

    private mutating func outcome(
        _ outcome: BasketRepricing.Outcome, charging charged: OrderLine?, in language: WireLanguage
    ) {
        object { json in
            switch outcome {
            case .unchanged(let line):
                json.member("status", "ok")
                json.pricedLine(charged ?? line, in: language)
            case .priceChanged(let old, let line):
                json.member("status", "price-changed")
                json.member("was", old)
                json.pricedLine(charged ?? line, in: language)
            case .missing: json.member("status", "missing")
            case .soldOut: json.member("status", "sold-out")
            case .notServed(let line, let start):
                json.member("status", "not-served")
                json.member("servedAt", optional: start)
                json.pricedLine(line, in: language)
            case .paused(let until):
                json.member("status", "paused")
                json.member("pausedUntil", until)
            case .choicesMissing(let choices):
                json.member("status", "choice-missing")
                json.member("choices") { json in
                    json.array { json in for choice in choices { json.string(choice.rawValue) } }
                }
            case .refused(let mistakes):
                json.member("status", "refused")
                json.member("errors") { $0.fieldErrors(mistakes.map(Problem.FieldError.init)) }
            }
        }
    }

    private mutating func pricedLine(_ line: OrderLine, in language: WireLanguage) {
        member("name", language.text(line.name))
        member("unitPrice", line.unitPrice)
        member("total", line.total)
        member("allergens", line.allergens)
    }
}
