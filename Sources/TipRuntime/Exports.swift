// A program that declares tips uses the types of these modules: `Tips` itself is one of the core's.
@_exported public import TipCore
@_exported public import TipRules
