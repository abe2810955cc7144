import Essentials
import JSON
import Kitchen
import Ordering
import Workplace

extension JSONWriter {
    /// Writes a ticket as a kitchen display shows it.
    mutating func ticket(_ ticket: Ticket, in language: WireLanguage) {
        object { json in
            json.member("id", ticket.id.rawValue)
            json.member("order", ticket.order.rawValue)
            json.member("number", ticket.number.description)
            json.member("stage", ticket.stage.name.rawValue)
            json.member("version", ticket.version)
            json.member("day", ticket.serviceDay.description)
            json.member("kind", ticket.kind.rawValue)
            if let name = ticket.callName { json.member("name", name) }
            json.member("releasedAt", ticket.releasedAt)
            json.member("pulledAt", optional: ticket.progress.pulledAt)
            json.member("entersLineAt", ticket.entersLineAt)
            if let pickup = ticket.pickup { json.member("pickup") { $0.pickup(pickup) } }
            json.member("recalled", ticket.progress.wasRecalled)
            json.member("bumpedAt", optional: ticket.progress.bumpedAt)
            json.member("noticeDueAt", optional: ticket.stage.noticeDue)
            json.member("raisedAt", optional: ticket.progress.raisedAt)
            json.member("lines") { json in
                json.array { json in
                    let starts = ticket.lineStarts
                    for (index, line) in ticket.lines.enumerated() {
                        json.ticketLine(
                            line, index: index, mark: ticket.progress.marks[index], startsAt: starts[index],
                            in: language)
                    }
                }
            }
        }
    }

    private mutating func ticketLine(
        _ line: TicketLine, index: Int, mark: LineMark, startsAt: Timestamp, in language: WireLanguage
    ) {
        object { json in
            json.member("index", index)
            json.member("item", line.item.rawValue)
            json.member("name", language.text(line.name))
            json.member("quantity", line.quantity)
            json.member("choices") { json in
                json.array { json in
                    for choice in line.choices {
                        json.object { json in
                            json.member("name", language.text(choice.name))
                            json.member("quantity", choice.quantity)
                        }
                    }
                }
            }
            json.member("allergens", line.allergens)
            if let note = line.note { json.member("note", note) }
            json.member("station", line.station.rawValue)
            json.member("startsAt", startsAt)
            json.member("done", mark.isDone)
        }
    }

    /// Writes an order that waits for its person, as a kitchen display lists it.
    mutating func comingOrder(_ order: ComingOrder, in language: WireLanguage) {
        object { json in
            json.member("order", order.id.rawValue)
            json.member("number", order.number.description)
            json.member("placedAt", order.placedAt)
            json.member("until", order.until)
            json.member("lines") { json in
                json.array { json in
                    for line in order.lines {
                        json.object { json in
                            json.member("name", language.text(line.name))
                            json.member("quantity", line.quantity)
                            json.member("station", line.station.rawValue)
                        }
                    }
                }
            }
        }
    }
}
