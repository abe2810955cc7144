public import Essentials

extension Campus {
    /// Finds an entrance and the site that it leads to; `nil` for any other spot.
    ///
    /// - Complexity: O(*n*) in the number of spots of all sites.
    public func entrance(_ id: SpotID) -> (site: Site, spot: Spot)? {
        for site in sites {
            guard let spot = site.spots.first(where: { $0.id == id }) else { continue }
            return spot.kind == .entrance ? (site, spot) : nil
        }
        return nil
    }
}
