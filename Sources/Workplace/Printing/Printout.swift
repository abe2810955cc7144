import ESCPOS
import Essentials
import Ordering

/// Composes the document of a print job.
struct Printout {
    let job: PrintJob
    let detail: OrderDetail
    /// The name to call, if the guest gave one within the last day.
    let callName: String?
    let cafe: Cafe
    /// The printer that the job is for.
    let owner: Printer
    /// The printer that prints it.
    let printer: Printer
    let words: PrintWords
    let time: Timestamp

    private var order: Order { detail.order }

    /// The commands for the printer.
    var commands: [UInt8] { printer.profile.commands(for: document) }

    /// The document.
    var document: PrintedDocument {
        var parts = marks
        switch job.kind {
        case .ticket: parts += ticket
        case .cancellation: parts += cancellation
        case .receipt: parts += receipt
        }
        parts += [.rule, .text(words.job(job.number, at: time))]
        let document = PrintedDocument(parts)
        guard document.missingCharacterCount(in: printer.profile.encoding) > 0 else { return document }
        return PrintedDocument(parts + [.text(words.missingCharacters, style: .bold)])
    }

    /// The marks of a reprint and of a backup printer (C119).
    private var marks: [PrintedDocument.Part] {
        var parts: [PrintedDocument.Part] = []
        if job.isReprint {
            parts.append(.text(words.reprint, style: .large))
            if job.kind == .ticket { parts.append(.text(words.mayExist, style: .bold)) }
        }
        if job.isBackup { parts.append(.text(words.backup(from: words.text(owner.name)), style: .bold)) }
        return parts
    }

    // MARK: - Tickets

    private var ticket: [PrintedDocument.Part] {
        let lines = order.basket.lines.filter { owner.stations.contains($0.station) }
        var parts = head(stations: names(of: lines))
        parts.append(.text(order.pickup.map(words.pickup) ?? words.forNow, style: .bold))
        parts.append(.rule)
        for line in lines { parts += self.line(line) }
        let others = names(of: order.basket.lines.filter { !owner.stations.contains($0.station) })
        if !others.isEmpty { parts += [.rule, .text(words.others(others))] }
        return parts
    }

    private var cancellation: [PrintedDocument.Part] {
        let lines = order.basket.lines.filter { owner.stations.contains($0.station) }
        return [.text(words.cancelled, style: .large)] + head(stations: names(of: lines))
            + [.text(words.doNotMake, style: .bold), .rule]
            + lines.map { .text("\($0.quantity) x \(words.text($0.name))", indent: 4) }
    }

    private func head(stations: [String]) -> [PrintedDocument.Part] {
        [
            .text(([words.text(cafe.name)] + stations).joined(separator: ", "), style: .centred),
            .text("\(order.number)", style: .init(isBold: true, isDoubled: true, isCentred: true)),
        ] + (callName.map { [.text($0, style: .init(isBold: true, isCentred: true))] } ?? [])
    }

    private func line(_ line: OrderLine) -> [PrintedDocument.Part] {
        var parts: [PrintedDocument.Part] = [
            .text("\(line.quantity) x \(words.text(line.name))", style: .large, indent: 4)
        ]
        parts += line.choices.map { choice in
            .text(
                "  + " + (choice.quantity > 1 ? "\(choice.quantity) x " : "") + words.text(choice.name),
                indent: 4)
        }
        if let note = line.note {
            let isAllergy = AllergyMention.isIn(note)
            parts.append(
                .text(
                    isAllergy ? "!!! " + words.allergyNote(note) : "  > " + words.note(note), style: .bold,
                    indent: 4))
        }
        return parts + allergens(of: line)
    }

    /// By rank: unknown, added by a choice, always contained, traces (C79).
    ///
    /// If the item has left the menu, all allergens count as added, the more visible rank.
    private func allergens(of line: OrderLine) -> [PrintedDocument.Part] {
        let own = cafe.menu.item(line.item)?.allergens
        let always = own.map { $0.isComplete ? $0.contains : [] } ?? []
        let added = line.allergens.contains.subtracting(always)
        let contained = line.allergens.contains.intersection(always)
        var parts: [PrintedDocument.Part] = []
        if !line.allergens.isComplete {
            parts.append(.text("??? " + words.allergensUnknown, style: .bold, indent: 4))
        }
        if !added.isEmpty { parts.append(.text("!!! " + words.added(Array(added)), style: .bold, indent: 4)) }
        if !contained.isEmpty {
            parts.append(.text("  ! " + words.contains(Array(contained)), style: .bold, indent: 4))
        }
        if !line.allergens.mayContain.isEmpty {
            parts.append(.text("    " + words.mayContain(Array(line.allergens.mayContain)), indent: 4))
        }
        return parts
    }

    /// The names of the stations of some lines, in the order of the café.
    private func names(of lines: [OrderLine]) -> [String] {
        let stations = Set(lines.map(\.station))
        return cafe.stations.filter { stations.contains($0.id) }.map { words.text($0.name) }
    }

    // MARK: - Receipts

    private var receipt: [PrintedDocument.Part] {
        let basket = order.basket
        var parts: [PrintedDocument.Part] = [
            .text(words.text(cafe.name), style: .init(isBold: true, isCentred: true)),
            .row(words.receipt, words.date(order.placedAt)), .text(words.order(order.number)), .rule,
        ]
        for line in basket.lines {
            let amount = basket.taxMode == .included ? line.total : line.net
            parts.append(.row("\(line.quantity) x \(words.text(line.name))", words.money(amount)))
            parts += line.choices.map { choice in
                .text(
                    "  + " + (choice.quantity > 1 ? "\(choice.quantity) x " : "") + words.text(choice.name),
                    indent: 4)
            }
        }
        parts.append(.rule)
        let isIncluded = basket.taxMode == .included
        if !isIncluded { parts += taxes(isIncluded: false) }
        parts.append(.row(words.total, words.money(basket.total), style: .bold))
        if isIncluded { parts += taxes(isIncluded: true) }
        return parts + payments
    }

    /// The payment and the refunds.
    private var payments: [PrintedDocument.Part] {
        // A card may be charged for an order that is then rejected without having been accepted.
        guard detail.acceptedAt != nil || order.stage == .rejected else { return [.text(words.unpaid)] }
        let returns = detail.returns.map { part in
            PrintedDocument.Part.row(words.returned(at: part.at), words.money(part.amount))
        }
        let isOver = order.stage == .cancelled || order.stage == .rejected
        return [.text(words.paid(order.means))] + returns + (isOver ? [.text(words.refunded)] : [])
    }

    /// The net amount and the tax of each rate, the lowest rate first.
    private func taxes(isIncluded: Bool) -> [PrintedDocument.Part] {
        let rates = Dictionary(grouping: order.basket.lines, by: \.taxRate)
        return rates.sorted { $0.key.partsPerMillion < $1.key.partsPerMillion }.flatMap { rate, lines in
            [
                PrintedDocument.Part.row(words.netAmount(rate), words.money(sum(lines.map(\.net)))),
                .row(words.tax(rate, isIncluded: isIncluded), words.money(sum(lines.map(\.tax)))),
            ]
        }
    }

    /// The sum fits 64 bits, because the basket has added up the same amounts.
    private func sum(_ amounts: [Money]) -> Money {
        Money(minorUnits: amounts.reduce(0) { $0 + $1.minorUnits }, currency: order.basket.currency)
    }
}
