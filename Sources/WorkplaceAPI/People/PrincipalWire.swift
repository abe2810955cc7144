import Essentials
import JSON
import Ordering
import Workplace

extension JSONWriter {
    mutating func principal(_ principal: Principal, in language: WireLanguage) {
        switch principal {
        case .person(let person): personMembers(person, kind: "person")
        case .device(let device): deviceMembers(device, kind: "device", in: language)
        }
    }

    /// Writes how one signs in; outside the demo nobody is named.
    mutating func signIn(
        _ campus: Campus, isDemo: Bool, provider: String?, in language: WireLanguage
    ) {
        object { json in
            json.member("mode", isDemo ? "demo" : "accounts")
            json.member("organisation", language.text(campus.organisation.name))
            if let provider {
                json.member("provider") { json in
                    json.object { json in
                        json.member("name", provider)
                        json.member("address", ProviderRoutes.beginning)
                    }
                }
            }
            json.member("people") { json in
                json.array { json in
                    guard isDemo else { return }
                    for person in campus.people where !person.isSuspended {
                        json.personMembers(person, kind: nil)
                    }
                }
            }
            json.member("devices") { json in
                json.array { json in
                    guard isDemo else { return }
                    for device in campus.devices { json.deviceMembers(device, kind: nil, in: language) }
                }
            }
        }
    }

    private mutating func personMembers(_ person: Person, kind: String?) {
        object { json in
            if let kind { json.member("kind", kind) }
            json.member("id", person.id.rawValue)
            json.member("name", person.name)
            json.member("roles") { json in
                json.array { json in
                    for role in person.roles.map(\.rawValue).sorted() { json.string(role) }
                }
            }
            json.member("grants") { json in
                json.array { json in for grant in person.grants.sorted() { json.string(grant.description) } }
            }
            json.member("locale", person.locale.description)
            json.member("language", person.language.description)
        }
    }

    private mutating func deviceMembers(_ device: Device, kind: String?, in language: WireLanguage) {
        object { json in
            if let kind { json.member("kind", kind) }
            json.member("id", device.id.rawValue)
            json.member("name", language.text(device.name))
            json.member("role", device.role.rawValue)
            json.member("roles") { json in json.array { $0.string(device.role.rawValue) } }
            switch device.place {
            case .cafe(let cafe): json.member("cafe", cafe.rawValue)
            case .entrance(let spot): json.member("entrance", spot.rawValue)
            }
        }
    }
}
