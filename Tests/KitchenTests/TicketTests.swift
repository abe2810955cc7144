import Essentials
import Kitchen
import Ordering
import Testing

struct TicketTests {
    @Test
    func `a released ticket holds what the kitchen needs of each line of the order`() throws {
        let euro = try #require(Currency("EUR"))
        let rate = try #require(TaxRate(partsPerMillion: 70_000))
        let number = try #require(OrderNumber(sequence: 7))
        let allergens = AllergenStatement.declared(contains: [.celery], mayContain: [.milk])
        let line = try OrderLine(
            item: id("soup"), name: text("Soup"),
            choices: [OrderChoice(choice: id("bread"), name: text("Bread"), price: .zero(euro), quantity: 2)],
            unitPrice: Money(minorUnits: 620, currency: euro), quantity: 3,
            amount: TaxedAmount(
                net: Money(minorUnits: 1_738, currency: euro), tax: Money(minorUnits: 122, currency: euro)),
            taxRate: rate, allergens: allergens, station: id("pass"), prepMinutes: 1, note: "no salt")
        let basket = try PricedBasket(
            lines: [line, line], currency: euro, taxMode: .included, rounding: .halfUp)
        let order = Order(
            id: id("order-7"), number: number, cafe: id("main"), diner: id("ada"), basket: basket,
            placedAt: noon,
            serviceDay: today, channel: .terminal)
        let released = noon.advanced(by: .seconds(1))
        let ticket = Ticket(releasing: order, at: released)
        let expected = TicketLine(
            item: id("soup"), name: text("Soup"), quantity: 3,
            choices: [TicketChoice(name: text("Bread"), quantity: 2)], allergens: allergens, note: "no salt",
            station: id("pass"), prepMinutes: 1)
        #expect(ticket.lines == [expected, expected])
        #expect(ticket.order == order.id)
        #expect(ticket.id == id("order-7"))
        #expect(ticket.number == number)
        #expect(ticket.cafe == order.cafe)
        #expect(ticket.releasedAt == released)
        #expect(ticket.serviceDay == today)
        #expect(ticket.stage == .waiting)
        #expect(ticket.progress.marks == [.open, .open])
    }

    @Test
    func `the number of an earlier service day counts for two hours after it entered the line`() throws {
        let order = Order(
            id: id("order-7"), number: try #require(OrderNumber(sequence: 7)), cafe: id("main"),
            diner: id("ada"),
            basket: try PricedBasket(
                lines: [], currency: try #require(Currency("EUR")), taxMode: .included, rounding: .halfUp),
            placedAt: noon, serviceDay: today, channel: .web)
        let ticket = Ticket(releasing: order, at: noon)
        let over = noon.advanced(by: Ticket.timeAfterServiceDay)
        #expect(ticket.isOfPresent(at: over, today: today))
        #expect(ticket.isOfPresent(at: over.advanced(by: .milliseconds(-1)), today: tomorrow))
        #expect(!ticket.isOfPresent(at: over, today: tomorrow))
    }

    @Test
    func `C76: a ticket is as old as its release, however long its order waited for the payment`() throws {
        let euro = try #require(Currency("EUR"))
        let basket = try PricedBasket(lines: [], currency: euro, taxMode: .included, rounding: .halfUp)
        var order = Order(
            id: id("order-7"), number: try #require(OrderNumber(sequence: 7)), cafe: id("main"),
            diner: id("ada"), basket: basket, placedAt: noon, serviceDay: today, channel: .web)
        for (minutes, entry) in [(0, 5), (9, 9)] as [(Int64, Int64)] {
            order.schedule(
                OrderPickup(
                    start: noon, end: noon.advanced(by: .seconds(900)), isSoonest: true,
                    entersLineAt: noon.advanced(by: .seconds(60 * minutes))))
            let ticket = Ticket(releasing: order, at: noon.advanced(by: .seconds(300)))
            #expect(ticket.releasedAt == noon.advanced(by: .seconds(60 * entry)))
        }
    }

    @Test(arguments: [0, 2])
    func `stored lines and marks that do not match make no ticket`(marks: Int) {
        let whole = ticket(1)
        let progress = TicketStateMachine(lineCount: marks, serviceDay: today)
        #expect(
            Ticket(
                order: whole.order, number: whole.number, cafe: whole.cafe, lines: whole.lines,
                entersLineAt: noon, progress: progress) == nil)
    }

    @Test
    func `inputs and marks have stable words`() {
        let inputs: [TicketInput] = [
            .start, .bump, .bumpLine(3), .undo, .undoLine(3), .noticeDue, .recall, .collect, .cancel,
            .acknowledge(nil), .prioritise, .undoPriority, .pullForward, .putBack,
        ]
        #expect(
            inputs.map(\.description) == [
                "start", "bump", "bump-line", "undo", "undo-line", "notice-due", "recall", "collect",
                "cancel", "acknowledge", "prioritise", "undo-priority",
                "pull-forward", "put-back",
            ])
        #expect(LineMark.allCases.map(\.rawValue) == ["open", "done", "done-with-ticket"])
    }
}
