import Essentials
import JSON

extension MessageCatalogue {
    /// The catalogue as a page loads it: texts by English sentence, plurals by category.
    ///
    /// - Parameter isWanted: Whether a message is part of it, by its English sentence.
    /// - Returns: An object with the language and the messages.
    func json(where isWanted: (String) -> Bool = { _ in true }) -> [UInt8] {
        var json = JSONWriter(capacity: 32_768)
        json.object { json in
            json.member("language", language.description)
            json.member("messages") { json in
                json.object { json in
                    for message in allMessages where isWanted(message.id) { json.message(message) }
                }
            }
        }
        return json.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func message(_ message: MessageCatalogue.Message) {
        if message.plural == nil, let text = message.texts[.other] {
            return member(named: message.id) { $0.string(text) }
        }
        member(named: message.id) { json in
            json.object { json in
                for category in PluralCategory.allCases {
                    if let text = message.texts[category] {
                        json.member(named: category.rawValue) { $0.string(text) }
                    }
                }
            }
        }
    }
}
