import Synchronization
public import FoundationEssentials
import TipCore
import TipRules

extension Tips {
    /// Sets up the tips of the process: opens the store, and allows tips from now on (T1, T2).
    ///
    /// - Parameter options: The display frequency, the place of the store, and the synchronisation.
    /// - Throws: ``TipKitError/tipsDatastoreAlreadyConfigured`` the second time (TD10), and the error that
    ///   prevents opening the store.
    /// - Complexity: O(*n*) in the size of the stored state, on the calling thread.
    public static func configure(_ options: [ConfigurationOption] = []) throws {
        try TipStore.process.configure(
            options,
            launch: LaunchSettings(
                arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment))
    }

    /// Erases the stored state on all devices; call it before ``configure(_:)`` (T13, T15, T16).
    ///
    /// - Throws: ``TipKitError/tipsDatastoreAlreadyConfigured`` afterwards (T14).
    public static func resetDatastore() throws { try TipStore.process.resetWhenConfigured() }

    /// Shows all tips, whatever their rules say (T90).
    public static func showAllTipsForTesting() { TipStore.current.overrides.showsAll = true }

    /// Hides all tips (T92).
    public static func hideAllTipsForTesting() { TipStore.current.overrides.hidesAll = true }

    /// Shows the tips of some types, whatever their rules say (T89).
    public static func showTipsForTesting(_ tips: [any Tip.Type]) {
        TipStore.current.overrides.shown.formUnion(tips.map { RuleText("\($0)") })
    }

    /// Hides the tips of some types (T89).
    public static func hideTipsForTesting(_ tips: [any Tip.Type]) {
        TipStore.current.overrides.hidden.formUnion(tips.map { RuleText("\($0)") })
    }

    /// Registers a way to synchronise, which ``ConfigurationOption/cloudKitContainer(_:)`` selects by its name (TD20).
    public static func register(_ transport: any TipSyncTransport, named name: String) {
        TipStore.process.state.withLock { $0.transports[name] = transport }
    }
}

extension Tips {
    /// A choice for ``Tips/configure(_:)``.
    public struct ConfigurationOption: Sendable {
        enum Kind: Sendable {
            case displayFrequency(DisplayFrequency)
            case datastoreLocation(DatastoreLocation)
            case cloudKitContainer(CloudKitContainer?)
        }

        let kind: Kind

        /// How often tips that have never been shown may be shown (T69).
        public static func displayFrequency(_ frequency: DisplayFrequency) -> ConfigurationOption {
            ConfigurationOption(kind: .displayFrequency(frequency))
        }

        /// The place of the store (T7).
        public static func datastoreLocation(_ location: DatastoreLocation) -> ConfigurationOption {
            ConfigurationOption(kind: .datastoreLocation(location))
        }

        /// How tips are synchronised; `nil` for not at all (T94, TD20).
        public static func cloudKitContainer(_ container: CloudKitContainer?) -> ConfigurationOption {
            ConfigurationOption(kind: .cloudKitContainer(container))
        }

        /// The place of the store.
        public struct DatastoreLocation: Hashable, Sendable {
            enum Kind: Hashable, Sendable {
                case applicationDefault
                case folder(String)
                case memory
            }

            let kind: Kind

            /// The program's state folder (T5).
            public static let applicationDefault = DatastoreLocation(kind: .applicationDefault)
            /// Memory: the state ends with the process.
            public static let memory = DatastoreLocation(kind: .memory)

            /// The folder of a group of programs.
            ///
            /// - Throws: ``TipKitError/missingGroupContainerEntitlements`` when there is no such folder.
            public static func groupContainer(identifier: String) throws -> DatastoreLocation {
                DatastoreLocation(kind: .folder(try TipStoreFile.folderOfGroup(identifier)))
            }

            /// A folder.
            public static func url(_ url: URL) -> DatastoreLocation {
                DatastoreLocation(kind: .folder(url.path))
            }
        }

        /// The registered way to synchronise (TD20).
        public enum CloudKitContainer: Hashable, Sendable {
            /// The first one whose name ends in `.tips`, else the first (T95).
            case automatic
            /// The container with a name.
            case named(String)
        }
    }
}

extension TipStore {
    /// Empties the store when it is set up, and drops earlier changes.
    func resetWhenConfigured() throws(TipKitError) {
        let after = state.withLock { state -> State.After? in
            guard !state.wasConfigured else { return nil }
            state.resetsWhenConfigured = true
            state.machine.forget()
            return state.take(TipChange(epoch: state.machine.ledger.epoch), nil)
        }
        guard let after else { throw .tipsDatastoreAlreadyConfigured }
        after.perform()
    }

    /// Sets up the store; a failure changes nothing.
    func configure(_ options: [Tips.ConfigurationOption], launch: LaunchSettings) throws(TipKitError) {
        let choice = Choice(options)
        let transport = try transport(for: choice.container)
        let wasConfigured = state.withLock { state in
            defer { state.wasConfigured = true }
            return state.wasConfigured
        }
        guard !wasConfigured else { throw .tipsDatastoreAlreadyConfigured }
        do throws(TipKitError) {
            let resets = state.withLock { $0.resetsWhenConfigured } || launch.resetsDatastore
            if let path = try choice.path() {
                try open(path, resets: resets)
            } else if resets {
                // Changes since the request count, as with a file.
                perform { machine, _ in machine.reset(above: machine.ledger.epoch) }
            }
        } catch {
            state.withLock { $0.wasConfigured = false }
            throw error
        }
        begin(choice, launch)
        if let transport {
            // The process's own store and its synchronisation live as long as the process.
            Task.detached { await self.keepExchanging(with: transport.way, named: transport.name) }
        }
    }

    private func begin(_ choice: Choice, _ launch: LaunchSettings) {
        perform { machine, _ in
            machine.frequency = choice.frequency
            machine.overrides.shown.formUnion(launch.shown.map { RuleText($0) })
            machine.overrides.hidden.formUnion(launch.hidden.map { RuleText($0) })
            machine.overrides.showsAll = machine.overrides.showsAll || launch.showsAll
            machine.overrides.hidesAll = machine.overrides.hidesAll || launch.hidesAll
            machine.isConfigured = true
            return TipChange(epoch: machine.ledger.epoch)
        }
    }

    private func transport(
        for container: Tips.ConfigurationOption.CloudKitContainer?
    ) throws(TipKitError) -> (name: String, way: any TipSyncTransport)? {
        guard let container else { return nil }
        let transports = state.withLock { $0.transports }
        let names = transports.keys.sorted()
        let name: String? =
            switch container {
            case .named(let name): name
            case .automatic: names.first { $0.hasSuffix(".tips") } ?? names.first
            }
        guard let name, let way = transports[name] else { throw .unknownSyncTransport(name) }
        return (name, way)
    }

    /// The choices; the last of each kind counts.
    private struct Choice {
        var frequency = Tips.DisplayFrequency.immediate
        var location = Tips.ConfigurationOption.DatastoreLocation.applicationDefault
        var container: Tips.ConfigurationOption.CloudKitContainer?

        init(_ options: [Tips.ConfigurationOption]) {
            for option in options {
                switch option.kind {
                case .displayFrequency(let frequency): self.frequency = frequency
                case .datastoreLocation(let location): self.location = location
                case .cloudKitContainer(let container): self.container = container
                }
            }
        }

        /// The file; `nil` for none.
        func path() throws(TipKitError) -> String? {
            switch location.kind {
            case .applicationDefault: try TipStoreFile.folderOfProgram() + "/tips.store"
            case .folder(let folder): folder + "/tips.store"
            case .memory: nil
            }
        }
    }
}
