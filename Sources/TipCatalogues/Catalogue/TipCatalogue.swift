public import TipCore
public import TipRules

/// Tips, with the parameters, events and groups that they use, as somebody wrote them down in a file.
///
/// A catalogue holds what is the same for everybody. What one person gets of it is in ``tips(for:)``, and
/// ``declare(in:for:)`` hands that to the machine that decides when it is shown.
public struct TipCatalogue: Hashable, Sendable {
    /// What a file must say at its top.
    public static let format = "vicinity-tips-1"

    /// What the catalogue is called.
    public var name: String
    /// The languages that every text should have, as BCP 47 tags.
    public var languages: [String]
    /// The language that every text does have (TD22).
    public var fallback: String
    /// How often tips that have never been shown may be shown (T69).
    public var displayFrequency: Tips.DisplayFrequency
    /// What rules read, besides events; their names differ.
    public var parameters: [Parameter]
    /// What is donated; their names differ.
    public var events: [Event]
    /// Tips of which one is shown at a time; their names differ.
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
        /// What rules call it.
        public var name: RuleText
        /// What the engine needs to know of it.
        public var definition: ParameterDefinition
        /// Whether the workplace gives the value, so that no page sets it.
        public var isFromWorkplace: Bool
        /// What it is for, for those who write tips.
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

    /// Something that people do, and that is donated each time.
    public struct Event: Hashable, Sendable {
        /// What rules call it.
        public var name: RuleText
        /// What the engine needs to know of it.
        public var definition: EventDefinition
        /// What it is for, for those who write tips.
        public var about: String?

        /// Makes an event.
        public init(name: RuleText, definition: EventDefinition, about: String? = nil) {
            self.name = name
            self.definition = definition
            self.about = about
        }

        /// Whether its donations are never sent anywhere, such as those that tell where somebody was (TA10).
        public var staysOnDevice: Bool { definition.staysOnDevice }
    }

    /// Tips of which one at most is shown at a time (T80).
    public struct Group: Hashable, Sendable {
        /// What pages call it.
        public var name: String
        /// Whether each tip waits until all before it have ended (T83); else the first eligible one is shown (T82).
        public var isOrdered: Bool
        /// The tips, in their order.
        public var tips: [TipID]
        /// What it is for, for those who write tips.
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
        /// What the engine needs to know of it, its identifier and its rules among that.
        public var definition: TipDefinition
        /// What it says and shows.
        public var face: Face
        /// Its buttons, at most four.
        public var actions: [Action]
        /// Which layout it has: `mini`, `hero picture` or `banner`; `nil` for the usual one of the place.
        public var style: String?
        /// Whether it is shown at all: the remote switch (TA5).
        public var isOn: Bool
        /// Who gets it; `nil` for everybody.
        public var segment: Segment?
        /// What it is for, for those who write tips.
        public var about: String?

        /// Makes a tip.
        public init(_ definition: TipDefinition, title: TipTexts) {
            self.definition = definition
            face = Face(title: title)
            actions = []
            isOn = true
        }

        /// The key of everything that is kept of it.
        public var id: TipID { definition.id }
    }

    /// What a tip says and shows.
    public struct Face: Hashable, Sendable {
        /// The short words on top.
        public var title: TipTexts?
        /// What there is to say more.
        public var message: TipTexts?
        /// The name of an icon, or the path of a picture.
        public var image: String?
        /// What the picture says that the words do not.
        public var imageText: TipTexts?

        /// Makes a face without picture.
        public init(title: TipTexts? = nil, message: TipTexts? = nil) {
            self.title = title
            self.message = message
        }
    }

    /// A button of a tip.
    public struct Action: Hashable, Sendable {
        /// What the page knows it by.
        public var id: String
        /// What it says.
        public var title: TipTexts
        /// The page that it opens; `nil` for one that the page carries out itself.
        public var opens: String?

        /// Makes a button.
        public init(id: String, title: TipTexts, opens: String? = nil) {
            self.id = id
            self.title = title
            self.opens = opens
        }
    }

    /// Who gets a tip (TA5); of each list, one must fit, and `nil` fits everybody.
    public struct Segment: Hashable, Sendable {
        /// Where it is shown, such as `web` or `terminal`.
        public var platforms: [String]?
        /// The roles of the person.
        public var roles: [String]?
        /// The sites of the person.
        public var sites: [String]?
        /// The language that the person likes best; `de` fits `de-CH` too.
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

    /// Makes a text that there is in no language.
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
    /// The events that every catalogue has: which actions were chosen, and which tips were put aside without being closed.
    ///
    /// They let statistics, and the list of what a person has seen, be read from the ledger alone.
    public static let ownEvents: [Event] = [
        Event(
            name: "tip.acted", definition: EventDefinition(maximumCount: 200),
            about: "An action of a tip was chosen; the payload has tip and action."),
        Event(
            name: "tip.dismissed", definition: EventDefinition(maximumCount: 200),
            about: "A tip was put aside without being closed; the payload has tip."),
    ]
}
