import Testing

@testable import Workplace

struct GroupGrantsTests {
    private func grants(_ texts: String...) -> Set<RoleGrant> { Set(texts.compactMap(RoleGrant.init)) }

    @Test func `grants of groups are replaced, and those by hand stay`() {
        let before = GroupGrants(all: grants("employee", "cook", "finance"), fromGroups: grants("cook"))
        let after = before.replacing(by: grants("auditor"))
        #expect(
            after
                == GroupGrants(all: grants("employee", "finance", "auditor"), fromGroups: grants("auditor")))
        #expect(after.replacing(by: []).all == grants("employee", "finance"))
    }

    @Test func `a grant by hand that a group gives too stays when the group goes`() {
        let before = GroupGrants(all: grants("employee", "cook"), fromGroups: [])
        let both = before.replacing(by: grants("cook", "expo"))
        #expect(both == GroupGrants(all: grants("employee", "cook", "expo"), fromGroups: grants("expo")))
        #expect(both.replacing(by: []).all == before.all)
    }

    @Test func `a grant of a group that was taken away by hand comes back`() {
        let before = GroupGrants(all: grants("employee"), fromGroups: grants("cook"))
        #expect(
            before.replacing(by: grants("cook"))
                == GroupGrants(all: grants("employee", "cook"), fromGroups: grants("cook")))
    }

    @Test func `groups that are not told change nothing`() {
        let before = GroupGrants(all: grants("employee", "cook"), fromGroups: grants("cook"))
        #expect(before.replacing(by: nil) == before)
    }
}
