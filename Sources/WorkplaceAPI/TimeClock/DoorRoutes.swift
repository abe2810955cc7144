import Essentials
import HTTPCore
import JSON
import QRCode
import Workplace

/// The changing code that a tablet at an entrance shows, and what becomes of its scan.
struct DoorRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [code, scanning] }

    private var code: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/door-code", access: .entrance,
            operation: Operation(
                id: "getDoorCode",
                summary: "The code that this tablet shows now, and when the next one comes.",
                tag: .attendance, success: .json("DoorCode"), isTranslated: true, problems: [.unknownDoorCode]
            )
        ) { request, screen in
            let shown = try await services.doorCodes.code(of: screen)
            let address = shown.code.address(on: request.http)
            guard let picture = QRCode(address) else { throw DoorCodeRefusal.unknown }
            var json = JSONWriter()
            json.object { json in
                json.member("code", shown.code.text)
                json.member("address", address)
                json.member("picture") { json in
                    json.object { json in
                        json.member("side", picture.side)
                        json.member("path", picture.path)
                    }
                }
                json.member("now", shown.now)
                json.member("nextAt", shown.code.end)
                json.member("expiresAt", shown.code.expiry)
                json.member("entrance") { json in
                    json.place(shown.entrance.id.rawValue, request.language.text(shown.entrance.name))
                }
                json.member("site") { json in
                    json.object { json in
                        json.member("id", shown.site.id.rawValue)
                        json.member("name", request.language.text(shown.site.name))
                        json.member("timeZone", shown.site.zone.identifier)
                    }
                }
            }
            return try .unstored(.json(json.bytes))
        }
    }

    private var scanning: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/door-scans",
            operation: Operation(
                id: "scanDoorCode",
                summary: """
                    Exchanges the code of an entrance, while it is valid, for a scan that a punch names within ten minutes: \
                    so there is time to sign in.
                    """,
                tag: .attendance, body: "DoorScanRequest", success: .json("DoorScan", .created),
                isTranslated: true,
                problems: [.doorCodeExpired, .unknownDoorCode])
        ) { request in
            let text = try request.body { reader -> String? in
                reader.refuseUnknownMembers(except: ["code"])
                return reader["code"].string()
            }
            let taken = try await services.doorCodes.take(text)
            var json = JSONWriter()
            json.object { json in
                json.member("scan", taken.scan.text)
                json.member("at", taken.scan.time)
                json.member("expiresAt", taken.scan.expiry)
                json.member("entrance") { json in
                    json.place(taken.entrance.id.rawValue, request.language.text(taken.entrance.name))
                }
                json.member("site", taken.site.id.rawValue)
                json.member("timeZone", taken.site.zone.identifier)
            }
            var response = try HTTPResponse.unstored(.json(json.bytes))
            response.status = .created
            return response
        }
    }
}

extension Access<EntranceScreen> {
    /// Tablets at entrances, each for its own.
    static var entrance: Self {
        Access(rule: .entrance) { request, services in
            let principal = try await Authenticator(sessions: services.sessions).require(request.http)
                .principal
            guard case .device(let device) = principal, let screen = EntranceScreen(device) else {
                throw WorkplaceRefusal.forbidden
            }
            return screen
        }
    }
}

extension DoorCode {
    /// The page on the host that the tablet asked for; the code is a fragment, which browsers send to no server.
    fileprivate func address(on request: HTTPRequest) -> String {
        (request.isSecure ? "https://" : "http://")
            + (request.fields["Host"] ?? request.authority ?? "") + "/attendance#door=\(text)"
    }
}

extension HTTPResponse {
    /// The answer with the rule that nobody keeps it.
    fileprivate static func unstored(_ response: HTTPResponse) throws -> HTTPResponse {
        var response = response
        try response.fields.set("Cache-Control", "no-store")
        return response
    }
}

extension JSONWriter {
    fileprivate mutating func place(_ id: String, _ name: String) {
        object { json in
            json.member("id", id)
            json.member("name", name)
        }
    }
}
