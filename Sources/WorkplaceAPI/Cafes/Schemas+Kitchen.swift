import JSON
import Kitchen
import Ordering
import Workplace

extension Schema {
    /// A delay of a café.
    static let delay: JSONValue = object(
        ["minutes": integer("How much longer orders take.", minimum: 1), "until": time],
        about: "Minutes that a café adds to the times that it promises.")

    /// A line of a status board.
    fileprivate static let boardEntry: JSONValue = object(
        ["number": orderNumber, "stage": oneOf(["preparing", "ready"])], optional: ["from": time],
        about: "A number and a state. An order for later is shown from the time `from` on.")
}

extension Schemas {
    static let kitchen: [(name: String, schema: JSONValue)] = [
        (
            "TicketList",
            Schema.object(
                [
                    "asOf": Schema.feedNumber, "now": Schema.time,
                    "undoSeconds": Schema.integer("How long a bump can be taken back."),
                    "tickets": Schema.list(of: Schema.named("Ticket")),
                ],
                optional: [
                    "coming": Schema.integer(
                        "With the open tickets: how many orders wait for their people, and have no ticket yet."
                    ), "day": Schema.date, "dayOver": Schema.time,
                ],
                about: """
                    Tickets of a café. With the open ones, `day` is the present service day: tickets of an earlier one are left over. \
                    At `dayOver` the list of the day is out of date.
                    """)
        ),
        (
            "Sightings",
            Schema.object(
                [
                    "tickets": Schema.list(of: Schema.identifier),
                    "stations": Schema.list(of: Schema.identifier),
                ],
                about: "The tickets that a screen shows, and the stations whose people look at it.")
        ),
        (
            "UnseenTickets",
            Schema.object(
                [
                    "tickets": Schema.list(
                        of: Schema.object(
                            ["ticket": Schema.identifier, "stations": Schema.list(of: Schema.identifier)],
                            about: "A ticket, and the stations that have not seen it."))
                ],
                about:
                    "Tickets in the line whose stations have screens, and no screen of which has shown them in time."
            )
        ),
        (
            "Ticket",
            Schema.object(
                [
                    "id": Schema.identifier, "order": Schema.identifier, "number": Schema.orderNumber,
                    "stage": Schema.oneOf(TicketStage.Name.allCases.map(\.rawValue)),
                    "kind": Schema.oneOf(OrderKind.allCases.map(\.rawValue)),
                    "version": Schema.version, "day": Schema.date, "releasedAt": Schema.time,
                    "entersLineAt": Schema.time,
                    "recalled": Schema.flag("Whether it was ever called back."),
                    "lines": Schema.list(of: Schema.named("TicketLine")),
                ],
                optional: [
                    "bumpedAt": Schema.time, "noticeDueAt": Schema.time, "raisedAt": Schema.time,
                    "pulledAt": Schema.time, "pickup": Schema.named("OrderPickup"),
                    "name": Schema.text("The name to call; it is deleted after a day."),
                ],
                about: """
                    The kitchen's side of an order. `entersLineAt` is when it takes its place in the line, unless a cook pulls it
                    forward at `pulledAt`; `releasedAt` is the one of the two that counts, and in the future for a ticket in the
                    list of later ones. `bumpedAt` is when it was last bumped, unless that was taken back; `raisedAt` is
                    when it got priority.
                    """)
        ),
        (
            "TicketLine",
            Schema.object(
                [
                    "index": Schema.integer("Names the line in actions."), "item": Schema.identifier,
                    "name": Schema.name, "quantity": Schema.integer("How many.", minimum: 1),
                    "choices": Schema.list(
                        of: Schema.object(
                            ["name": Schema.name, "quantity": Schema.integer("How often.", minimum: 1)],
                            about: "A choice to make.")),
                    "allergens": Schema.allergens, "station": Schema.identifier,
                    "startsAt": Schema.time,
                    "done": Schema.flag(
                        "Whether it is made; of a cancelled ticket, whether its station has acknowledged it."),
                ], optional: ["note": Schema.text("What the kitchen was told.")],
                about: "What to make. A line that begins at `startsAt` is ready together with the others.")
        ),
        (
            "TicketAction",
            Schema.object(
                ["action": Schema.oneOf(TicketActionBody.words)],
                optional: [
                    "line": Schema.orNull(Schema.integer("For bump and undo: only this line.")),
                    "lines": Schema.orNull(
                        Schema.list(
                            of: Schema.integer(
                                "For bump, undo and acknowledge: only these lines, in one step."))),
                ],
                about: "What a cook did.")
        ),
        (
            "TicketRejection",
            Schema.object(
                ["reason": Schema.oneOf(RejectionReason.allCases.map(\.rawValue))],
                optional: [
                    "seen": Schema.orNull(
                        Schema.list(
                            of: Schema.integer(
                                "A line whose station knows it already; the other stations acknowledge it."))),
                    "soldOut": Schema.orNull(Schema.list(of: Schema.identifier)),
                ],
                about: """
                    Why the kitchen cannot make an order. `soldOut` names items of the ticket that are sold out from now on, until \
                    the service day ends.
                    """)
        ),
        (
            "RejectedTicket",
            Schema.object(
                ["ticket": Schema.named("Ticket")], optional: ["giveBack": Schema.money],
                about: """
                    A rejected ticket. `giveBack` is what the staff give back by hand, because it was paid at the counter; other \
                    money goes back by itself.
                    """)
        ),
        (
            "Board",
            Schema.object(
                [
                    "asOf": Schema.feedNumber, "now": Schema.time, "dayOver": Schema.time,
                    "entries": Schema.list(of: Schema.boardEntry),
                ],
                about: """
                    A café's status board. At `dayOver` it is out of date, because the next service day uses its numbers again.
                    """)
        ),
        (
            "KitchenReplay",
            Schema.object(
                [
                    "from": Schema.time, "now": Schema.time, "at": Schema.time,
                    "coming": Schema.integer("How many orders waited for their people, and had no ticket."),
                    "day": Schema.date, "tickets": Schema.list(of: Schema.named("Ticket")),
                    "board": Schema.list(of: Schema.boardEntry),
                ],
                about: """
                    What the screens of a kitchen and its board showed at the instant `at`, which can lie from `from` to `now`; `day` is                     the service day then.
                    """)
        ),
        (
            "FeedChange",
            Schema.object(
                [
                    "number": Schema.integer("Also the event's id.", minimum: 1),
                    "topic": Schema.text("What was asked for in `topics`."),
                    "kind": Schema.oneOf([
                        "ticket", "coming", "printer", "board", "menu", "pickup", "order",
                        "attendance.reminder",
                        "attendance.punched", "attendance.correction",
                        "attendance.setting", "attendance.reminder-over", "presence.cafe",
                        "presence.following", "favourites", "tips",
                    ]), "at": Schema.time,
                    "body": [
                        "type": "object", "description": "Identifiers, numbers and states.",
                        "additionalProperties": true,
                    ],
                ], about: "The data of an event `change`.")
        ),
        (
            "ComingOrders",
            Schema.object(
                ["orders": Schema.list(of: Schema.named("ComingOrder"))],
                about: "Orders that wait for their people.")
        ),
        (
            "ComingOrder",
            Schema.object(
                [
                    "order": Schema.identifier, "number": Schema.orderNumber, "placedAt": Schema.time,
                    "until": Schema.time,
                    "lines": Schema.list(
                        of: Schema.object(
                            [
                                "name": Schema.name, "quantity": Schema.integer("How many.", minimum: 1),
                                "station": Schema.identifier,
                            ], about: "What is to be made.")),
                ], about: "An order whose ticket is made when its person comes; it ends at `until` otherwise."
            )
        ),
        (
            "Pace",
            Schema.object(
                [
                    "now": Schema.time, "dayEndsAt": Schema.time,
                    "scopes": Schema.list(of: Schema.text("What can be paused.")),
                    "pauses": Schema.list(
                        of: Schema.object(
                            ["scope": Schema.text("What takes no orders."), "until": Schema.time],
                            about: "A pause.")),
                ], optional: ["delay": Schema.delay], about: "What a café has paused, and its delay.")
        ),
        (
            "PaceChange",
            Schema.object(
                [:],
                optional: [
                    "scope": Schema.orNull(
                        Schema.text("`cafe`, `station/` and a station, or `channel/` and a way to order.")),
                    "paused": Schema.orNull(
                        Schema.flag("With `scope`: whether to pause it, or to resume it.")),
                    "delayMinutes": Schema.orNull(
                        Schema.integer("In place of `scope`: how much longer orders take; 0 ends the delay.")),
                    "until": Schema.orNull(Schema.time),
                ],
                about: """
                    A pause, its end, or a delay. Without `until` a pause or a delay ends with the café's service day, which is \
                    also the latest.
                    """)
        ),
        (
            "SoldOut",
            Schema.object(
                [
                    "now": Schema.time, "dayEndsAt": Schema.time,
                    "items": Schema.list(of: Schema.named("SoldOutMark")),
                    "choices": Schema.list(of: Schema.named("SoldOutMark")),
                ], about: "What a café's kitchen has marked as sold out.")
        ),
        (
            "SoldOutMark",
            Schema.object(
                ["id": Schema.identifier, "name": Schema.name, "until": Schema.time],
                about: "Something that is sold out until a time.")
        ),
        (
            "SoldOutChange",
            Schema.object(
                ["soldOut": Schema.flag("Whether to mark them, or to take their marks away.")],
                optional: [
                    "items": Schema.orNull(Schema.list(of: Schema.identifier)),
                    "choices": Schema.orNull(Schema.list(of: Schema.identifier)),
                    "until": Schema.orNull(Schema.time),
                ],
                about: """
                    Items and choices of the café's menu. Without `until` a mark ends with the café's service day, and at the latest \
                    after seven days.
                    """)
        ),
        ("FeedBeat", Schema.object(["now": Schema.time], about: "The data of an event `beat`.")),
        (
            "ProblemExplanation",
            Schema.object(
                [
                    "code": Schema.oneOf(ProblemKind.all.map(\.code)),
                    "status": Schema.integer("The status of the answer.", minimum: 400),
                    "title": Schema.text("The kind in a few words."),
                    "explanation": Schema.text("What happened and what one can do."),
                ], about: "What a kind of problem means.")
        ),
    ]
}
