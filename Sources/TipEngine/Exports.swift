// `import TipEngine` takes the place of `import TipKit`: it brings tips with their store, and the views that draw them.
@_exported public import TipRuntime
@_exported public import TipViews
