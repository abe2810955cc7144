import HTTPCore
import JSON
import Workplace

extension TipRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(self) }
}

extension TipCatalogueRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(self) }
}

extension TipAccessRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(self) }
}

/// Only catalogues of tips are read as documents.
extension JSONDocumentError: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(self) }
}
