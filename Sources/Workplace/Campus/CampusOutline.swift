public import Essentials
import JSON

/// The little that a set-up asks for, from which it writes the first campus file.
public struct CampusOutline: Sendable {
    /// The organisation's name.
    public let organisation: String
    /// The language of its texts.
    public let language: LanguageTag
    /// The first site's name.
    public let site: String
    /// The site's time zone.
    public let zone: Zone
    /// Where the site is, in degrees.
    public let latitude: Double
    /// Where the site is, in degrees.
    public let longitude: Double
    /// The first café's name.
    public let cafe: String
    /// The café's currency.
    public let currency: Currency

    /// Makes an outline.
    public init(
        organisation: String, language: LanguageTag, site: String, zone: Zone, latitude: Double,
        longitude: Double, cafe: String, currency: Currency
    ) {
        self.organisation = organisation
        self.language = language
        self.site = site
        self.zone = zone
        self.latitude = latitude
        self.longitude = longitude
        self.cafe = cafe
        self.currency = currency
    }

    /// The campus file: one site, one café that is always open and has an empty menu, and nobody yet.
    ///
    /// - Parameter beaconUUID: The UUID of the organisation's beacons, as text.
    /// - Returns: The bytes of the file.
    public func document(beaconUUID: String) -> [UInt8] {
        var json = JSONWriter(capacity: 2_048)
        json.object { json in
            json.member("organisation") { json in
                json.object { json in
                    json.member("id", "organisation")
                    text("name", organisation, &json)
                    json.member("beaconUUID", beaconUUID)
                    json.member("defaultLanguage", language.description)
                }
            }
            json.member("sites") { json in json.array { site(&$0) } }
            json.member("people") { json in json.array { _ in } }
            json.member("devices") { json in json.array { _ in } }
        }
        return json.bytes
    }

    private func site(_ json: inout JSONWriter) {
        json.object { json in
            json.member("id", "site-1")
            text("name", site, &json)
            json.member("timeZone", zone.identifier)
            json.member("major", 1)
            point(&json)
            json.member("cafes") { json in json.array { cafe(&$0) } }
            json.member("spots") { json in
                json.array { json in
                    json.object { json in
                        json.member("id", "entrance-1")
                        text("name", site, &json)
                        json.member("minor", 1)
                        json.member("kind", "entrance")
                    }
                    json.object { json in
                        json.member("id", "cafe-1")
                        text("name", cafe, &json)
                        json.member("minor", 2)
                        json.member("kind", "cafe")
                        json.member("cafe", "cafe-1")
                    }
                }
            }
        }
    }

    private func cafe(_ json: inout JSONWriter) {
        json.object { json in
            json.member("id", "cafe-1")
            text("name", cafe, &json)
            json.member("currency", currency.code)
            point(&json)
            json.member("hours") { json in
                json.object { json in
                    json.member("everyday") { json in json.array { $0.string("00:00-24:00") } }
                }
            }
            json.member("dayBoundaryHour", 4)
            json.member("tax") { json in
                json.object { json in
                    json.member("included", true)
                    json.member("rounding", "half-up")
                    json.member("rates") { json in json.object { $0.member("food", "0") } }
                }
            }
            json.member("stations") { json in
                json.array { json in
                    json.object { json in
                        json.member("id", "kitchen")
                        text("name", cafe, &json)
                    }
                }
            }
            json.member("menu") { json in
                json.object { json in json.member("sections") { json in json.array { _ in } } }
            }
        }
    }

    private func point(_ json: inout JSONWriter) {
        json.member("coordinate") { json in
            json.object { json in
                json.member("latitude", latitude)
                json.member("longitude", longitude)
            }
        }
    }

    private func text(_ name: StaticString, _ text: String, _ json: inout JSONWriter) {
        json.member(name) { json in
            json.object { json in json.member(named: language.description) { $0.string(text) } }
        }
    }
}
