public import Essentials

/// Choices with a minimum and a maximum number of selections.
public struct ChoiceGroup: Hashable, Sendable {
    /// The identifier, unique within its item.
    public let id: ChoiceGroupID
    /// What people read.
    public let name: LocalizedText
    /// How many must be taken; repeated choices count as often as they are taken.
    public let minimum: Int
    /// How many may be taken; repeated choices count as often as they are taken.
    public let maximum: Int
    /// The choices, in the order in which they are shown.
    public let choices: [Choice]

    /// Makes a group.
    ///
    /// - Parameters:
    ///   - id: The identifier, unique within its item.
    ///   - name: What people read.
    ///   - minimum: How many must be taken.
    ///   - maximum: How many may be taken.
    ///   - choices: The choices, in the order in which they are shown.
    public init(id: ChoiceGroupID, name: LocalizedText, minimum: Int, maximum: Int, choices: [Choice]) {
        self.id = id
        self.name = name
        self.minimum = minimum
        self.maximum = maximum
        self.choices = choices
    }

    /// Tells whether a choice is one of the group's.
    func offers(_ choice: ChoiceID) -> Bool { choices.contains { $0.id == choice } }
}
