import Essentials
import Kitchen
import Ordering
import Testing

struct KitchenQueueTests {
    @Test
    func `tickets stand by their release, then by number`() {
        let later = noon.advanced(by: .seconds(1))
        let tickets = [ticket(1, releasedAt: later), ticket(10), ticket(2), ticket(3, releasedAt: later)]
        #expect(KitchenQueue(tickets).tickets.map(\.number.sequence) == [2, 10, 1, 3])
    }

    @Test
    func `C69, C76: a recalled ticket stands where it stood, with its true age`() throws {
        var recalled = ticket(1)
        _ = try recalled.apply(.bump, expectedVersion: 0, in: circumstances(1_000))
        _ = try recalled.apply(.recall, expectedVersion: 1, in: circumstances(120_000))
        let queue = KitchenQueue([ticket(2, releasedAt: noon.advanced(by: .seconds(30))), recalled])
        #expect(queue.tickets.map(\.number.sequence) == [1, 2])
        #expect(queue.tickets.first?.progress.wasRecalled == true)
        #expect(recalled.age(at: noon.advanced(by: .seconds(120))) == .seconds(120))
    }

    @Test(arguments: [
        (0, AgeLevel.fresh), (299, .fresh), (300, .ageing), (479, .ageing), (480, .late), (9_999, .late),
    ])
    func `C76: the level follows the age`(seconds: Int, level: AgeLevel) {
        #expect(AgeThresholds().level(of: .seconds(seconds)) == level)
    }
}
