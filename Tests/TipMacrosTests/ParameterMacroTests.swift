import Testing

@Suite(.timeLimit(.minutes(2))) struct ParameterMacroTests {
    private let compiler = CompilerStandIn()

    @Test(arguments: [
        (
            "@Parameter static var isReady: Bool = false", "struct Tour: Tip",
            #"nonisolated static let $isReady = Tips.Parameter<Bool>(Self.self, "isReady", false)"#
        ),
        (
            "@Parameter(.transient) static var isReady: Bool = false", "enum State",
            #"nonisolated static let $isReady = Tips.Parameter<Bool>(Self.self, "isReady", false, .transient)"#
        ),
        (
            #"@Parameter(.transient, formerly: ["Trip.isReady"]) static var isReady: Bool = false"#,
            "enum State",
            #"nonisolated static let $isReady = "#
                + #"Tips.Parameter<Bool>(Self.self, "isReady", false, .transient, formerly: ["Trip.isReady"])"#
        ),
        (
            "@Parameter static var count = 3", "struct Tour",
            #"nonisolated static let $count = Tips.Parameter(Self.self, "count", 3)"#
        ),
        (
            "@Parameter static var area: String?", "struct Tour",
            #"nonisolated static let $area = Tips.Parameter<String?>(Self.self, "area", nil)"#
        ),
        (
            "@Parameter public static var seen: [String: Bool] = [:]", "public struct Tour",
            #"public nonisolated static let $seen = Tips.Parameter<[String: Bool]>(Self.self, "seen", [:])"#
        ),
        (
            "@Parameter public private(set) static var count: Int = 0", "struct Tour",
            #"public nonisolated static let $count = Tips.Parameter<Int>(Self.self, "count", 0)"#
        ),
        (
            "@Parameter static var `default`: Int = 0", "struct Tour",
            #"nonisolated static let $default = Tips.Parameter<Int>(Self.self, "default", 0)"#
        ),
        (
            "@Parameter static var count: Int = 0", "class Screen",
            #"nonisolated static let $count = Tips.Parameter<Int>(Screen.self, "count", 0)"#
        ),
        (
            "@Parameter static var count: Int = 0", "actor Kitchen",
            #"nonisolated static let $count = Tips.Parameter<Int>(Kitchen.self, "count", 0)"#
        ),
        (
            "@Parameter static var count: Int = 0", "extension Outer.Inner",
            #"nonisolated static let $count = Tips.Parameter<Int>(Outer.Inner.self, "count", 0)"#
        ),
        (
            "@available(*, deprecated) @Parameter static var old: Int = 0", "struct Tour",
            #"@available(*, deprecated) nonisolated static let $old = Tips.Parameter<Int>(Self.self, "old", 0)"#
        ),
    ])
    func `T24 the storage of a parameter knows type and name`(
        source: String, context: String, expected: String
    ) throws {
        let expansion = try compiler.expandParameter(source, in: [context], as: .peer)
        #expect(expansion.refusals == [])
        #expect(expansion.source == expected)
    }

    @Test func `TD23 the property reads and writes through its storage`() throws {
        let source = "@Parameter static var isReady: Bool = false"
        let expansion = try compiler.expandParameter(source, in: ["struct Tour"], as: .accessor)
        let words = expansion.source.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words == "{ get { $isReady.wrappedValue } set { $isReady.wrappedValue = newValue } }"
                || words == "get { $isReady.wrappedValue } set { $isReady.wrappedValue = newValue }")
    }

    @Test(arguments: [
        ("@Parameter ‸var isReady: Bool = false", ["struct Tour"], "'static'"),
        ("@Parameter static var ‸isReady: Bool", ["struct Tour"], "a value to begin with"),
        ("@Parameter static var isReady: Bool ‸{ false }", ["struct Tour"], "no accessors"),
        ("@Parameter static var isReady: Bool = false ‸{ didSet {} }", ["struct Tour"], "observers"),
        ("@Parameter ‸weak static var tour: Tour? = nil", ["struct Tour"], "'weak'"),
        ("@Parameter static var ‸`is ready`: Bool = false", ["struct Tour"], "letters, digits"),
        ("‸@Parameter static var isReady: Bool = false", [], "belongs to a type"),
        ("‸@Parameter static var isReady: Bool = false", ["protocol Tour"], "not to a protocol"),
        ("‸@Parameter static var isReady: Bool = false", ["struct Tour<Guest>"], "generic"),
        ("‸@Parameter static var isReady: Bool = false", ["enum State", "struct Tour<Guest>"], "generic"),
    ])
    func `TD23 a declaration that cannot be a parameter is refused where it has to change`(
        marked: String, context: [String], reason: String
    ) throws {
        let (source, offset) = withoutMark(marked)
        let refusals = try compiler.expandParameter(source, in: context, as: .peer).refusals
        #expect(refusals.map(\.offset) == [offset])
        #expect(refusals.first?.sentence.contains(reason) == true)
        // Said once, though the compiler asks twice.
        #expect(try compiler.expandParameter(source, in: context, as: .accessor).refusals == [])
    }

    @Test(arguments: [
        "@Parameter static let isReady: Bool = false", "@Parameter static var first = 1, second = 2",
        "@Parameter static func isReady() {}",
    ])
    func `what the compiler refuses by itself is not refused twice`(source: String) throws {
        for role in [CompilerStandIn.Role.peer, .accessor] {
            #expect(try compiler.expandParameter(source, in: ["struct Tour"], as: role).refusals == [])
        }
    }
}
