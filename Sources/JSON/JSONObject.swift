/// The members of a JSON object, in the order in which they were written.
public struct JSONObject: Sendable, Hashable {
    /// A name and its value.
    public struct Member: Sendable, Hashable {
        /// The name before the colon.
        public let name: String
        /// The value after the colon.
        public let value: JSONValue

        /// Makes a member from a name and a value.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The members, in order.
    public private(set) var members: [Member]

    /// Makes an object without members.
    public init() { members = [] }

    /// Makes an object of members whose names the parser has found to be distinct.
    init(distinct members: [Member]) { self.members = members }

    /// Returns the position of the member of that name, or `nil`.
    ///
    /// - Complexity: O(*n*) in the number of members.
    func index(of name: String) -> Int? { members.firstIndex { $0.name == name } }

    /// The value of the member of that name, or `nil` when there is none.
    ///
    /// A new name is added at the end; assigning `nil` removes the member. Names that are equal as Unicode
    /// texts are the same name, even if they are composed differently.
    ///
    /// - Complexity: O(*n*) in the number of members.
    public subscript(name: String) -> JSONValue? {
        get { index(of: name).map { members[$0].value } }
        set {
            switch (index(of: name), newValue) {
            case (let index?, let value?): members[index] = Member(name: name, value: value)
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Makes an object from a literal; if a name occurs twice, the last value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init()
        for (name, value) in elements { self[name] = value }
    }
}
