/// Reads the values of a JSON text by name and type, and collects mistakes instead of stopping at the first.
///
/// A decoding initialiser reads like a description of the text. Each accessor returns `nil` after noting a
/// mistake. Values below a missing or mistyped value add no mistakes, so that each cause is reported once.
///
/// ```swift
/// init?(_ reader: JSONReader) {
///     let item = reader["item"].text(as: ItemID.init, "must be an identifier")
///     let quantity = reader["quantity"].integer(in: 1...99)
///     let note = reader["note"].optional?.string(length: 0...200)
///     reader.refuseUnknownMembers(except: ["item", "quantity", "note"])
///     guard let item, let quantity else { return nil }
///     …
/// }
/// ```
///
/// Start with ``JSONValue/read(_:)``. A reader is valid within one call of the function that reads; it does
/// not cross tasks.
public struct JSONReader {
    enum Content {
        case value(JSONValue)
        case missing
        /// Below a value whose mistake is already noted.
        case unreachable
    }

    /// The location of a value, and its order among its siblings in the text; a missing member comes last.
    private enum Location {
        /// The root, or a value that contains others.
        case place(Place)
        /// Any other value. Most values are leaves; they need no object of their own.
        case leaf(JSONPath.Step, order: Int, in: Place)
    }

    private final class Place {
        /// The step from the parent to this place; `nil` for the root.
        let step: JSONPath.Step?
        let order: Int
        let parent: Place?
        let log: JSONMistakeLog

        init() {
            step = nil
            order = 0
            parent = nil
            log = JSONMistakeLog()
        }

        init(_ step: JSONPath.Step, order: Int, in parent: Place) {
            self.step = step
            self.order = order
            self.parent = parent
            log = parent.log
        }
    }

    let content: Content
    private let location: Location

    /// Makes a reader for the root of a text.
    public init(_ value: JSONValue) {
        content = .value(value)
        location = .place(Place())
    }

    init(_ content: Content, at step: JSONPath.Step, order: Int, in parent: JSONReader) {
        self.content = content
        location =
            content.hasChildren
            ? .place(Place(step, order: order, in: parent.place))
            : .leaf(step, order: order, in: parent.place)
    }

    private var place: Place {
        switch location {
        case .place(let place): place
        case .leaf(let step, let order, let parent): Place(step, order: order, in: parent)
        }
    }

    private var log: JSONMistakeLog { place.log }

    /// The way from the root to this value.
    public var path: JSONPath { JSONPath(ancestry.map(\.step)) }

    /// The steps from the root to this value, each with its place among its siblings.
    private var ancestry: [(step: JSONPath.Step, order: Int)] {
        var ancestry: [(step: JSONPath.Step, order: Int)] = []
        var place = place
        while let step = place.step, let parent = place.parent {
            ancestry.append((step, place.order))
            place = parent
        }
        return ancestry.reversed()
    }

    /// Notes a mistake here; if one place has several mistakes, the first is kept.
    ///
    /// - Parameters:
    ///   - code: The kind of mistake.
    ///   - reason: The reason as words that follow the name of the place: "must be a text".
    public func note(_ code: JSONMistake.Code, _ reason: String) {
        let log = self.log
        guard !log.hasMore else { return }
        let ancestry = ancestry
        let mistake = JSONMistake(path: JSONPath(ancestry.map(\.step)), code: code, reason: reason)
        log.note(mistake, at: ancestry.map(\.order))
    }

    /// The reader of a member of this object.
    ///
    /// A missing member is noted when its value is read. If this is not an object, that is noted at once.
    ///
    /// - Complexity: O(*n*) in the number of members.
    public subscript(name: String) -> JSONReader {
        guard let object = object() else {
            return JSONReader(.unreachable, at: .member(name), order: .max, in: self)
        }
        guard let index = object.index(of: name) else {
            return JSONReader(.missing, at: .member(name), order: .max, in: self)
        }
        return member(index, of: object)
    }

    func member(_ index: Int, of object: JSONObject) -> JSONReader {
        let member = object.members[index]
        return JSONReader(.value(member.value), at: .member(member.name), order: index, in: self)
    }

    /// Ends the reading with its result.
    ///
    /// - Parameter result: The value that was read; `nil` after a mistake.
    /// - Returns: The result.
    /// - Throws: ``JSONMistakes`` when a mistake was noted. When the result is `nil` without a mistake,
    ///   it contains one with the code ``JSONMistake/Code/value`` at this place.
    public func finish<Result>(_ result: Result?) throws(JSONMistakes) -> Result {
        if result == nil, log.isEmpty { note(.value, "is not valid") }
        guard log.isEmpty, let result else { throw JSONMistakes(log.inOrder()) }
        return result
    }
}

extension JSONReader.Content {
    fileprivate var hasChildren: Bool {
        switch self {
        case .value(.array), .value(.object): true
        default: false
        }
    }
}

@available(*, unavailable)
extension JSONReader: Sendable {}

extension JSONValue {
    /// Reads this value with a closure, or reports every mistake in it.
    ///
    /// - Parameter make: Reads the value; `nil` after a mistake.
    /// - Returns: The result of the closure.
    /// - Throws: ``JSONMistakes`` with the mistakes, in the order of the text.
    public func read<Result>(_ make: (JSONReader) -> Result?) throws(JSONMistakes) -> Result {
        let reader = JSONReader(self)
        return try reader.finish(make(reader))
    }
}
