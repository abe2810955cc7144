import Essentials
import JSON
import TipCatalogues
import TipCore
import TipRules
import Workplace

extension JSONWriter {
    /// Writes all stored data about a person's tips, for people and programs.
    mutating func export(_ export: TipExport) {
        let ledger = export.ledger
        object { json in
            json.member("person", export.person.rawValue)
            json.member("exportedAt", export.time)
            json.member("resets", ledger.epoch)
            json.member("devices") { json in
                json.array { json in for device in export.devices { json.device(device) } }
            }
            json.member("tips") { json in
                json.array { json in
                    for tip in ledger.tips.keys.sorted() { json.kept(tip, ledger.tips[tip] ?? TipRecord()) }
                }
            }
            json.member("parameters") { json in
                json.array { json in
                    for name in ledger.parameters.keys.sorted() {
                        if let record = ledger.parameters[name] { json.kept(name, record) }
                    }
                }
            }
            json.member("events") { json in
                json.array { json in
                    for name in ledger.events.keys.sorted() {
                        json.kept(name, ledger.events[name] ?? EventRecord())
                    }
                }
            }
            json.member("facts") { json in
                json.array { json in
                    for fact in export.facts {
                        json.object { json in
                            json.member("name", fact.name.string)
                            json.member("value") { fact.value.write(to: &$0) }
                        }
                    }
                }
            }
            json.member("askedBy") { json in
                json.array { json in
                    for access in export.accessRecords {
                        json.object { json in
                            json.member("administrator", access.administrator.rawValue)
                            json.member("tip", access.tip.description)
                            json.member("at", access.time)
                        }
                    }
                }
            }
        }
    }

    private mutating func device(_ device: TipDevice) {
        object { json in
            json.member("device", device.id.wireText)
            json.member("platform", device.platform.rawValue)
            json.member("language", device.language.description)
            json.member("lastSeen", device.lastSeen.description)
        }
    }

    private mutating func kept(_ tip: TipID, _ record: TipRecord) {
        object { json in
            json.member("id", tip.description)
            json.member("resets", record.epoch)
            if let first = record.firstAppearance { json.member("firstShownAt", first.time) }
            json.member("displays") { json in
                json.array { json in
                    for displays in record.displays {
                        json.object { json in
                            json.member("device", displays.replica.wireText)
                            json.member("count", displays.count)
                            json.member("seconds", Double(displays.microseconds) / 1e6)
                        }
                    }
                }
            }
            if let end = record.invalidation {
                json.member("ended", end.reason.wireName)
                json.member("endedAt", end.time)
                json.member("endedOn", end.replica.wireText)
            }
        }
    }

    private mutating func kept(_ parameter: RuleText, _ record: ParameterRecord) {
        object { json in
            json.member("name", parameter.string)
            json.member("value") { record.value.write(to: &$0) }
            json.member("setAt", record.time.time)
            json.member("device", record.time.replica.wireText)
        }
    }

    private mutating func kept(_ event: RuleText, _ record: EventRecord) {
        object { json in
            json.member("name", event.string)
            json.member("resets", record.epoch)
            json.member("donations") { json in
                json.array { json in
                    for place in 0..<record.count {
                        let donation = record[place]
                        json.object { json in
                            json.member("at", donation.time)
                            json.member("device", donation.replica.wireText)
                            json.member("payload") { donation.payload.write(to: &$0) }
                        }
                    }
                }
            }
        }
    }
}

extension TipReplica {
    /// The number as it is sent: 16 hexadecimal digits.
    var wireText: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
