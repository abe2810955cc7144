import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// What kiosks may do, and how the staff answer their calls for help.
struct KioskRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [offer, help, exit, calls, answering] }

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

    private var help: APIRoute {
        APIRoute(
            method: .put, pattern: "/api/v1/kiosk/help", access: .kiosk,
            operation: Operation(
                id: "callForHelp",
                summary: "Calls the staff to the kiosk, or takes the call back; repeating it changes nothing.",
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

    private func answer(to kiosk: Device, helpCalledAt: Timestamp?) throws -> HTTPResponse {
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
}

extension Access<Device> {
    /// Kiosks, each for its own café.
    static var kiosk: Self {
        Access(rule: .kiosk) { request, services in
            let principal = try await Authenticator(sessions: services.sessions).require(request.http)
                .principal
            guard case .device(let device) = principal, device.role == .kiosk else {
                throw WorkplaceRefusal.forbidden
            }
            return device
        }
    }
}
