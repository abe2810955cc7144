import ESCPOS
import Essentials
import HTTPCore
import JSON
import Workplace

/// Printers of a café, and what its staff prints on them.
struct PrintingRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [printers, ticket, receipt, testPage] }

    private var printers: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}/printers", access: .kitchen,
            operation: Operation(
                id: "listPrinters", summary: "The printers of a café, and whether they print.", tag: .kitchen,
                success: .json("PrinterList"), isTranslated: true, problems: [.unknownCafe])
        ) { request, principal in
            let reports = try await services.printing.reports(of: try request.cafe(), for: principal)
            var json = JSONWriter(capacity: 1_024)
            json.object { json in
                json.member("now", services.now())
                json.member("printers") { json in
                    json.array { json in
                        for report in reports { json.printer(report, among: reports, in: request.language) }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var ticket: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/tickets/{ticket}/prints", access: .kitchen,
            operation: Operation(
                id: "printTicket",
                summary: """
                    Prints a ticket once more, marked as a reprint, at the printers of its stations. What waits to be printed \
                    already is not doubled.
                    """,
                tag: .kitchen, success: .json("Prints", .accepted), isTranslated: true,
                problems: [.unknownTicket, .noPrinter])
        ) { request, principal in
            let printers = try await services.printing.reprint(try request.ticket(), by: principal)
            return answer(printers, in: request.language)
        }
    }

    private var receipt: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/orders/{order}/receipt-prints", access: .kitchen,
            operation: Operation(
                id: "printReceipt",
                summary: """
                    Prints the receipt of an order: on the named printer, else on the first one of the café that prints no \
                    tickets, else on its first one. What waits to be printed already is not doubled.
                    """,
                tag: .kitchen, body: "ReceiptPrint", success: .json("Prints", .accepted), isTranslated: true,
                problems: [.unknownOrder, .noPrinter, .unknownPrinter, .notPaid])
        ) { request, principal in
            let order = try request.order()
            let printer = try request.body { ReceiptPrint($0) }.printer
            let chosen = try await services.printing.printReceipt(of: order, on: printer, by: principal)
            return answer([chosen], in: request.language)
        }
    }

    private var testPage: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/cafes/{cafe}/printers/{printer}/test-pages",
            access: .cafeManager,
            operation: Operation(
                id: "printTestPage",
                summary:
                    "Prints a page that shows whether a printer in force is set as the campus file says, and tells how it is.",
                tag: .management, success: .json("TestPrint"), problems: [.unknownCafe, .unknownPrinter])
        ) { request, _ in
            let printer: PrinterID = try request.identifier(
                "printer",
                orThrow: Problem(.unknownPrinter, detail: "The café has no printer of that name."))
            let result = try await services.printing.printTestPage(on: printer, of: try request.cafe())
            var json = JSONWriter()
            json.object { json in
                json.member("state", result.status.word)
                json.member("isPrinted", result.isPrinted)
            }
            return .json(json.bytes)
        }
    }

    private func answer(_ printers: [Printer], in language: WireLanguage) -> HTTPResponse {
        var json = JSONWriter()
        json.object { json in
            json.member("printers") { json in
                json.array { json in for printer in printers { json.reference(printer, in: language) } }
            }
        }
        var response = HTTPResponse.json(json.bytes)
        response.status = .accepted
        return response
    }
}

/// A request to print a receipt.
private struct ReceiptPrint {
    let printer: PrinterID?

    init?(_ reader: JSONReader) {
        let printer = reader["printer"].optional.map { reader in
            reader.text(as: { PrinterID($0) }, "must be the identifier of a printer")
        }
        reader.refuseUnknownMembers(except: ["printer"])
        self.printer = printer ?? nil
    }
}

extension JSONWriter {
    fileprivate mutating func reference(_ printer: Printer, in language: WireLanguage) {
        object { json in
            json.member("id", printer.id.rawValue)
            json.member("name", language.text(printer.name))
        }
    }

    fileprivate mutating func printer(
        _ report: PrintService.Report, among reports: [PrintService.Report], in language: WireLanguage
    ) {
        let printers = reports.map(\.printer)
        object { json in
            json.member("id", report.printer.id.rawValue)
            json.member("name", language.text(report.printer.name))
            json.member("state", report.status?.word ?? "unknown")
            if let since = report.since { json.member("since", since) }
            json.member("waiting", report.waiting)
            if let backup = printers.first(where: { $0.id == report.printer.backup }) {
                json.member("backup") { $0.reference(backup, in: language) }
            }
            if let substitute = printers.first(where: { $0.id == report.substitute }) {
                json.member("printedBy") { $0.reference(substitute, in: language) }
            }
        }
    }
}
