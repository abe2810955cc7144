public import JSON
public import TipCore
import TipRules

extension TipCatalogue {
    /// Writes the catalogue as JSON; reading it gives the same catalogue.
    ///
    /// A rule that only this process can evaluate is written as a rule that never holds (TD24); rules from a
    /// file are never of this kind.
    ///
    /// - Complexity: O(*n*) in the size of the catalogue.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("format", Self.format)
            json.member("name", name)
            json.member("languages") { $0.names(languages) }
            json.member("fallback", fallback)
            json.member("displayFrequency", displayFrequency.name)
            json.member("parameters") { json in
                json.object { json in
                    for parameter in parameters {
                        json.member(named: parameter.name.string) { parameter.write(to: &$0) }
                    }
                }
            }
            json.member("events") { json in
                json.object { json in
                    for event in events { json.member(named: event.name.string) { event.write(to: &$0) } }
                }
            }
            json.member("groups") { json in
                json.object { json in
                    for group in groups { json.member(named: group.name) { group.write(to: &$0) } }
                }
            }
            json.member("tips") { json in json.array { json in for tip in tips { tip.write(to: &json) } } }
        }
    }
}

extension TipCatalogue.Parameter {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.about(about)
            json.member("initial") { definition.initial.write(to: &$0) }
            if definition.isTransient { json.member("transient", true) }
            if isFromWorkplace { json.member("source", "workplace") }
            json.formerly(definition.formerNames)
        }
    }
}

extension TipCatalogue.Event {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.about(about)
            json.member("maximumCount", definition.maximumCount)
            if let age = definition.maximumAge { json.member("maximumAge") { age.write(to: &$0) } }
            if staysOnDevice { json.member("staysOnDevice", true) }
            json.formerly(definition.formerNames)
        }
    }
}

extension TipCatalogue.Group {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.about(about)
            json.member("priority", isOrdered ? "ordered" : "firstAvailable")
            json.member("tips") { $0.names(tips.map { "\($0)" }) }
        }
    }
}

extension TipCatalogue.Tip {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", "\(id)")
            json.about(about)
            content.writeMembers(to: &json)
            if let style { json.member("style", style) }
            if !actions.isEmpty {
                json.member("actions") { json in
                    json.array { json in for action in actions { action.write(to: &json) } }
                }
            }
            writeConditions(to: &json)
            if !isOn { json.member("isOn", false) }
            if let segment { json.member("segment") { segment.write(to: &$0) } }
        }
    }

    private func writeConditions(to json: inout JSONWriter) {
        if !definition.rules.isEmpty {
            json.member("rules") { json in
                json.array { json in
                    for rule in definition.rules {
                        let portable = rule.isPortable ? rule : .constant(.boolean(false))
                        portable.writeChecked(to: &json)
                    }
                }
            }
        }
        if !definition.endingEvents.isEmpty {
            json.member("endsOn") { $0.names(definition.endingEvents.map { $0.string }) }
        }
        if let most = definition.maximumDisplayCount { json.member("maximumDisplayCount", most) }
        if let longest = definition.maximumDisplayMicroseconds {
            json.member("maximumDisplaySeconds") { $0.seconds(longest) }
        }
        if definition.ignoresDisplayFrequency { json.member("ignoresDisplayFrequency", true) }
        json.formerly(definition.formerIDs.map { $0.name })
    }
}

extension TipCatalogue.Content {
    fileprivate func writeMembers(to json: inout JSONWriter) {
        if let title { json.member("title") { title.write(to: &$0) } }
        if let message { json.member("message") { message.write(to: &$0) } }
        if let image { json.member("image", image) }
        if let imageText { json.member("imageText") { imageText.write(to: &$0) } }
    }
}

extension TipTexts {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            for entry in entries { json.member(named: entry.language) { $0.string(entry.text) } }
        }
    }
}

extension TipCatalogue.Action {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id)
            json.member("title") { title.write(to: &$0) }
            if let opens { json.member("opens", opens) }
        }
    }
}

extension TipCatalogue.Segment {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            if let platforms { json.member("platforms") { $0.names(platforms) } }
            if let roles { json.member("roles") { $0.names(roles) } }
            if let sites { json.member("sites") { $0.names(sites) } }
            if let languages { json.member("languages") { $0.names(languages) } }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func names(_ names: [String]) {
        array { json in for name in names { json.string(name) } }
    }

    fileprivate mutating func about(_ about: String?) {
        if let about { member("about", about) }
    }

    fileprivate mutating func formerly(_ names: [RuleText]) {
        if !names.isEmpty { member("formerly") { $0.names(names.map { $0.string }) } }
    }

    fileprivate mutating func seconds(_ microseconds: Int64) {
        if microseconds % 1_000_000 == 0 {
            integer(microseconds / 1_000_000)
        } else {
            double(Double(microseconds) / 1e6)
        }
    }
}

extension Tips.DisplayFrequency {
    /// The name in a catalogue.
    public var name: String {
        switch self {
        case .immediate: "immediate"
        case .hourly: "hourly"
        case .daily: "daily"
        case .weekly: "weekly"
        case .monthly: "monthly"
        }
    }
}
