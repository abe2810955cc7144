public import TipCore
public import TipRules

/// Tips from a file, with the parameters, events and groups that they use.
///
/// ``tips(for:)`` selects the tips for one audience, and ``declare(in:for:)`` declares them in the machine that decides when each
/// is shown.
public struct TipCatalogue: Hashable, Sendable {
    /// The name of the file format.
    public static let format = "vicinity-tips-1"

    /// The name of the catalogue.
    public var name: String
    /// The languages that every text should have, as BCP 47 tags.
    public var languages: [String]
    /// The language that every text has (TD22).
    public var fallback: String
    /// How often a tip that has never been shown may be shown (T69).
    public var displayFrequency: Tips.DisplayFrequency
    /// The parameters that rules read; their names differ.
    public var parameters: [Parameter]
    /// The events that are donated; their names differ.
    public var events: [Event]
    /// Groups of tips, which show one tip at a time; their names differ.
    public var groups: [Group]
    /// The tips; their identifiers differ.
    public var tips: [Tip]

    /// Makes a catalogue without tips.
    public init(name: String, languages: [String], fallback: String) {
        self.name = name
        self.languages = languages
        self.fallback = fallback
        displayFrequency = .immediate
        parameters = []
        events = []
        groups = []
        tips = []
    }

    /// A value that rules read.
    public struct Parameter: Hashable, Sendable {
        /// The name in rules.
        public var name: RuleText
        /// The definition for the machine.
        public var definition: ParameterDefinition
        /// Whether the server sets the value, and not a page.
        public var isFromWorkplace: Bool
        /// A note for authors.
        public var about: String?

        /// Makes a parameter.
        public init(
            name: RuleText, definition: ParameterDefinition, isFromWorkplace: Bool = false,
            about: String? = nil
        ) {
            self.name = name
            self.definition = definition
            self.isFromWorkplace = isFromWorkplace
            self.about = about
        }
    }

    /// An action that people repeat; each time is a donation.
    public struct Event: Hashable, Sendable {
        /// The name in rules.
        public var name: RuleText
        /// The definition for the machine.
        public var definition: EventDefinition
        /// A note for authors.
        public var about: String?

        /// Makes an event.
        public init(name: RuleText, definition: EventDefinition, about: String? = nil) {
            self.name = name
            self.definition = definition
            self.about = about
        }

        /// Whether its donations are never sent, such as those about places (TA10).
        public var staysOnDevice: Bool { definition.staysOnDevice }
    }

    /// Several tips; at most one is shown at a time (T80).
    public struct Group: Hashable, Sendable {
        /// The name in pages.
        public var name: String
        /// Whether each tip waits until all tips before it have ended (T83); otherwise the first eligible one is shown (T82).
        public var isOrdered: Bool
        /// The tips, in their order.
        public var tips: [TipID]
        /// A note for authors.
        public var about: String?

        /// Makes a group.
        public init(name: String, isOrdered: Bool = false, tips: [TipID], about: String? = nil) {
            self.name = name
            self.isOrdered = isOrdered
            self.tips = tips
            self.about = about
        }
    }

    /// A tip in all of its languages.
    public struct Tip: Hashable, Sendable {
        /// The definition for the machine, with identifier and rules.
        public var definition: TipDefinition
        /// Its words and picture.
        public var content: Content
        /// Its buttons, at most four.
        public var actions: [Action]
        /// The layout: `mini`, `hero picture` or `banner`; `nil` for the default of the place.
        public var style: String?
        /// Whether the tip is switched on (TA5).
        public var isOn: Bool
        /// The people who get it; `nil` for everybody.
        public var segment: Segment?
        /// A note for authors.
        public var about: String?

        /// Makes a tip.
        public init(_ definition: TipDefinition, title: TipTexts) {
            self.definition = definition
            content = Content(title: title)
            actions = []
            isOn = true
        }

        /// The key of its stored state.
        public var id: TipID { definition.id }
    }

    /// The words and the picture of a tip.
    public struct Content: Hashable, Sendable {
        /// The title.
        public var title: TipTexts?
        /// The text below the title.
        public var message: TipTexts?
        /// The name of an icon, or the path of a picture.
        public var image: String?
        /// The text for the picture.
        public var imageText: TipTexts?

        /// Makes content without a picture.
        public init(title: TipTexts? = nil, message: TipTexts? = nil) {
            self.title = title
            self.message = message
        }
    }

    /// A button of a tip.
    public struct Action: Hashable, Sendable {
        /// Its identifier within the tip.
        public var id: String
        /// Its title.
        public var title: TipTexts
        /// The page that it opens; `nil` for an action of the page itself.
        public var opens: String?

        /// Makes a button.
        public init(id: String, title: TipTexts, opens: String? = nil) {
            self.id = id
            self.title = title
            self.opens = opens
        }
    }

    /// The people who get a tip (TA5): one entry of each list must fit, and `nil` fits everybody.
    public struct Segment: Hashable, Sendable {
        /// The platforms, such as `web` or `terminal`.
        public var platforms: [String]?
        /// The roles of the person.
        public var roles: [String]?
        /// The sites of the person.
        public var sites: [String]?
        /// The person's first language; `de` fits `de-CH` too.
        public var languages: [String]?

        /// Makes a segment of everybody.
        public init() {}
    }
}

/// A text in several languages.
public struct TipTexts: Hashable, Sendable {
    /// A text and its language.
    public struct Entry: Hashable, Sendable {
        /// The language as a BCP 47 tag.
        public let language: String
        /// The text.
        public let text: String
    }

    /// The texts in the order in which they were written; their languages differ.
    public private(set) var entries: [Entry] = []

    /// Makes a text without languages.
    public init() {}

    /// The text in a language.
    public subscript(language: String) -> String? {
        get { entries.first { $0.language == language }?.text }
        set {
            let place = entries.firstIndex { $0.language == language }
            let entry = newValue.map { Entry(language: language, text: $0) }
            switch (place, entry) {
            case (let place?, let entry?): entries[place] = entry
            case (let place?, nil): entries.remove(at: place)
            case (nil, let entry?): entries.append(entry)
            case (nil, nil): break
            }
        }
    }
}

extension TipCatalogue {
    /// The events that every catalogue has: chosen actions, and tips that were dismissed without being closed.
    ///
    /// With these events, statistics and the list of seen tips need only the ledger.
    public static let ownEvents: [Event] = [
        Event(
            name: "tip.acted", definition: EventDefinition(maximumCount: 200),
            about: "An action of a tip was chosen; the payload has tip and action."),
        Event(
            name: "tip.dismissed", definition: EventDefinition(maximumCount: 200),
            about: "A tip was put aside without being closed; the payload has tip."),
    ]
}
