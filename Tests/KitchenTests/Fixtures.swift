import Essentials
import Kitchen
import Ordering

/// Names something; the texts in tests are valid identifiers.
func id<Owner>(_ text: String) -> Identifier<Owner> {
    guard let identifier = Identifier<Owner>(text) else { preconditionFailure("\(text) is no identifier") }
    return identifier
}

let english: LanguageTag = {
    guard let tag = LanguageTag("en") else { preconditionFailure("no such language") }
    return tag
}()

func text(_ words: String) -> LocalizedText {
    do {
        return try LocalizedText([english: words], defaultLanguage: english)
    } catch {
        preconditionFailure("a label needs a text")
    }
}

let noon = Timestamp(millisecondsSinceEpoch: 1_760_011_200_000)
let today = CalendarDate(daysSinceEpoch: 20_370)
let tomorrow = today.advanced(byDays: 1)
let undoWindow = Duration.seconds(5)
let noticeDue = noon.advanced(by: undoWindow)

/// The context a number of milliseconds after noon.
func context(_ milliseconds: Int64 = 0, on day: CalendarDate = today) -> TicketContext {
    TicketContext(
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
    let ticket = Ticket(
        order: id("order-\(sequence)"), number: number, cafe: id("main"),
        lines: [soup], entersLineAt: releasedAt, progress: TicketStateMachine(lineCount: 1, serviceDay: today)
    )
    guard let ticket else { preconditionFailure("one line, one mark") }
    return ticket
}
