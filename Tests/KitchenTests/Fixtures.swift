import Essentials
import Kitchen
import Ordering

/// Names something; the texts in tests are valid identifiers.
func id<Owner>(_ text: String) -> Identifier<Owner> {
    guard let identifier = Identifier<Owner>(text) else { preconditionFailure("\(text) is no identifier") }
    return identifier
}

func text(_ english: String) -> LocalizedText { LocalizedText(["en": english]) }

let noon = Timestamp(millisecondsSinceEpoch: 1_760_000_000_000)
let today = ServiceDay()
let tomorrow = ServiceDay(1)
let undoWindow = Duration.seconds(5)
let noticeDue = noon.advanced(by: undoWindow)

/// What the machine is told a number of milliseconds after noon.
func circumstances(_ milliseconds: Int64 = 0, on day: ServiceDay = today) -> TicketCircumstances {
    TicketCircumstances(
        now: noon.advanced(by: .milliseconds(milliseconds)), serviceDay: day, undoWindow: undoWindow)
}

func machine(
    _ stage: TicketStage, _ marks: [LineMark], version: Int = 7, wasRecalled: Bool = false,
    bumpedAt: Timestamp? = nil
) -> TicketStateMachine {
    TicketStateMachine(
        stage: stage, version: version, marks: marks, wasRecalled: wasRecalled, bumpedAt: bumpedAt,
        serviceDay: today)
}

func ticket(_ sequence: Int, releasedAt: Timestamp = noon) -> Ticket {
    guard let number = OrderNumber(sequence: sequence) else { preconditionFailure("no such number") }
    let soup = TicketLine(
        item: id("soup"), name: text("Soup"), quantity: 2,
        choices: [TicketChoice(name: text("Bread"), quantity: 1)], allergens: .unknown, note: nil,
        station: id("pass"))
    return Ticket(
        id: id("ticket-\(sequence)"), order: id("order-\(sequence)"), number: number, cafe: id("main"),
        lines: [soup], releasedAt: releasedAt, progress: TicketStateMachine(lineCount: 1, serviceDay: today))
}
