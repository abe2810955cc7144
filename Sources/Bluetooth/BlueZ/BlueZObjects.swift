import DBus

/// What BlueZ says about its objects: interfaces with their properties, by path.
///
/// Folds the answer of `GetManagedObjects` and the signals after it; it does no calls.
struct BlueZObjects {
    typealias Properties = [String: BusValue]

    /// A change of one interface of an object.
    struct Change: Equatable {
        let path: String
        let interface: String
        /// The properties that were sent; `nil` when the interface has gone.
        let properties: Properties?
    }

    private var interfaces: [String: [String: Properties]] = [:]

    /// Starts with the answer of `GetManagedObjects`.
    init(managed arguments: [BusValue]) {
        for entry in arguments.first?.entries ?? [] {
            guard let path = entry.key.text else { continue }
            for (interface, properties) in entry.value.members {
                interfaces[path, default: [:]][interface] = properties.members
            }
        }
    }

    /// The properties of an interface of an object.
    func properties(_ path: String, _ interface: String) -> Properties? { interfaces[path]?[interface] }

    /// The paths of the objects with an interface, in order.
    func paths(with interface: String) -> [String] {
        interfaces.filter { $0.value[interface] != nil }.keys.sorted()
    }

    /// Takes a signal.
    ///
    /// - Returns: What it changes; empty for signals that are about something else.
    mutating func take(
        path: String, interface: String, member: String, arguments: [BusValue]
    ) -> [Change] {
        switch (interface, member) {
        case ("org.freedesktop.DBus.Properties", "PropertiesChanged"):
            guard arguments.count >= 2, let name = arguments[0].text else { return [] }
            let changed = arguments[1].members
            interfaces[path, default: [:]][name, default: [:]].merge(changed) { $1 }
            for gone in arguments.dropFirst(2).first?.elements ?? [] {
                if let gone = gone.text { interfaces[path]?[name]?[gone] = nil }
            }
            return [Change(path: path, interface: name, properties: changed)]
        case ("org.freedesktop.DBus.ObjectManager", "InterfacesAdded"):
            guard arguments.count >= 2, let path = arguments[0].text else { return [] }
            return arguments[1].members.map { name, value in
                interfaces[path, default: [:]][name] = value.members
                return Change(path: path, interface: name, properties: value.members)
            }
        case ("org.freedesktop.DBus.ObjectManager", "InterfacesRemoved"):
            guard arguments.count >= 2, let path = arguments[0].text else { return [] }
            return arguments[1].elements.compactMap(\.text).map { name in
                interfaces[path]?[name] = nil
                if interfaces[path]?.isEmpty == true { interfaces[path] = nil }
                return Change(path: path, interface: name, properties: nil)
            }
        default: return []
        }
    }
}
