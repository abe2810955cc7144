"""The page "Coming from TipKit": complete, and true to the code."""

import re
import unittest

from load import ROOT, load

core_location = load("core-location")
PAGE = ROOT / "Sources/TipRuntime/TipRuntime.docc/ComingFromTipKit.md"

# The first column of the contract's table of the interface, section 1.
CONTRACT = """
    Tip Tip.id Tip.title Tip.message Tip.image Tip.actions Tip.rules Tip.options Tip.status Tip.statusUpdates Tip.shouldDisplay
    Tip.shouldDisplayUpdates Tip.invalidate(reason:) Tip.resetEligibility() AnyTip Tips.ActionBuilder Tips.RuleBuilder
    Tips.OptionsBuilder Tips.GroupBuilder Tips.Action Tips.Action.init(id:title:perform:) Tips.Action.init(id:perform:_:)
    Tips.Action.id Tips.Action.index Tips.Action.label Tips.Action.handler Tip.Action Tip.Rule Tip.Event Tip.Option Tip.Status
    Tip.InvalidationReason Tip.MaxDisplayCount Tip.MaxDisplayDuration Tip.IgnoresDisplayFrequency

    Tips.Status Tips.Status.pending Tips.Status.available Tips.Status.invalidated(_:) Tips.InvalidationReason
    Tips.InvalidationReason.actionPerformed Tips.InvalidationReason.tipClosed Tips.InvalidationReason.displayCountExceeded
    Tips.InvalidationReason.displayDurationExceeded TipOption Tips.MaxDisplayCount Tips.MaxDisplayCount.init(_:)
    Tips.MaxDisplayDuration Tips.MaxDisplayDuration.init(_:) Tips.IgnoresDisplayFrequency Tips.IgnoresDisplayFrequency.init(_:)

    Tips.Rule Tips.Rule.CompoundOperation Tips.Rule.CompoundOperation.conjunction Tips.Rule.CompoundOperation.disjunction
    @Parameter Tips.Parameter Tips.Parameter.projectedValue Tips.ParameterOption Tips.ParameterOption.transient Tips.Event
    Tips.Event.id Tips.Event.init(id:) Tips.Event.init(id:donationLimit:) Tips.EmptyDonation Event.donate() Event.donate(_:)
    Event.sendDonation(_:) Event.sendDonation(_:_:) Event.donations Event.Donation Event.deleteDonations() donatedWithin(_:)
    largestSubset(groupedBy:) smallestSubset(groupedBy:) Tips.DonationTimeRange Tips.DonationTimeRange.minute
    Tips.DonationTimeRange.hour Tips.DonationTimeRange.day Tips.DonationTimeRange.week Tips.DonationTimeRange.minutes(_:)
    Tips.DonationTimeRange.hours(_:) Tips.DonationTimeRange.days(_:) Tips.DonationTimeRange.weeks(_:) Tips.DonationLimit
    Tips.DonationLimit.init(maximumCount:maximumAge:)

    TipGroup TipGroup.init(_:_:) TipGroup.Priority TipGroup.Priority.firstAvailable TipGroup.Priority.ordered
    TipGroup.currentTip TipGroup.currentTipUpdates

    Tips.configure(_:) Tips.ConfigurationOption .displayFrequency(_:) .immediate .hourly .daily .weekly .monthly
    .datastoreLocation(_:) .applicationDefault .groupContainer(identifier:) .url(_:) .cloudKitContainer(_:) .automatic .named(_:)
    Tips.resetDatastore() Tips.showAllTipsForTesting() Tips.hideAllTipsForTesting() Tips.showTipsForTesting(_:)
    Tips.hideTipsForTesting(_:) TipKitError TipKitError.invalidPredicateValueType TipKitError.missingGroupContainerEntitlements
    TipKitError.tipsDatastoreAlreadyConfigured

    TipView TipView.init(_:arrowEdge:action:) TipView.init(_:isPresented:arrowEdge:action:)
    TipView.init(_:isPresented:arrowEdge:anchorID:action:) popoverTip(_:arrowEdge:action:)
    popoverTip(_:isPresented:attachmentAnchor:arrowEdge:action:) TipViewStyle TipViewStyle.makeBody(configuration:)
    TipViewStyleConfiguration TipViewStyleConfiguration.tip TipViewStyleConfiguration.title TipViewStyleConfiguration.message
    TipViewStyleConfiguration.image TipViewStyleConfiguration.actions MiniTipViewStyle .miniTip tipViewStyle(_:) tipBackground
    tipCornerRadius tipImageSize tipBackgroundInteraction tipImageStyle TipUIView TipUIView.viewStyle TipUIView.backgroundColor
    TipUIView.cornerRadius TipUIView.imageSize TipUIView.imageStyle
    TipUIPopoverViewController TipUIPopoverViewController.init(_:sourceItem:actionHandler:) TipUICollectionViewCell
    TipUICollectionReusableView configureTip(_:arrowEdge:actionHandler:) TipNSView TipNSPopover TipNSPopover.backgroundStyle
""".split()


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
        switches = {name.split()[0].removeprefix("-com.apple.TipKit.") for name in named if name.startswith("-com.apple.")}
        self.assertEqual(switches, {"ResetDatastore", "ShowAllTips", "HideAllTips", "ShowTips", "HideTips"})

    def test_every_counterpart_is_declared(self):
        known = {name.replace("/", ".") for room in ("TipRuntime", "TipViews", "TipCore") for name in core_location.symbols(room)}
        here = [name for cells in rows() for name in re.findall(r"`([^`]+)`", cells[1])]
        self.assertEqual([name for name in here if name not in known], [])
        self.assertGreater(len(here), 60)

    def test_where_there_is_no_counterpart_a_remark_says_what_instead(self):
        for cells in rows():
            if cells[1] == "–":
                self.assertTrue(cells[2], cells[0])

    def test_the_code_of_the_tutorial_is_that_of_its_snippet(self):
        article = (ROOT / "Sources/TipRuntime/TipRuntime.docc/FirstTip.md").read_text(encoding="utf-8")
        program = (ROOT / "Snippets/first-tip.swift").read_text(encoding="utf-8")
        blocks = [block.split("```")[0] for block in article.split("```swift\n")[1:]]
        self.assertEqual(len(blocks), 8)
        for block in blocks:
            self.assertIn(block, program)
        # Nothing that runs is left out of the article but the imports, and what marks the parts.
        code = "".join(line for line in program.splitlines(True) if not line.startswith(("//", "import ")) and line.strip())
        told = "".join(line for block in blocks for line in block.splitlines(True) if line.strip())
        self.assertEqual(told, code)


if __name__ == "__main__":
    unittest.main()
