public import Essentials

/// The people and screens that pages added or changed.
///
/// They hold over those of the campus file.
public struct Directory: Hashable, Sendable {
    /// A person as pages last left them.
    public struct Entry: Hashable, Sendable {
        /// The identifier.
        public let person: PersonID
        /// The displayed name.
        public var name: String
        /// What the person may do, and where.
        public var grants: Set<RoleGrant>
        /// The language of the person's pages.
        public var language: LanguageTag
        /// How the person reads dates, numbers and money.
        public var locale: LanguageTag
        /// Whether the person is shut out.
        public var isSuspended: Bool

        /// Makes an entry.
        public init(
            person: PersonID, name: String, grants: Set<RoleGrant>, language: LanguageTag,
            locale: LanguageTag,
            isSuspended: Bool = false
        ) {
            self.person = person
            self.name = name
            self.grants = grants
            self.language = language
            self.locale = locale
            self.isSuspended = isSuspended
        }

        /// Takes a person as they are now.
        init(_ person: Person) {
            self.init(
                person: person.id, name: person.name, grants: person.grants, language: person.language,
                locale: person.locale, isSuspended: person.isSuspended)
        }
    }

    /// Counts up with each change.
    public let number: Int64
    /// The people, in the order of their identifiers.
    public let people: [Entry]
    /// The paired screens that have not been revoked, in the order of their identifiers.
    public let screens: [PairedScreen]
    /// The rights to approve that people have handed on and nobody has ended, in the order in which they did.
    public let delegations: [ApprovalDelegation]

    /// Makes a directory.
    public init(
        number: Int64, people: [Entry], screens: [PairedScreen], delegations: [ApprovalDelegation] = []
    ) {
        self.number = number
        self.people = people
        self.screens = screens
        self.delegations = delegations
    }

    /// The directory before its first change.
    static let empty = Directory(number: 0, people: [], screens: [])
}

extension Campus {
    /// The campus of a file, with what pages changed about people and screens.
    ///
    /// - Complexity: O(*n*) in the number of people, devices and spots.
    func changed(by directory: Directory) -> Campus {
        guard directory.number > 0 else { return self }
        var entries = Dictionary(directory.people.map { ($0.person, $0) }) { first, _ in first }
        var people = people.map { person in
            entries.removeValue(forKey: person.id).map { Person($0, from: person) } ?? person
        }
        people += directory.people.filter { entries[$0.person] != nil }.map { Person($0, from: nil) }
        let screens = directory.screens.compactMap { screen in
            has(screen.place) ? Device(screen, named: organisation.defaultLanguage) : nil
        }
        let known = Set(devices.map(\.id))
        return Campus(
            organisation: organisation, sites: sites, cafes: cafes, people: people,
            devices: devices + screens.filter { !known.contains($0.id) }, initialStock: initialStock,
            printers: printers, delegations: directory.delegations)
    }
}

extension Person {
    fileprivate init(_ entry: Directory.Entry, from file: Person?) {
        self.init(
            id: entry.person, name: entry.name, grants: entry.grants, language: entry.language,
            locale: entry.locale, openingBalances: file?.openingBalances ?? [], badge: file?.badge,
            isSuspended: entry.isSuspended)
    }
}
