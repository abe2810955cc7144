import Ordering
import Workplace
import WorkplaceFixtures

/// A numbered change of the fixture's board.
func boardChange(_ number: Int) -> FeedChange {
    FeedChange(topic: .board(Fixture.mainCafe.id), kind: "board", body: #"{"number":"\#(number)"}"#)
}
