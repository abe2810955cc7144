// Whoever takes the names of TipKit gets the types that they speak of: `Tips` itself is one of the core's.
@_exported public import TipCore
@_exported public import TipRules
