import Beacons
import Essentials
import HTTPCore
import JSON
import Ordering
import QRCode
import Workplace

/// The sites that somebody runs, and the pictures for the labels of their beacons.
struct SiteRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [sites, label] }

    private var sites: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/managed-sites", access: .siteManager,
            operation: Operation(
                id: "listManagedSites", summary: "The sites that the caller may change.", tag: .management,
                success: .json("ManagedSites"), isTranslated: true)
        ) { request, person in
            let campus = try services.campuses.inForce()
            var json = JSONWriter()
            json.object { json in
                json.member("sites") { json in
                    json.array { json in
                        for site in campus.sites where person.mayRun(site.id) {
                            json.object { json in
                                json.member("id", site.id.rawValue)
                                json.member("name", request.language.text(site.name))
                            }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var label: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/sites/{site}/spots/{spot}/qr-code", access: .siteManager,
            operation: Operation(
                id: "getSpotLabel",
                summary:
                    "A QR code for the label of a spot's beacon: the address where facilities find the spot, also of one that is "
                    + "not published yet.",
                tag: .management, success: .picture, problems: [.unknownSite, .unknownSpot])
        ) { request, _ in
            let site = try request.site()
            let spot: SpotID = try request.identifier(
                "spot", orThrow: Problem(.unknownSpot, detail: "There is no spot of that name."))
            guard let code = QRCode(request.http.address(of: "/campus?site=\(site)#spot-\(spot)")) else {
                throw Problem(.unknownSpot, detail: "The address of the spot is too long for a picture.")
            }
            return .content(Array(code.svg.utf8), type: "image/svg+xml")
        }
    }
}

extension ProblemKind {
    static let unknownSpot = ProblemKind(
        .notFound, "unknown-spot", title: "Unknown spot", "There is no such spot.")
}

extension APIRequest {
    func site() throws -> SiteID {
        try identifier("site", orThrow: Problem(.unknownSite, detail: "There is no site of that name."))
    }
}

extension Person {
    /// Whether the person may change a site's ground, spots and gateways.
    func mayRun(_ site: SiteID) -> Bool {
        holds(.facilities, atSite: site) || holds(.administrator, atSite: site)
    }
}

extension JSONWriter {
    private mutating func texts(_ text: LocalizedText) {
        object { json in
            for label in text.labels { json.member(named: label.tag) { $0.string(label.text) } }
        }
    }

    /// Writes what the part of a site depends on and does not have: the numbers of its beacons, its zone and its cafés.
    mutating func surroundings(of id: SiteID, on campus: Campus) {
        guard let site = campus.sites.first(where: { $0.id == id }) else { return }
        member("timeZone", site.zone.identifier)
        member("beaconUUID", campus.organisation.beaconUUID.description)
        member("major", Int(site.major))
        member("cafes") { json in
            json.array { json in
                for cafe in campus.cafes where cafe.site == id {
                    json.object { json in
                        json.member("id", cafe.id.rawValue)
                        json.member("name") { $0.texts(cafe.name) }
                        json.member("stations") { json in
                            json.array { json in
                                for station in cafe.stations {
                                    json.object { json in
                                        json.member("id", station.id.rawValue)
                                        json.member("name") { $0.texts(station.name) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
