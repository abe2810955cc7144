import Essentials
import JSON
import Ordering
import Workplace

extension JSONWriter {
    /// Writes a person's favourites, by café and item.
    mutating func favourites(_ favourites: Favourites, on campus: Campus, in language: WireLanguage) {
        object { json in
            json.member("favourites") { json in
                json.array { json in
                    for favourite in favourites.marked.sorted() {
                        json.favourite(favourite, at: campus.cafe(favourite.cafe), in: language)
                    }
                }
            }
        }
    }

    private mutating func favourite(_ favourite: Favourite, at cafe: Cafe?, in language: WireLanguage) {
        let item = cafe?.menu.item(favourite.item)
        object { json in
            // An item or café that has left the campus keeps its identifier, so that its mark can be seen and
            // removed.
            json.member("cafe") { json in
                json.object { json in
                    json.member("id", favourite.cafe.rawValue)
                    json.member("name", cafe.map { language.text($0.name) } ?? favourite.cafe.rawValue)
                }
            }
            json.member("item") { json in
                json.object { json in
                    json.member("id", favourite.item.rawValue)
                    json.member("name", item.map { language.text($0.name) } ?? favourite.item.rawValue)
                }
            }
            json.member("isOffered", item != nil)
        }
    }
}
