/// What a person may do, and which part of that comes from the groups of their provider.
///
/// Each sign-in replaces that part and leaves the grants that an administrator gave by hand.
struct GroupGrants: Equatable {
    /// All grants of the person.
    let all: Set<RoleGrant>
    /// Those that came from groups; never one that the person had already by hand.
    let fromGroups: Set<RoleGrant>

    init(all: Set<RoleGrant>, fromGroups: Set<RoleGrant>) {
        self.all = all
        self.fromGroups = fromGroups
    }

    /// The grants after groups gave others; `nil` changes nothing.
    func replacing(by given: Set<RoleGrant>?) -> GroupGrants {
        guard let given else { return self }
        let byHand = all.subtracting(fromGroups)
        return GroupGrants(all: byHand.union(given), fromGroups: given.subtracting(byHand))
    }
}
