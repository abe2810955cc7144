public import TipEngine

/// Keeps a static property with the tips: it survives relaunches, and rules that name it follow its changes.
///
/// ```swift
/// struct EditingTip: Tip {
///     @Parameter static var isSignedIn: Bool = false
///     @Parameter(.transient) static var isEditing: Bool = false
///
///     var title: Text { Text("Press and hold to edit") }
///     var rules: [Rule] { #Rule(Self.$isEditing) { $0 == true } }
/// }
/// ```
///
/// Its id is made of the enclosing type, with all that it lies in, and the property's name (T24), so both are part of what is
/// stored. Who renames them names the former id, so that the value is taken over: `formerly: ["App.EditingTip.isLoggedIn"]`. The
/// property itself may be read and written from anywhere; what is stored is a constant beside it, named with a dollar sign,
/// which is what rules take. Types that are generic have no static storage, and so no parameters.
///
/// - Parameters:
///   - options: `.transient` for a value that starts with the initial one in each process (T50).
///   - formerly: Ids that the parameter had before (TD18).
@attached(accessor)
@attached(peer, names: prefixed(`$`))
public macro Parameter(_ options: Tips.ParameterOption..., formerly: [String] = []) =
    #externalMacro(module: "TipMacroPlugin", type: "ParameterMacro")
