import Cryptography
import Essentials
import HTTPCore
import JSON
import Ordering
import QRCode
import Workplace

/// What kiosks may do, and how the staff answer their calls for help.
struct KioskRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] {
        [offer, placing, followed, picture, help, exit, calls, answering, unpaid, payment]
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
                summary: "Places a guest's order, which waits until it is paid at the counter.", tag: .kiosks,
                parameters: [
                    .idempotencyKey(
                        "Chosen by the kiosk for each order; the same key orders only once, for 48 hours.")
                ], body: "KioskOrderRequest", success: .json("GuestOrder", .created),
                problems: [
                    .idempotencyKeyRequired, .unknownCafe, .cafeClosed, .paused, .totalChanged, .soldOut,
                    .notServed, .invalidBasket, .idempotencyKeyReused, .tooManyOrders,
                ])
        ) { request, kiosk in
            let key = try request.idempotencyKey()
            let body = try request.body(KioskOrderBody.init)
            let placed = try await services.orders.place(
                OrderRequest(
                    guestAt: kiosk, basket: body.basket, expectedTotal: body.expectedTotal, name: body.name,
                    key: key, fingerprint: SHA256.digest(of: request.http.body)))
            var json = JSONWriter()
            json.guestOrder(GuestOrder(detail: placed.detail, name: body.name))
            var answer = HTTPResponse.json(json.bytes)
            answer.status = .created
            return answer
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
            }
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
            let host = request.http.fields["Host"] ?? request.http.authority ?? ""
            // As a fragment, which browsers do not send to servers that log addresses.
            let address = "\(request.http.isSecure ? "https" : "http")://\(host)/follow#\(order.id)"
            guard let picture = QRCode(address) else { throw WorkplaceRefusal.unknownOrder(order.id) }
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
                    for way in KioskPayment.allCases {
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
            // A kiosk that is not called so has no call.
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
                tag: .kiosks, success: .json("GuestOrder"),
                problems: [
                    .unknownCafe, .unknownOrder, .cafeClosed, .paused, .soldOut, .notServed, .noPickupWindow,
                    .illegalTransition,
                ])
        ) { request, principal in
            let paid = try await services.orders.takePayment(
                for: try request.order(), at: try request.cafe(), by: principal)
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
    let name: String?

    init?(_ reader: JSONReader) {
        let lines = reader["lines"].array { BasketLine($0, allowing: []) }
        let expectedTotal = reader["expectedTotal"].money()
        let payment = reader["payment"].text(
            as: { KioskPayment(rawValue: $0) }, "must be a way to pay that GET /api/v1/kiosk offers")
        let name = reader["name"].optional.map { $0.nameToCall() }
        reader.refuseUnknownMembers(except: ["lines", "expectedTotal", "payment", "name"])
        guard let lines, let expectedTotal, payment != nil else { return nil }
        if let name, name == nil { return nil }
        basket = Basket(lines: lines)
        self.expectedTotal = expectedTotal
        self.name = name ?? nil
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
            json.member("until", optional: order.detail.wait?.until)
        }
    }
}

extension Access<CafeScreen> {
    /// Kiosks, each for its own café.
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
