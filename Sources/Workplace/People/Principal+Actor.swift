import Ordering

extension Principal {
    /// How the principal stands in the record of a transition.
    var actor: Ordering.Actor {
        switch self {
        case .person(let person): .person(person.id)
        case .device(let device): .device(device.id)
        }
    }
}
