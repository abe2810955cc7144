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
/// What is kept is in a store of this account; what the person's other devices know comes from the server and goes there. A
/// tip is never worth a mistake: whatever goes wrong, the command that was asked for has done its work already.
struct TerminalTips {
    private static let surface: RuleText = "terminal"
    private static let exchangeName = "server"

    let store: TipStore
    let offer: TerminalTipOffer
    private let transport: TipLedgerTransport

    /// Opens what is kept here of a person's tips, or begins it.
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

    /// Opens a person's tips for a body, and closes their store whatever becomes of it: a file that is not closed keeps its log
    /// beside it.
    static func using<Result>(
        _ offer: TerminalTipOffer, of person: String, server: String, client: APIClient,
        _ body: (TerminalTips) async throws -> Result
    ) async throws -> Result {
        let tips = try TerminalTips(offer, of: person, server: server, client: client)
        let result: Result
        do { result = try await body(tips) } catch {
            // What failed first says more than that the rest could not be written either.
            do { try await tips.store.close() } catch {}
            throw error
        }
        try await tips.store.close()
        return result
    }

    /// Sends what has happened here, and takes what has happened elsewhere.
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
    /// How long a tip may keep the prompt away.
    private static let patience: Duration = .seconds(2)

    /// Shows at most one tip under what a command has printed, and notes what the person did: on a terminal only.
    static func follow(
        _ events: [RuleText], by person: String, _ client: APIClient, _ arguments: ParsedArguments
    ) async {
        guard areWanted(arguments), let server = arguments[SharedOptions.server] else { return }
        var client = client
        client.timeout = .seconds(2)
        let hurried = client
        await withTaskGroup { group in
            // Without a server, a disk or enough time there is no tip, and nothing to say of that.
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
            // Kept here, and sent with the next command when it cannot be sent now.
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

    /// The options that have to be given again, since they come neither from the environment nor by themselves.
    private static func closingOptions(person: String, server: String) -> String {
        let environment = ProcessInfo.processInfo.environment
        let usual = SharedOptions.server.environmentVariable.flatMap { environment[$0] }
        var options = ""
        if environment["VICINITY_PERSON"] != person { options += " --as \(person)" }
        if (usual ?? SharedOptions.server.defaultValue) != server { options += " --server \(server)" }
        return options
    }

    /// Whether a person reads what the command prints.
    static func areWanted(_ arguments: ParsedArguments) -> Bool {
        !arguments.has(SharedOptions.json) && Screen.isTerminal
    }

    /// Notes something for everybody whose tips are kept here, such as a command that talks to no server.
    static func note(_ event: RuleText) async {
        for path in TipFolder.files() {
            // A tip more is shown when this fails.
            do {
                let store = try TipFolder.open(path)
                if store.ledger.events[event] == nil { await store.donate(to: event) }
                try await store.close()
            } catch { continue }
        }
    }
}

/// Where tips are kept on this machine.
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

    /// The folder, made if it is missing, for this account alone.
    static func made() throws -> URL {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            // A file in its place, a disk that is full or may only be read: the system knows.
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

    /// The name of a person's file, which says neither who it is nor on which server.
    static func file(of person: String, server: String) -> String {
        Hexadecimal.encode(Array(SHA256.digest(of: "\(server)\u{0}\(person)".utf8).prefix(12))) + ".tips"
    }

    static func files() -> [String] {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch { return [] }
        return names.filter { $0.hasSuffix(".tips") }.sorted().map { folder.appending(path: $0).path }
    }
}
