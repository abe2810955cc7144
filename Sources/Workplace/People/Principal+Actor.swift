import Ordering

extension Principal {
    /// The principal as the actor of a transition.
    var actor: Ordering.Actor {
        switch self {
        case .person(let person): .person(person.id)
        case .device(let device): .device(device.id)
        }
    }
}
