import Cryptography
import Essentials
import HTTPCore
import JSON
import Ordering
import QRCode
import Workplace

/// The routes of kiosks, and of the staff who answer their help calls.
struct KioskRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] {
        [
            offer, placing, abandoning, followed, receipt, picture, help, exit, calls, answering, unpaid,
            payment,
        ]
    }

    // MARK: - The kiosk

    private var offer: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/kiosk", access: .kiosk,
            operation: Operation(
                id: "getKiosk",
                summary: "The kiosk's café, the ways to pay that it offers, and whether help is called.",
                tag: .kiosks, success: .json("Kiosk"))
        ) { _, kiosk in
            try await answer(to: kiosk, helpCalledAt: services.kiosks.helpCall(of: kiosk))
        }
    }

    private var placing: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/kiosk/orders", access: .kiosk,
            operation: Operation(
                id: "placeKioskOrder",
                summary: """
                    Places an order: a guest's waits until it is paid, at the counter or by card, unless it costs nothing; \
                    an employee pays from the meal account, by badge and PIN.
                    """, tag: .kiosks,
                parameters: [
                    .idempotencyKey(
                        "Chosen by the kiosk for each order; the same key orders only once, for 48 hours.")
                ], body: "KioskOrderRequest", success: .json("GuestOrder", .created),
                problems: [
                    .idempotencyKeyRequired, .unknownCafe, .cafeClosed, .paused, .totalChanged, .soldOut,
                    .notServed, .invalidBasket, .noPickupWindow, .wrongBadgeOrPIN, .tooManyPINs,
                    .badgeBlocked,
                    .signInBusy, .insufficientFunds, .noAccountInCurrency, .cardPaymentsOff, .nothingToPay,
                    .idempotencyKeyReused, .tooManyOrders,
                ])
        ) { request, kiosk in
            let key = try request.idempotencyKey()
            let body = try request.body(KioskOrderBody.init)
            var payer: PersonID?
            if let badge = body.badge {
                payer = try await services.kioskBadges.person(
                    number: badge.number, pin: badge.pin, at: kiosk.id, requiring: .employee,
                    from: request.http.clientAddress
                ).id
            }
            let placed = try await services.orders.place(
                OrderRequest(
                    at: kiosk, of: payer, paying: body.payment, basket: body.basket,
                    expectedTotal: body.expectedTotal, name: body.name, key: key,
                    fingerprint: try Self.fingerprint(of: request)))
            var json = JSONWriter()
            json.guestOrder(GuestOrder(detail: placed.detail, name: body.name))
            var answer = HTTPResponse.json(json.bytes)
            answer.status = .created
            return answer
        }
    }

    /// The digest of a request without badge and PIN, because a PIN can be guessed from a fast hash.
    private static func fingerprint(of request: APIRequest) throws -> [UInt8] {
        guard case .object(var body) = try JSONValue(parsing: request.http.body) else { return [] }
        body["badge"] = nil
        var json = JSONWriter()
        json.value(.object(body))
        return SHA256.digest(of: json.bytes)
    }

    private var abandoning: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/kiosk/orders/{order}/cancellation", access: .kiosk,
            operation: Operation(
                id: "abandonKioskOrder",
                summary: """
                    Cancels a guest's order that is not paid; money that is on its way goes back. A paid order stays.
                    """,
                tag: .kiosks, success: .json("GuestOrder"), problems: [.unknownOrder])
        ) { request, kiosk in
            var json = JSONWriter()
            json.guestOrder(try await services.orders.abandon(try request.order(), at: kiosk))
            return .json(json.bytes)
        }
    }

    private var followed: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/followed-orders/{order}",
            operation: Operation(
                id: "followOrder",
                summary: "The number and the state of a guest's order, for everybody who has its address.",
                tag: .kiosks, success: .json("FollowedOrder"), isTranslated: true, problems: [.unknownOrder])
        ) { request in
            let order = try await services.orders.guestOrder(try request.order()).detail.order
            let campus = try services.campuses.inForce()
            var json = JSONWriter()
            json.object { json in
                json.member("number", order.number.description)
                json.member("stage", order.stage.rawValue)
                json.member(
                    "cafe",
                    campus.cafe(order.cafe).map { request.language.text($0.name) } ?? order.cafe.rawValue)
                json.member("timeZone", campus.cafe(order.cafe)?.zone.identifier ?? "UTC")
                if let pickup = order.pickup { json.member("pickup") { $0.pickup(pickup) } }
            }
            var answer = HTTPResponse.json(json.bytes)
            try answer.fields.set("Cache-Control", "no-store")
            return answer
        }
    }

    private var receipt: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/followed-orders/{order}/receipt",
            operation: Operation(
                id: "getFollowedReceipt",
                summary: "A guest's order with what was sold and paid, for everybody who has its address.",
                tag: .kiosks, success: .json("Order"), isTranslated: true, problems: [.unknownOrder])
        ) { request in
            let found = try await services.orders.guestOrder(try request.order())
            var json = JSONWriter()
            json.order(
                found.detail, delay: .zero, ready: nil, on: try services.campuses.inForce(),
                in: request.language)
            var answer = HTTPResponse.json(json.bytes)
            try answer.fields.set("Cache-Control", "no-store")
            return answer
        }
    }

    private var picture: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/followed-orders/{order}/qr-code",
            operation: Operation(
                id: "getFollowedOrderPicture",
                summary: "The address of the page that follows a guest's order, as a QR code.", tag: .kiosks,
                success: .picture, problems: [.unknownOrder])
        ) { request in
            let order = try await services.orders.guestOrder(try request.order()).detail.order
            // In the fragment, which browsers do not send, so that no log has it.
            guard let picture = QRCode(request.http.address(of: "/follow#\(order.id)")) else {
                throw WorkplaceRefusal.unknownOrder(order.id)
            }
            var answer = HTTPResponse.content(Array(picture.svg.utf8), type: "image/svg+xml")
            try answer.fields.set("Cache-Control", "no-store")
            return answer
        }
    }

    private var help: APIRoute {
        APIRoute(
            method: .put, pattern: "/api/v1/kiosk/help", access: .kiosk,
            operation: Operation(
                id: "callForHelp",
                summary:
                    "Calls the staff to the kiosk, or takes the call back; repeating it changes nothing.",
                tag: .kiosks, body: "HelpWanted", success: .json("Kiosk"))
        ) { request, kiosk in
            let isWanted = try request.body { reader -> Bool? in
                reader.refuseUnknownMembers(except: ["wanted"])
                return reader["wanted"].boolean()
            }
            return try await answer(
                to: kiosk, helpCalledAt: services.kiosks.setHelp(isWanted, at: kiosk))
        }
    }

    private var exit: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/kiosk/exit", access: .kiosk,
            operation: Operation(
                id: "checkExitCode",
                summary: "Checks the code by which staff leave the kiosk; the page then ends its session.",
                tag: .kiosks, body: "ExitCode", success: .empty, problems: [.wrongExitCode, .tooManyCodes])
        ) { request, kiosk in
            let code = try request.body { reader -> String? in
                reader.refuseUnknownMembers(except: ["code"])
                return reader["code"].string()
            }
            try await services.kiosks.checkExitCode(code, of: kiosk)
            return HTTPResponse(.noContent)
        }
    }

    private func answer(to kiosk: CafeScreen, helpCalledAt: Timestamp?) throws -> HTTPResponse {
        var json = JSONWriter()
        json.object { json in
            json.member("id", kiosk.id.rawValue)
            json.member("cafe", kiosk.cafe.rawValue)
            json.member("payments") { json in
                json.array { json in
                    for way in KioskPayment.allCases where way != .card || services.payments.page != nil {
                        json.object { json in json.member("kind", way.rawValue) }
                    }
                }
            }
            json.member("helpCalledAt", optional: helpCalledAt)
        }
        return .json(json.bytes)
    }

    // MARK: - The staff

    private var calls: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}/help-calls", access: .kitchen,
            operation: Operation(
                id: "listHelpCalls", summary: "The kiosks of a café where a guest waits for help.",
                tag: .kiosks, success: .json("HelpCalls"), isTranslated: true, problems: [.unknownCafe])
        ) { request, principal in
            let found = try await services.kiosks.helpCalls(of: try request.cafe(), for: principal)
            let campus = try services.campuses.inForce()
            var json = JSONWriter()
            json.object { json in
                json.member("calls") { json in
                    json.array { json in
                        for call in found {
                            json.object { json in
                                json.member("kiosk", call.kiosk.rawValue)
                                json.member(
                                    "name",
                                    campus.device(call.kiosk).map { request.language.text($0.name) }
                                        ?? call.kiosk.rawValue)
                                json.member("calledAt", call.calledAt)
                            }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var answering: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/cafes/{cafe}/help-calls/{kiosk}", access: .kitchen,
            operation: Operation(
                id: "answerHelpCall",
                summary: "Tells the guest at a kiosk that somebody is coming; repeating it changes nothing.",
                tag: .kiosks, success: .empty, problems: [.unknownCafe])
        ) { request, principal in
            // An identifier that no kiosk can have has no call.
            if let kiosk = DeviceID(request.parameters["kiosk"]) {
                try await services.kiosks.answerHelp(of: kiosk, at: try request.cafe(), by: principal)
            }
            return HTTPResponse(.noContent)
        }
    }

    private var unpaid: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}/unpaid-orders", access: .kitchen,
            operation: Operation(
                id: "listUnpaidOrders",
                summary: "The guests' orders of a café that wait for their payment at the counter.",
                tag: .kiosks, success: .json("UnpaidOrders"), problems: [.unknownCafe])
        ) { request, principal in
            let found = try await services.orders.unpaidOrders(of: try request.cafe(), for: principal)
            var json = JSONWriter()
            json.object { json in
                json.member("orders") { json in
                    json.array { json in for order in found { json.guestOrder(order) } }
                }
            }
            return .json(json.bytes)
        }
    }

    private var payment: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/cafes/{cafe}/unpaid-orders/{order}/payment", access: .kitchen,
            operation: Operation(
                id: "takePayment",
                summary: """
                    Says that a guest has paid at the counter; the kitchen gets the order. Repeating it changes nothing.
                    """,
                tag: .kiosks, body: "CounterPayment", success: .json("GuestOrder"),
                problems: [
                    .unknownCafe, .unknownOrder, .cafeClosed, .paused, .soldOut, .notServed, .noPickupWindow,
                    .illegalTransition,
                ])
        ) { request, principal in
            let means = try request.body { reader -> PaymentMeans? in
                reader.refuseUnknownMembers(except: ["payment"])
                return reader["payment"].meansAtCounter()
            }
            let paid = try await services.orders.takePayment(
                for: try request.order(), at: try request.cafe(), with: means, by: principal)
            var json = JSONWriter()
            json.guestOrder(paid)
            return .json(json.bytes)
        }
    }
}

/// The body of a request that places a guest's order.
private struct KioskOrderBody {
    let basket: Basket
    let expectedTotal: Money
    let payment: KioskPayment
    let badge: (number: String?, pin: String)?
    let name: String?

    init?(_ reader: JSONReader) {
        let lines = reader["lines"].array { BasketLine($0, allowing: []) }
        let expectedTotal = reader["expectedTotal"].money()
        let payment = reader["payment"].text(
            as: { KioskPayment(rawValue: $0) }, "must be a way to pay that GET /api/v1/kiosk offers")
        let name = reader["name"].optional.map { $0.nameToCall() }
        let badge = payment == .account ? Self.badge(reader["badge"]) : nil
        reader.refuseUnknownMembers(
            except: ["lines", "expectedTotal", "payment", "name"] + (payment == .account ? ["badge"] : []))
        guard let lines, let expectedTotal, let payment, (badge == nil) == (payment != .account) else {
            return nil
        }
        if let name, name == nil { return nil }
        basket = Basket(lines: lines)
        self.expectedTotal = expectedTotal
        self.payment = payment
        self.badge = badge
        self.name = name ?? nil
    }

    /// Malformed badges and PINs are refused like wrong ones, and count as attempts.
    private static func badge(_ reader: JSONReader) -> (number: String?, pin: String)? {
        let number = reader["number"].string(length: 0...100)
        let pin = reader["pin"].string(length: 0...100)
        reader.refuseUnknownMembers(except: ["number", "pin"])
        guard let number, let pin else { return nil }
        return (KioskBadge.number(typed: number), pin)
    }
}

extension HTTPRequest {
    /// The address of a page, as the sender of this request reaches the server.
    func address(of page: String) -> String {
        "\(isSecure ? "https" : "http")://\(fields["Host"] ?? authority ?? "")\(page)"
    }
}

extension JSONReader {
    /// Reads a name to call.
    func nameToCall() -> String? {
        text(
            as: { $0.isPlainLine && !$0.allSatisfy(\.isWhitespace) && $0.count <= 24 ? $0 : nil },
            "must be one line of 1 to 24 characters")
    }
}

extension JSONWriter {
    fileprivate mutating func guestOrder(_ order: GuestOrder) {
        object { json in
            json.member("id", order.detail.order.id.rawValue)
            json.member("number", order.detail.order.number.description)
            json.member("stage", order.detail.order.stage.rawValue)
            json.member("placedAt", order.detail.order.placedAt)
            json.member("items", order.detail.order.basket.lines.map(\.quantity).reduce(0, +))
            json.member("total", order.detail.order.basket.total)
            if let name = order.name { json.member("name", name) }
            json.member("until", optional: order.detail.wait?.until ?? order.detail.payment?.endsAt)
            if order.detail.wait == nil { json.member("payment", order.detail.order.means.rawValue) }
            if let pickup = order.detail.order.pickup { json.member("pickup") { $0.pickup(pickup) } }
        }
    }
}

extension Access<CafeScreen> {
    /// Access for kiosks, each for its own café.
    static var kiosk: Self {
        Access(rule: .kiosk) { request, services in
            let principal = try await Authenticator(sessions: services.sessions).require(request.http)
                .principal
            guard case .device(let device) = principal, device.role == .kiosk, let kiosk = CafeScreen(device)
            else { throw WorkplaceRefusal.forbidden }
            return kiosk
        }
    }
}
