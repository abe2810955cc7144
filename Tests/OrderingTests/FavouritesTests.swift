import Ordering
import Testing

struct FavouritesTests {
    private func favourite(_ item: String, at cafe: String = "main-cafe") -> Favourite {
        Favourite(cafe: id(cafe), item: id(item))
    }

    @Test func `an item is marked once, and only at its café`() throws {
        var favourites = Favourites()
        let soup = favourite("soup")
        let changes = try [soup, soup, favourite("soup", at: "tokyo-cafe")].map {
            try favourites.mark($0, isOffered: true)
        }
        #expect(changes == [true, false, true])
        #expect(favourites.marked == [favourite("soup"), favourite("soup", at: "tokyo-cafe")])
    }

    @Test func `unmarking an item twice is harmless`() {
        var favourites = Favourites([favourite("soup"), favourite("cake")])
        let soup = favourite("soup")
        let changes = [soup, soup, favourite("cake", at: "tokyo-cafe")].map { favourites.unmark($0) }
        #expect(changes == [true, false, false])
        #expect(favourites.marked == [favourite("cake")])
    }

    @Test func `an item that is not on the menu is not marked`() {
        var favourites = Favourites()
        #expect(throws: FavouriteRefusal.notOffered(favourite("soup"))) {
            try favourites.mark(favourite("soup"), isOffered: false)
        }
        #expect(favourites == Favourites())
    }

    @Test func `an item that has left the menu stays marked, and marking it again changes nothing`() throws {
        var favourites = Favourites([favourite("soup")])
        let hasChanged = try favourites.mark(favourite("soup"), isOffered: false)
        #expect(!hasChanged)
        #expect(favourites.marked == [favourite("soup")])
    }

    @Test func `a favourite above the maximum is refused until one is removed`() throws {
        let full = Favourites(Set((0..<Favourites.most).map { favourite("item-\($0)") }))
        var favourites = full
        #expect(throws: FavouriteRefusal.tooMany) {
            try favourites.mark(favourite("soup"), isOffered: true)
        }
        #expect(favourites == full)
        let isMarkedAnew = try favourites.mark(favourite("item-0"), isOffered: true)
        #expect(!isMarkedAnew)
        favourites.unmark(favourite("item-0"))
        let isMarked = try favourites.mark(favourite("soup"), isOffered: true)
        #expect(isMarked)
    }

    @Test func `favourites are sorted by café and then by item`() {
        let sorted = [favourite("z", at: "a"), favourite("a", at: "b"), favourite("b", at: "b")]
        #expect(sorted.reversed().sorted() == sorted)
    }
}
