public import Essentials

/// What a café offers, in sections.
public struct Menu: Hashable, Sendable {
    /// The sections, in the order in which they are shown.
    public let sections: [MenuSection]
    private let places: [ItemID: Place]

    private struct Place: Hashable, Sendable {
        let section: Int
        let item: Int
    }

    /// Makes a menu; an item that is in several sections is found in the first of them.
    public init(sections: [MenuSection]) {
        self.sections = sections
        var places: [ItemID: Place] = [:]
        for (sectionIndex, section) in sections.enumerated() {
            for (itemIndex, item) in section.items.enumerated() where places[item.id] == nil {
                places[item.id] = Place(section: sectionIndex, item: itemIndex)
            }
        }
        self.places = places
    }

    /// Returns the item of that identifier, or `nil` when the menu does not have it.
    public func item(_ id: ItemID) -> MenuItem? {
        places[id].map { sections[$0.section].items[$0.item] }
    }

    /// Tells whether the café counts how many are left of an item; not of one that the menu does not have.
    public func countsStock(of id: ItemID) -> Bool {
        places[id].map { sections[$0.section].items[$0.item].hasCountedStock } ?? false
    }
}

/// A part of a menu under one heading.
public struct MenuSection: Hashable, Sendable {
    /// The heading.
    public let name: LocalizedText
    /// The items, in the order in which they are shown.
    public let items: [MenuItem]

    /// Makes a section.
    public init(name: LocalizedText, items: [MenuItem]) {
        self.name = name
        self.items = items
    }
}
