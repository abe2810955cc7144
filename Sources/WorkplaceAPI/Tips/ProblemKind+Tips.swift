import Essentials
import HTTPCore
import JSON
import TipCatalogues
import TipCore
import TipRules
import Workplace

// Tips.
extension ProblemKind {
    static let tipChangesUnreadable = ProblemKind(
        .badRequest, "tip-changes-unreadable", title: "No ledger of tips",
        "The changes are not Base64 with padding, or their bytes are no ledger of tips. Nothing was taken.")
    static let tipChangesImpossible = ProblemKind(
        .unprocessableContent, "tip-changes-impossible", title: "Impossible numbers",
        "A count in the changes is larger than any that can come about. Nothing was taken.")
    static let tipEventStaysOnDevice = ProblemKind(
        .unprocessableContent, "tip-event-stays-on-device", title: "Not for the server",
        "The changes hold events that stay on the device; events names them. Nothing was taken. Fetch the tips again, and "
            + "leave those events out.")
    static let tipClockAhead = ProblemKind(
        .unprocessableContent, "tip-clock-ahead", title: "From the future",
        "The changes hold what lies more than a day after now, the server's time. Nothing was taken. Set the clock, and "
            + "leave out what is later.")
    static let tooManyTipDevices = ProblemKind(
        .conflict, "too-many-tip-devices", title: "Too many devices",
        "Too many devices have written to your ledger of tips. Erase the data of your tips to start "
            + "again.")
    static let tipLedgerTooLarge = ProblemKind(
        .contentTooLarge, "tip-ledger-too-large", title: "Too much about tips",
        "The changes, or your ledger with them, take more bytes than are kept of a person. Nothing was taken."
    )

    static let unknownTip = ProblemKind(
        .notFound, "unknown-tip", title: "Unknown tip", "The catalogue in force has no such tip.")
    static let unknownPerson = ProblemKind(
        .notFound, "unknown-person", title: "Unknown person", "The campus has no such person.")
    static let tipCatalogueInvalid = ProblemKind(
        .unprocessableContent, "tip-catalogue-invalid", title: "Mistakes in the catalogue",
        "The catalogue of tips has mistakes; each error names its place. The one that was in force still is.")

    static let tipCatalogueTooNew = ProblemKind(
        .conflict, "tip-catalogue-too-new", title: "Not by a new catalogue",
        "Questions about another person are answered only when the catalogue has been in force for a day."
    )
    static let tooManyTipLooks = ProblemKind(
        .tooManyRequests, "too-many-tip-looks", title: "Asked often enough",
        "It was asked about this person as often within a day as it is answered.", retryAfter: .seconds(3_600)
    )

    static let tipExchange = [
        tipChangesUnreadable, tipChangesImpossible, tipEventStaysOnDevice, tipClockAhead, tooManyTipDevices,
        tipLedgerTooLarge,
    ]
    static let tips =
        tipExchange + [
            unknownTip, unknownPerson, tipCatalogueInvalid, tipCatalogueTooNew, tooManyTipLooks,
        ]
}

extension Problem {
    /// Names every mistake of a catalogue; a text that is not JSON is refused like any other body.
    init(_ error: JSONDocumentError) {
        switch error {
        case .syntax(let error): self.init(error)
        case .mistakes(let mistakes):
            self.init(
                .tipCatalogueInvalid, detail: "The catalogue was not taken. See each error.",
                errors: mistakes.list.map { mistake in
                    FieldError(
                        pointer: mistake.path.pointer, code: mistake.code.rawValue,
                        detail: mistake.description)
                })
        }
    }

    init(_ refusal: TipAccessRefusal) {
        switch refusal {
        case .catalogueTooNew:
            self.init(.tipCatalogueTooNew, detail: "The catalogue has been in force for less than a day.")
        case .tooMany:
            self.init(
                .tooManyTipLooks, detail: "It is answered \(TipAccessRecord.limitPerDay) times within a day.")
        }
    }

    init(_ refusal: TipCatalogueRefusal) {
        switch refusal {
        case .findings(let findings):
            self.init(
                .tipCatalogueInvalid, detail: "The catalogue was not taken. See each error.",
                errors: findings.map { finding in
                    FieldError(
                        pointer: finding.path.pointer, code: finding.code.rawValue, detail: finding.reason)
                })
        case .tooManyTips:
            self.init(
                .tipCatalogueInvalid, detail: "The catalogue has too many tips.",
                errors: [FieldError(pointer: "/tips", code: "value", detail: "There are too many.")])
        }
    }

    init(_ refusal: TipRefusal) {
        switch refusal {
        case .unreadable:
            self.init(.tipChangesUnreadable, detail: "The bytes of the changes are no ledger of tips.")
        case .impossible:
            self.init(.tipChangesImpossible, detail: "A count in the changes cannot come about.")
        case .staysOnDevice(let events):
            var json = JSONWriter()
            json.array { json in for event in events { json.string(event.string) } }
            self.init(
                .tipEventStaysOnDevice, detail: "Some events of the changes stay on the device.",
                members: [("events", .json(json.bytes))])
        case .clockAhead(let now):
            self.init(
                .tipClockAhead, detail: "The device's clock is more than a day ahead of \(now).",
                members: [("now", .text(now.description))])
        case .tooManyDevices:
            self.init(
                .tooManyTipDevices,
                detail: "A ledger has at most \(TipLimits.mostReplicas) writers.")
        case .tooLarge:
            self.init(
                .tipLedgerTooLarge, detail: "A ledger takes at most \(TipLimits.mostBytes) bytes.")
        }
    }
}
