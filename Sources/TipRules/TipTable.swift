#if hasFeature(Embedded)
    /// Values by key.
    ///
    /// In a process it is a dictionary. In a page, tables are small, and the standard library's dictionary
    /// takes kilobytes of code for each pair of types (decision 40). There it is a list that is searched from
    /// the start.
    public struct TipTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
        private var pairs: [Pair] = []

        private struct Pair: Sendable {
            let key: Key
            var value: Value
        }
    }

    extension TipTable: ExpressibleByDictionaryLiteral {
        /// Makes an empty table; no other literal is used.
        public init(dictionaryLiteral elements: (Key, Value)...) {
            precondition(elements.isEmpty, "a table is written out with something in it")
        }
    }

    extension TipTable {
        /// Whether the table is empty.
        public var isEmpty: Bool { pairs.isEmpty }
        /// How many keys there are.
        public var count: Int { pairs.count }
        /// The keys, in no order.
        public var keys: [Key] { pairs.map { $0.key } }
        /// The values, in the order of the keys.
        public var values: [Value] { pairs.map { $0.value } }

        /// The value of a key; setting `nil` removes the key.
        ///
        /// - Complexity: O(*n*).
        public subscript(key: Key) -> Value? {
            @inline(never) get {
                for pair in pairs where pair.key == key { return pair.value }
                return nil
            }
            @inline(never) set {
                for index in pairs.indices where pairs[index].key == key {
                    if let newValue {
                        pairs[index].value = newValue
                    } else {
                        // The last pair takes its place: the order does not matter, and moving all later
                        // pairs takes more code.
                        let last = pairs.removeLast()
                        if index < pairs.count { pairs[index] = last }
                    }
                    return
                }
                if let newValue { pairs.append(Pair(key: key, value: newValue)) }
            }
        }

        /// The value of a key, or a default if the key is missing.
        public subscript(key: Key, default missing: @autoclosure () -> Value) -> Value {
            @inline(never) get { self[key] ?? missing() }
            @inline(never) set { self[key] = newValue }
        }

        /// Removes a key and returns its value.
        @inline(never)
        @discardableResult
        public mutating func removeValue(forKey key: Key) -> Value? {
            let value = self[key]
            self[key] = nil
            return value
        }

        /// The pairs for which a predicate is true.
        public func filter(_ isWanted: ((key: Key, value: Value)) -> Bool) -> TipTable {
            var wanted = TipTable()
            for pair in self where isWanted(pair) { wanted[pair.key] = pair.value }
            return wanted
        }
    }

    extension TipTable: Sequence {
        /// Iterates over the pairs.
        public struct Iterator: IteratorProtocol {
            fileprivate let table: TipTable
            fileprivate var index = 0

            // Not inlined, like the accessors: each loop would have its own copy of the code, which pages
            // load.
            /// The next pair.
            @inline(never)
            public mutating func next() -> (key: Key, value: Value)? {
                guard index < table.pairs.count else { return nil }
                defer { index += 1 }
                return (table.pairs[index].key, table.pairs[index].value)
            }
        }

        /// Makes an iterator that begins with one of the pairs.
        public func makeIterator() -> Iterator { Iterator(table: self) }
    }

    extension TipTable: Equatable where Value: Equatable {
        /// Whether both have the same pairs, in any order.
        public static func == (left: TipTable, right: TipTable) -> Bool {
            guard left.count == right.count else { return false }
            for (key, value) in left where right[key] != value { return false }
            return true
        }
    }

    extension TipTable: Hashable where Value: Hashable {
        /// Hashes the number of pairs, which does not depend on their order.
        public func hash(into hasher: inout Hasher) { hasher.combine(count) }
    }

    /// A small set: in a process a set, in a page a list.
    public struct TipSet<Element: Hashable & Sendable>: Hashable, Sendable, ExpressibleByArrayLiteral {
        private var elements: [Element]

        /// Makes a set of its elements.
        public init(arrayLiteral elements: Element...) { self.elements = elements }

        /// Whether an element is in the set.
        public func contains(_ element: Element) -> Bool {
            for known in elements where known == element { return true }
            return false
        }
    }
#else
    /// Values by key: in a page a list, in a process a dictionary.
    public typealias TipTable<Key: Hashable & Sendable, Value: Sendable> = [Key: Value]
    /// A small set: in a page a list, in a process a set.
    public typealias TipSet<Element: Hashable & Sendable> = Set<Element>
#endif
