import Synchronization
import TipCore
public import TipRules

// Parameters and events of a store.
extension TipStore {
    func value<Value>(of parameter: Tips.Parameter<Value>) -> Value {
        let value = perform { machine, _ in
            let change = machine.declare(parameter.definition, named: parameter.name)
            return (machine.value(ofParameter: parameter.name), change)
        }
        if value == parameter.definition.initial { return parameter.initial }
        do {
            return try RuleValueDecoder.decode(Value.self, from: value)
        } catch {
            setAside(.parameter(parameter.name), value, .parameterSetAside(parameter.id))
            return parameter.initial
        }
    }

    func set<Value>(_ value: Value, for parameter: Tips.Parameter<Value>) {
        guard let encoded = try? RuleValueEncoder.value(of: value) else {
            return tell(.unsupportedValue(parameter.id))
        }
        perform { machine, now in
            var change = machine.declare(parameter.definition, named: parameter.name)
            change.add(machine.set(encoded, forParameter: parameter.name, at: now))
            return change
        }
    }

    func donate<DonationInfo>(
        _ info: DonationInfo, to event: Tips.Event<DonationInfo>, completion: @escaping @Sendable () -> Void
    ) {
        guard let payload = try? Tips.Event<DonationInfo>.payload(of: info) else {
            tell(.unsupportedValue(event.id))
            return completion()
        }
        perform(completion: completion) { machine, now in
            var change = machine.declare(event.definition, named: event.name)
            change.add(machine.donate(payload, to: event.name, at: now))
            return change
        }
    }

    func donations<DonationInfo>(of event: Tips.Event<DonationInfo>) -> [Tips.Event<DonationInfo>.Donation] {
        let records = perform { machine, now in
            let change = machine.declare(event.definition, named: event.name)
            return (machine.donations(ofEvent: event.name, at: now), change)
        }
        return records.compactMap { record in
            do {
                let info = try Tips.Event<DonationInfo>.info(from: record.payload)
                return Tips.Event<DonationInfo>.Donation(info: info, time: record.time)
            } catch {
                setAside(.event(event.name), record.payload, .donationSetAside(event: event.id))
                return nil
            }
        }
    }

    func deleteDonations<DonationInfo>(of event: Tips.Event<DonationInfo>) async throws {
        perform { machine, _ in
            // Declared first, so that its former names are known.
            var change = machine.declare(event.definition, named: event.name)
            change.add(machine.deleteDonations(of: event.name))
            return change
        }
        try await synchronize()
    }

    /// Donates to an event of a remote catalogue, or of a place (TA10).
    public func donate(_ payload: RuleValue = .null, to event: RuleText) async {
        await withCheckedContinuation { continuation in
            perform(completion: { continuation.resume() }) { $0.donate(payload, to: event, at: $1) }
        }
    }

    private func setAside(_ owner: TipDatastore.Owner, _ value: RuleValue, _ fault: TipFault) {
        guard RuleSnapshot.machine(of: self) == nil else { return }
        let datastore = state.withLock { state -> TipDatastore? in
            guard !state.toldFaults.contains(fault) else { return nil }
            state.note(fault)
            return state.datastore
        }
        datastore?.setAside(owner, value.bytes, reason: "\(fault)", at: now)
    }
}
