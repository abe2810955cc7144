public import Essentials
public import Ordering

/// Everything about an organisation that changes by decision and not by use: sites, cafés, menus, people, devices.
///
/// It is read from a campus file, checked as a whole, and never changed. Each request looks at it several times, so that
/// all share one object.
public final class Campus: Sendable {
    /// The organisation that the campus belongs to.
    public let organisation: Organisation
    /// The sites, in the order of the file.
    public let sites: [Site]
    /// The cafés of all sites, in the order of the file.
    public let cafes: [Cafe]
    /// The people who may sign in, in the order of the file.
    public let people: [Person]
    /// Screens that may sign in, in the order of the file.
    public let devices: [Device]
    /// How many there are of each item that a café counts, when the campus is put in force.
    public let initialStock: [CafeID: [ItemID: Int]]
    /// The receipt printers of each café, in the order of the file.
    public let printers: [CafeID: [Printer]]
    /// The languages in which the organisation or a café has a name, the default language first.
    public let languages: [LanguageTag]

    /// The rights to approve that people have handed on, in the order in which they did.
    let delegations: [ApprovalDelegation]

    private let delegationsByDelegate: [PersonID: [ApprovalDelegation]]
    private let sitesByID: [SiteID: Site]
    private let cafesByID: [CafeID: Cafe]
    private let peopleByID: [PersonID: Person]
    private let devicesByID: [DeviceID: Device]
    let beacons: CampusBeacons

    /// Makes a campus from parts whose identifiers are unique within their kind.
    ///
    /// The campus file's reader checks that they are.
    ///
    /// - Parameters:
    ///   - organisation: The organisation that the campus belongs to.
    ///   - sites: The sites.
    ///   - cafes: The cafés of all sites.
    ///   - people: The people who may sign in.
    ///   - devices: Screens that may sign in.
    ///   - initialStock: How many there are of each item that a café counts.
    ///   - printers: The receipt printers of each café.
    ///   - delegations: The rights to approve that people have handed on.
    public init(
        organisation: Organisation, sites: [Site], cafes: [Cafe], people: [Person], devices: [Device],
        initialStock: [CafeID: [ItemID: Int]] = [:], printers: [CafeID: [Printer]] = [:],
        delegations: [ApprovalDelegation] = []
    ) {
        self.organisation = organisation
        self.sites = sites
        self.cafes = cafes
        let cafesBySite = Dictionary(grouping: cafes, by: \.site).mapValues { Set($0.map(\.id)) }
        self.people = people.map { person in
            var person = person
            person.resolveCafes(ofSites: cafesBySite)
            return person
        }
        self.devices = devices
        self.initialStock = initialStock
        self.printers = printers
        self.delegations = delegations
        delegationsByDelegate = Dictionary(grouping: delegations, by: \.delegate)
        let named = ([organisation.name] + cafes.map(\.name)).flatMap(\.texts.keys)
        let others = Set(named).subtracting([organisation.defaultLanguage])
        languages =
            [organisation.defaultLanguage] + others.sorted { $0.description < $1.description }
        sitesByID = Dictionary(sites.map { ($0.id, $0) }) { first, _ in first }
        cafesByID = Dictionary(cafes.map { ($0.id, $0) }) { first, _ in first }
        peopleByID = Dictionary(self.people.map { ($0.id, $0) }) { first, _ in first }
        devicesByID = Dictionary(devices.map { ($0.id, $0) }) { first, _ in first }
        beacons = CampusBeacons(of: organisation, sites: sites, people: people)
    }

    /// Finds a site.
    public func site(_ id: SiteID) -> Site? { sitesByID[id] }
    /// Finds a café.
    public func cafe(_ id: CafeID) -> Cafe? { cafesByID[id] }
    /// Finds a person.
    public func person(_ id: PersonID) -> Person? { peopleByID[id] }
    /// Finds a person, with the roles that approvers have given them for a time.
    public func person(_ id: PersonID, at time: Timestamp) -> Person? {
        guard let person = person(id), let given = delegationsByDelegate[id] else { return person(id) }
        var delegated: [RoleGrant: Set<PersonID>] = [:]
        for delegation in given where delegation.holds(at: time) {
            guard let approver = self.person(delegation.approver), !approver.isSuspended else { continue }
            for grant in approver.grants where grant.role == .approver {
                delegated[grant, default: []].insert(approver.id)
            }
        }
        return delegated.isEmpty ? person : person.acting(by: delegated)
    }
    /// Finds a receipt printer of a café.
    public func printer(_ id: PrinterID, at cafe: CafeID) -> Printer? {
        printers[cafe]?.first { $0.id == id }
    }
    /// Finds a device.
    public func device(_ id: DeviceID) -> Device? { devicesByID[id] }
}
