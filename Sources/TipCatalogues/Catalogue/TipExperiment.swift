public import TipRules

extension TipCatalogue {
    /// Something that is tried out: some people do not get a tip, others get it with other words (TA5).
    ///
    /// Who belongs where is decided by ``arm(for:)`` alone, the same on every device and without being kept.
    public struct Experiment: Hashable, Sendable {
        /// What it is called; tips that share the name share the arms.
        public var name: String
        /// How many of all people get no tip, in ten-thousandths.
        public var holdout: Int
        /// What others get, the first one first; whom no arm takes gets the tip as it is.
        public var variants: [Variant]
        /// The event that shows that the tip has helped.
        public var goal: RuleText?
        /// From when on it is counted; `nil` for always.
        public var from: RuleTime?

        /// Makes an experiment without variants.
        public init(name: String, holdout: Int) {
            self.name = name
            self.holdout = holdout
            variants = []
        }
    }

    /// One way to say what a tip says.
    public struct Variant: Hashable, Sendable {
        /// What it is called.
        public var name: String
        /// How many of all people get it, in ten-thousandths.
        public var share: Int
        /// What takes the place of the tip's own words and picture.
        public var face: Face

        /// Makes a variant that says what the tip says.
        public init(name: String, share: Int) {
            self.name = name
            self.share = share
            face = Face()
        }
    }
}

extension TipCatalogue.Experiment {
    /// Where a person belongs.
    public enum Arm: Hashable, Sendable {
        /// Gets no tip.
        case holdout
        /// Gets a variant, by its name.
        case variant(String)
        /// Gets the tip as it is.
        case plain
    }

    /// Everybody, in the unit of ``holdout`` and of shares.
    public static let everybody = 10_000

    /// Where a person belongs, or a device without one.
    ///
    /// The number of a person in the experiment is `FNV-1a` of 64 bits over the bytes of the experiment's name, a zero and
    /// the bytes of the subject, mixed by the last steps of MurmurHash3, modulo 10,000. The holdout has the lowest numbers, then
    /// the variants in their order. So an arm that grows keeps those that it has, as long as the ones before it stay.
    ///
    /// - Parameter subject: What tells people apart, such as the person's identifier.
    /// - Returns: The arm.
    public func arm(for subject: String) -> Arm {
        var place = Self.number(of: subject, in: name)
        if place < holdout { return .holdout }
        place -= holdout
        for variant in variants {
            if place < variant.share { return .variant(variant.name) }
            place -= variant.share
        }
        return .plain
    }

    static func number(of subject: String, in experiment: String) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for byte in experiment.utf8 { take(byte) }
        take(0)
        for byte in subject.utf8 { take(byte) }
        // Without the mixing, subjects that differ in their last letter alone lie close together.
        hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
        hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        hash ^= hash >> 33
        return Int(hash % UInt64(everybody))
    }
}
