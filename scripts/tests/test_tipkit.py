"""The page "Coming from TipKit": complete, and true to the code."""

import re
import unittest

from load import ROOT, load

core_location = load("core-location")
PAGE = ROOT / "Sources/TipEngine/TipEngine.docc/ComingFromTipKit.md"

# The first column of the contract's table of the interface, section 1.
CONTRACT = """Tip Tip.id Tip.title Tip.message Tip.image Tip.actions Tip.rules Tip.options Tip.status Tip.statusUpdates
    Tip.shouldDisplay Tip.shouldDisplayUpdates Tip.invalidate(reason:) Tip.resetEligibility() AnyTip Tips.Action Tips.Status
    Tips.InvalidationReason TipOption Tips.MaxDisplayCount Tips.MaxDisplayDuration Tips.IgnoresDisplayFrequency
    Tips.Rule.CompoundOperation @Parameter Tips.Parameter Tips.ParameterOption.transient Tips.Event Tips.EmptyDonation
    Event.donate() Event.donate(_:) Event.sendDonation(_:) Event.sendDonation(_:_:) Event.donations Event.Donation
    Event.deleteDonations() donatedWithin(_:) largestSubset(groupedBy:) smallestSubset(groupedBy:) Tips.DonationTimeRange
    Tips.DonationLimit TipGroup TipGroup.Priority TipGroup.currentTip TipGroup.currentTipUpdates Tips.configure(_:)
    .displayFrequency(_:) .datastoreLocation(_:) .cloudKitContainer(_:) Tips.resetDatastore() Tips.showAllTipsForTesting()
    Tips.hideAllTipsForTesting() Tips.showTipsForTesting(_:) Tips.hideTipsForTesting(_:) TipKitError TipView popoverTip
    TipViewStyle TipViewStyleConfiguration MiniTipViewStyle .miniTip tipViewStyle(_:) tipBackground tipCornerRadius
    tipImageSize tipBackgroundInteraction tipImageStyle TipUIView TipUIPopoverViewController TipUICollectionViewCell
    TipUICollectionReusableView TipNSView TipNSPopover""".split()


def rows():
    """The cells of the tables, without their heads."""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) == 3 and cells[0] not in ("TipKit", "---"):
            yield cells


class PageOfTipKit(unittest.TestCase):
    def test_every_symbol_of_the_contract_has_a_row(self):
        named = {name for cells in rows() for name in re.findall(r"`([^`]+)`", cells[0])}
        self.assertEqual([name for name in CONTRACT if name not in named], [])
        self.assertTrue(any(name.startswith("#Rule(") for name in named))
        self.assertTrue(any(name.startswith("-com.apple.TipKit.") for name in named))

    def test_every_counterpart_is_declared(self):
        known = {name.replace("/", ".") for room in ("TipEngine", "TipCore") for name in core_location.symbols(room)}
        here = [name for cells in rows() for name in re.findall(r"`([^`]+)`", cells[1])]
        self.assertEqual([name for name in here if name not in known], [])
        self.assertGreater(len(here), 60)

    def test_where_there_is_no_counterpart_a_remark_says_what_instead(self):
        for cells in rows():
            if cells[1] == "–":
                self.assertTrue(cells[2], cells[0])


if __name__ == "__main__":
    unittest.main()
