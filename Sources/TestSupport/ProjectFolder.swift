package import Foundation

/// The folder of the project, wherever the test that asks for it lies.
package let projectFolder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
