/// A router's patterns as a tree of path segments, stored in one array so that it is a plain value.
struct RouteTree: Sendable {
    struct Endpoint: Sendable {
        let method: HTTPMethod
        let handler: RouteHandler
        let parameterNames: [String]
        let body: BodyAdmission
        /// The index of the route in the router's list.
        let route: Int
    }

    private struct Node: Sendable {
        var literals: [String: Int] = [:]
        var parameter: Int?
        var endpoints: [Endpoint] = []
    }

    private var nodes = [Node()]
    /// The nodes of patterns without parameters, by their literal path, which needs no decoding.
    private var plainPaths: [String: Int] = [:]

    mutating func insert(
        _ segments: [PatternSegment], _ method: HTTPMethod, _ handler: RouteHandler, _ body: BodyAdmission,
        route: Int
    ) {
        var node = 0
        for segment in segments { node = child(of: node, for: segment) }
        precondition(
            !nodes[node].endpoints.contains { $0.method == method },
            "A second route for \(method) \(segments)")
        let names = segments.compactMap { segment in
            if case .parameter(let name) = segment { name } else { nil }
        }
        nodes[node].endpoints.append(
            Endpoint(method: method, handler: handler, parameterNames: names, body: body, route: route))
        if let path = PatternSegment.plainPath(segments) { plainPaths[path] = node }
    }

    /// The endpoints of the pattern without parameters that equals this path byte for byte; `nil` when there
    /// is none.
    ///
    /// - Complexity: one lookup.
    func match(plainPath path: String) -> [Endpoint]? {
        plainPaths[path].map { nodes[$0].endpoints }
    }

    /// The endpoints of the best matching pattern, and the values of its parameters; `nil` when none matches.
    ///
    /// - Complexity: a lookup for each segment, unless literals and parameters overlap and the search must
    ///   backtrack.
    func match(_ segments: [String]) -> (endpoints: [Endpoint], values: [String])? {
        var values: [String] = []
        guard let node = find(segments[...], from: 0, values: &values) else { return nil }
        return (nodes[node].endpoints, values)
    }

    private func find(_ segments: ArraySlice<String>, from start: Int, values: inout [String]) -> Int? {
        guard let segment = segments.first else { return nodes[start].endpoints.isEmpty ? nil : start }
        let rest = segments.dropFirst()
        if let next = nodes[start].literals[segment], let found = find(rest, from: next, values: &values) {
            return found
        }
        guard let next = nodes[start].parameter, !segment.isEmpty else { return nil }
        values.append(segment)
        if let found = find(rest, from: next, values: &values) { return found }
        values.removeLast()
        return nil
    }

    private mutating func child(of node: Int, for segment: PatternSegment) -> Int {
        let next = nodes.count
        switch segment {
        case .literal(let text):
            if let known = nodes[node].literals[text] { return known }
            nodes[node].literals[text] = next
        case .parameter:
            if let known = nodes[node].parameter { return known }
            nodes[node].parameter = next
        }
        nodes.append(Node())
        return next
    }
}

/// One segment of a pattern such as `/orders/{order}`.
enum PatternSegment: Equatable, Sendable {
    case literal(String)
    case parameter(String)

    /// The literal path of the segments; `nil` with a parameter, or when a request would encode the path.
    static func plainPath(_ segments: [PatternSegment]) -> String? {
        var path = ""
        for segment in segments {
            guard case .literal(let text) = segment,
                text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != percent })
            else { return nil }
            path += "/" + text
        }
        return path
    }

    private static let percent = UInt8(ascii: "%")

    /// Splits a pattern into segments; a malformed pattern is a programmer error.
    static func segments(of pattern: String) -> [PatternSegment] {
        precondition(pattern.hasPrefix("/"), "The pattern \(pattern) does not begin with a slash")
        return pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { segment in
            guard segment.contains(where: { $0 == "{" || $0 == "}" }) else {
                return .literal(String(segment))
            }
            let name = segment.dropFirst().dropLast()
            precondition(
                segment.hasPrefix("{") && segment.hasSuffix("}") && !name.isEmpty
                    && !name.contains { $0 == "{" || $0 == "}" },
                "The segment \(segment) of \(pattern) is not a parameter")
            return .parameter(String(name))
        }
    }
}
