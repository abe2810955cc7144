import TestSupport

/// A small catalogue of tips: for everybody, for one platform, for one role, for one site, and with a rule over a fact.
enum TipSample {
    static let text = """
        {
          "format": "vicinity-tips-1", "name": "sample", "languages": ["en", "ja"], "fallback": "en",
          "displayFrequency": "daily",
          "parameters": {
            "orders": {"initial": 0, "source": "workplace"}, "cafes": {"initial": 0, "source": "workplace"},
            "sameItemOrders": {"initial": 0, "source": "workplace"}, "favourites": {"initial": 0, "source": "workplace"},
            "waitingOrders": {"initial": 0, "source": "workplace"}, "punches": {"initial": 0, "source": "workplace"},
            "isFollowed": {"initial": false, "source": "workplace"},
            "isReminded": {"initial": false, "source": "workplace"}
          },
          "events": {
            "order.placed": {"maximumCount": 3}, "area.visited": {"staysOnDevice": true},
            "goal": {"about": "It has helped.", "maximumCount": 5}
          },
          "groups": {"first": {"priority": "ordered", "tips": ["welcome", "regular"]}},
          "tips": [
            {"id": "welcome", "title": {"en": "Welcome", "ja": "ようこそ"}, "message": {"en": "Order here."},
             "endsOn": ["order.placed"],
             "actions": [{"id": "show", "title": {"en": "Show"}, "opens": "/order"}]},
            {"id": "regular", "title": {"en": "Again"}, "rules": [{">=": [{"parameter": "orders"}, 2]}],
             "maximumDisplayCount": 3},
            {"id": "shell", "title": {"en": "Terminal"}, "segment": {"platforms": ["terminal"]}},
            {"id": "kitchen", "title": {"en": "Kitchen"}, "segment": {"roles": ["cook", "kitchen"]}},
            {"id": "berliner", "title": {"en": "Berlin"}, "segment": {"sites": ["berlin"]}}
          ]
        }
        """

    /// A catalogue that has none of them any more.
    static let withoutTips = """
        {"format": "vicinity-tips-1", "name": "empty", "languages": ["en"], "fallback": "en", "displayFrequency": "daily",
         "tips": []}
        """
}
