public import TipCore

extension Tips {
    /// A button of a tip (T105, T106).
    public struct Action: Identifiable, Sendable {
        /// The button's name within its tip: its own, or its place (T105).
        public internal(set) var id: String
        /// The button's index in its tip; `nil` before it belongs to a tip.
        public internal(set) var index: Int?
        /// Makes the label of the button.
        public let label: @Sendable () -> Text
        /// Runs when the button is chosen; this does not end the tip (TD5).
        public private(set) var handler: @MainActor @Sendable () -> Void
        private let isNamed: Bool

        /// Makes a button with a title.
        public init(
            id: String? = nil, title: some StringProtocol & Sendable,
            perform handler: @escaping @MainActor @Sendable () -> Void = {}
        ) {
            self.init(id: id, perform: handler) { Text(LocalizedKey(stringLiteral: String(title))) }
        }

        /// Makes a button with any text.
        public init(
            id: String? = nil, perform handler: @escaping @MainActor @Sendable () -> Void = {},
            _ label: @escaping @Sendable () -> Text
        ) {
            self.id = id ?? ""
            isNamed = id != nil
            self.label = label
            self.handler = handler
        }

        /// Makes an action for a tap on an element that is not a button.
        package init(tap name: String, perform handler: @escaping @MainActor @Sendable () -> Void) {
            self.init(id: name, perform: handler) { Text(verbatim: "") }
        }

        /// The button with another handler.
        package func handled(by handler: @escaping @MainActor @Sendable () -> Void) -> Action {
            var action = self
            action.handler = handler
            return action
        }

        /// The button at its place in a tip.
        public func placed(at index: Int) -> Action {
            var action = self
            action.index = index
            if !isNamed { action.id = "\(index)" }
            return action
        }
    }
}
