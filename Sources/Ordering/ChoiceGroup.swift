public import Essentials

/// Choices with a minimum and a maximum number of selections.
public struct ChoiceGroup: Hashable, Sendable {
    /// The identifier, unique within its item.
    public let id: ChoiceGroupID
    /// The displayed name.
    public let name: LocalizedText
    /// The minimum number of choices; a repeated choice counts each time.
    public let minimum: Int
    /// The maximum number of choices; a repeated choice counts each time.
    public let maximum: Int
    /// The choices, in the order in which they are shown.
    public let choices: [Choice]
    /// The choices that a page proposes, each once; the person still decides, and an order names its choices.
    public let defaults: [ChoiceID]

    /// Makes a group.
    ///
    /// - Parameters:
    ///   - id: The identifier, unique within its item.
    ///   - name: The displayed name.
    ///   - minimum: The minimum number of choices.
    ///   - maximum: The maximum number of choices.
    ///   - choices: The choices, in the order in which they are shown.
    ///   - defaults: The choices that a page proposes.
    public init(
        id: ChoiceGroupID, name: LocalizedText, minimum: Int, maximum: Int, choices: [Choice],
        defaults: [ChoiceID] = []
    ) {
        self.id = id
        self.name = name
        self.minimum = minimum
        self.maximum = maximum
        self.choices = choices
        self.defaults = defaults
    }

    /// Whether a choice belongs to the group.
    func offers(_ choice: ChoiceID) -> Bool { choices.contains { $0.id == choice } }
}
