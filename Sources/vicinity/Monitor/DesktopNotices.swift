import DBus
import Dispatch
import Foundation

/// Shows notices on the person's desktop by `org.freedesktop.Notifications`; at most one is visible, and a later one takes its place.
///
/// A press opens an address in the person's own browser. Each call is a short one: when there is no notification service any more, the
/// next notice connects again.
actor DesktopNotices {
    /// A notice.
    struct Notice: Equatable, Sendable {
        /// The question.
        let title: String
        /// When and where.
        let text: String
        /// What a press opens; `nil` for nothing.
        let address: String?
    }

    private static let service = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    /// How long the notification service may take to answer.
    private static let patience: Duration = .seconds(5)

    private var bus: BusConnection?
    private var reading: (any DispatchSourceRead)?
    private var shown: (number: UInt32, address: String?)?

    /// The number of the notice that is visible; `nil` without one.
    var number: UInt32? { shown?.number }

    /// Connects, so that a mistake shows at the start.
    ///
    /// - Parameter number: The notice that an earlier run left visible.
    /// - Throws: ``CommandFailure`` without a bus or a notification service.
    func begin(with number: UInt32?) throws {
        shown = number.map { ($0, nil) }
        do {
            let answer = try ask("GetServerInformation")
            guard !answer.isEmpty else { throw BusRefusal(name: "", message: "it says nothing of itself") }
        } catch let failure as BusFailure {
            throw CommandFailure(
                "--notify shows notices on a desktop, and there is no session bus: \(failure). Start the monitor in a "
                    + "graphical session, or set DBUS_SESSION_BUS_ADDRESS.")
        } catch let refusal as BusRefusal {
            throw CommandFailure(
                "--notify needs a notification service on the session bus: \(refusal.message).")
        }
    }

    /// Shows a notice, in place of the one that is visible.
    ///
    /// - Throws: `BusFailure` or `BusRefusal`; nothing is shown.
    func show(_ notice: Notice) throws {
        let actions = notice.address == nil ? [] : ["default", "Open"]
        let answer = try ask(
            "Notify",
            [
                .string("Vicinity"), .uint32(shown?.number ?? 0), .string("appointment-soon"),
                .string(notice.title),
                .string(notice.text.escapedForNotices), .array(actions.map(BusValue.string), of: "s"),
                .properties([("urgency", .byte(1)), ("category", .string("presence"))]), .int32(-1),
            ])
        guard case .uint32(let number)? = answer.first else { return }
        shown = (number, notice.address)
    }

    /// Takes the visible notice away, if there is one.
    func close() {
        guard let shown else { return }
        self.shown = nil
        // It may be gone already, or the service with it.
        _ = try? ask("CloseNotification", [.uint32(shown.number)])
    }

    private func ask(_ member: String, _ arguments: [BusValue] = []) throws -> [BusValue] {
        let bus = try connected()
        // What came while the answer was waited for.
        defer { process() }
        do throws(BusRefusal) {
            return try bus.answer(
                bus.call(Self.service, Self.path, Self.service, member, arguments), within: Self.patience)
        } catch {
            // The next call connects again.
            disconnect()
            throw error
        }
    }

    private func connected() throws -> BusConnection {
        if let bus { return bus }
        let bus = try BusConnection(.session)
        _ = try? bus.answer(
            bus.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch",
                [.string("type='signal',interface='\(Self.service)',path='\(Self.path)'")]),
            within: Self.patience)
        bus.onMessage = { [unowned self] message in
            let (kind, member, arguments) = (message.kind, message.member, message.arguments)
            self.assumeIsolated { $0.take(kind: kind, member: member, arguments) }
            return false
        }
        let reading = DispatchSource.makeReadSource(fileDescriptor: bus.wait.descriptor)
        reading.setEventHandler { [weak self] in
            // Waits until the actor has read, as the source would fire again and again otherwise.
            let done = DispatchSemaphore(value: 0)
            Task {
                await self?.process()
                done.signal()
            }
            done.wait()
        }
        reading.activate()
        self.bus = bus
        self.reading = reading
        return bus
    }

    private func process() {
        do { try bus?.process() } catch { disconnect() }
    }

    private func disconnect() {
        reading?.cancel()
        reading = nil
        bus = nil
    }

    private func take(kind: BusMessage.Kind, member: String, _ arguments: [BusValue]) {
        guard kind == .signal, let shown, arguments.first == .uint32(shown.number) else { return }
        switch member {
        case "ActionInvoked": if let address = shown.address { Self.open(address) }
        case "NotificationClosed": self.shown = nil
        default: return
        }
    }

    /// Opens an address as the person's desktop does.
    private static func open(_ address: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["xdg-open", address]
        do { try process.run() } catch {
            Terminal.error("The address \(address) could not be opened: \(error.localizedDescription)")
        }
    }
}

extension String {
    /// Notification services read marks in the text.
    fileprivate var escapedForNotices: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
