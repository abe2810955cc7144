import CommandLineArguments
import Cryptography
import Foundation
import TipCatalogues
import TipCore
import TipRuntime
import TipRules
import WorkplaceClient

/// The tips of one person in this terminal.
///
/// The state is in a store of this account, and is exchanged with the person's other devices by the server.
/// Failures of tips must not disturb a command: by then it has already done its work.
struct TerminalTips {
    private static let surface: RuleText = "terminal"
    private static let exchangeName = "server"

    let store: TipStore
    let offer: TerminalTipOffer
    private let transport: TipLedgerTransport

    /// Opens, or creates, the local store of a person's tips.
    private init(_ offer: TerminalTipOffer, of person: String, server: String, client: APIClient) throws {
        self.offer = offer
        let folder = try TipFolder.made()
        store = try TipFolder.open(folder.appending(path: TipFolder.file(of: person, server: server)).path)
        transport = TipLedgerTransport(client: client)
        store.displayFrequency = offer.frequency
        for parameter in offer.parameters { store.declare(parameter.definition, named: parameter.name) }
        for event in offer.events { store.declare(event.definition, named: event.name) }
        store.declare(offer.tips.map(\.definition))
    }

    /// Opens a person's tips for a body, and closes their store in any case: without closing, the log stays
    /// beside the file.
    static func using<Result>(
        _ offer: TerminalTipOffer, of person: String, server: String, client: APIClient,
        _ body: (TerminalTips) async throws -> Result
    ) async throws -> Result {
        let tips = try TerminalTips(offer, of: person, server: server, client: client)
        let result: Result
        do { result = try await body(tips) } catch {
            // The first failure says more than a later failure to write the rest.
            do { try await tips.store.close() } catch {}
            throw error
        }
        try await tips.store.close()
        return result
    }

    /// Sends the changes of this store, and joins the changes of other devices.
    func exchange() async throws { try await store.exchange(with: transport, named: Self.exchangeName) }

    /// Begins and ends the appearance of the tip that may be shown now; `nil` when there is none.
    func show() async -> TerminalTipOffer.Tip? {
        let grouped = Set(offer.groups.flatMap(\.tips))
        let alone = offer.tips.map(\.definition.id).filter { !grouped.contains($0) }
        let places = offer.groups + alone.map { TerminalTipOffer.Group(isOrdered: false, tips: [$0]) }
        for place in places {
            let current = TipCatalogue.currentTip(of: place.tips, isOrdered: place.isOrdered) {
                store.status(of: $0)
            }
            guard let tip = offer.tips.first(where: { $0.definition.id == current }) else { continue }
            guard await store.beginAppearance(of: tip.definition.id, on: Self.surface) == .began else {
                continue
            }
            store.endAppearance(of: tip.definition.id, on: Self.surface)
            return tip
        }
        return nil
    }
}

// MARK: - Under a command

extension TerminalTips {
    /// How long a tip may delay the prompt.
    private static let patience: Duration = .seconds(2)

    /// Shows at most one tip below a command's output, and records what the person did; only on a terminal.
    static func follow(
        _ events: [RuleText], by person: String, _ client: APIClient, _ arguments: ParsedArguments
    ) async {
        guard areWanted(arguments), let server = arguments[SharedOptions.server] else { return }
        var client = client
        client.timeout = .seconds(2)
        let hurried = client
        await withTaskGroup { group in
            // Without a server, a disk or enough time there is no tip and no message.
            group.addTask {
                do { try await show(after: events, by: person, server: server, client: hurried) } catch {}
            }
            group.addTask {
                do { try await Task.sleep(for: patience) } catch {}
            }
            await group.next()
            group.cancelAll()
        }
    }

    private static func show(
        after events: [RuleText], by person: String, server: String, client: APIClient
    ) async throws {
        let offer = try await TerminalTipOffer.ofTerminal(by: client)
        try await using(offer, of: person, server: server, client: client) { tips in
            // Stored here; if it cannot be sent now, it is sent with the next command.
            for event in events + ["terminal.used"] { await tips.store.donate(to: event) }
            try await tips.exchange()
            try Task.checkCancellation()
            guard let tip = await tips.show() else { return }
            let options = closingOptions(person: person, server: server)
            let words = TipWords.words(for: TerminalLanguage.tag)
            Terminal.out(TerminalTipText(tip, words: words, options: options, width: Screen.width).text)
            try await tips.exchange()
        }
    }

    /// The options that the command needs, because they are neither defaults nor in the environment.
    private static func closingOptions(person: String, server: String) -> String {
        let environment = ProcessInfo.processInfo.environment
        let usual = SharedOptions.server.environmentVariable.flatMap { environment[$0] }
        var options = ""
        if environment["VICINITY_PERSON"] != person { options += " --as \(person)" }
        if (usual ?? SharedOptions.server.defaultValue) != server { options += " --server \(server)" }
        return options
    }

    /// Whether a person reads the output of the command.
    static func areWanted(_ arguments: ParsedArguments) -> Bool {
        !arguments.has(SharedOptions.json) && Screen.isTerminal
    }

    /// Records an event for all people with tips on this machine, for example for a command without a server.
    static func note(_ event: RuleText) async {
        for path in TipFolder.files() {
            // If this fails, the only effect is an additional tip.
            do {
                let store = try TipFolder.open(path)
                if store.ledger.events[event] == nil { await store.donate(to: event) }
                try await store.close()
            } catch { continue }
        }
    }
}

/// The folder of tips on this machine.
enum TipFolder {
    private static var folder: URL {
        let environment = ProcessInfo.processInfo.environment
        func folder(_ variable: String) -> URL? {
            environment[variable].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        }
        let home = folder("HOME") ?? .homeDirectory
        let state = folder("XDG_STATE_HOME") ?? home.appending(path: ".local/state")
        return state.appending(path: "vicinity/tips")
    }

    /// The folder; created if it is missing, readable only by this account.
    static func made() throws -> URL {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            // The system knows the cause: a file in its place, a full disk, or a read-only disk.
            let cause = ((error as? CocoaError)?.underlying as? POSIXError)?.code.rawValue
            let reason = cause.map { ": " + String(cString: strerror($0)) } ?? ""
            throw CommandFailure("The folder \(folder.path) cannot be made for your tips\(reason).")
        }
        return folder
    }

    /// Opens a file.
    ///
    /// A damaged file is renamed with a message, and replaced by an empty one: the server has its contents.
    static func open(_ path: String) throws -> TipStore {
        let store: TipStore
        do { store = try TipStore(path: path, ifDamaged: .isSetAside) } catch {
            throw CommandFailure("\(error) It is in \(path).")
        }
        for case .fileSetAside(let copy, _) in store.faults {
            Terminal.error(
                "The file of your tips, \(path), was damaged. It was renamed to \(copy), which you may remove; your tips "
                    + "come back from the server.")
        }
        return store
    }

    /// The name of a person's file, which reveals neither the person nor the server.
    static func file(of person: String, server: String) -> String {
        Hexadecimal.encode(Array(SHA256.digest(of: "\(server)\u{0}\(person)".utf8).prefix(12))) + ".tips"
    }

    static func files() -> [String] {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch { return [] }
        return names.filter { $0.hasSuffix(".tips") }.sorted().map { folder.appending(path: $0).path }
    }
}
