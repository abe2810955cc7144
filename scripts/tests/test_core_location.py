"""The table of Core Location's symbols: complete, true to the code, and the page made of it."""

import json
import unittest

from load import ROOT, load

core_location = load("core-location")
SECTIONS = json.loads(core_location.TABLE.read_text(encoding="utf-8"))["sections"]

# The first column of the contract's table of the API, section 1: what of each row must be in the table.
CONTRACT = {
    "CLMonitor": """CLMonitor init(_:) add(_:identifier:) add(_:identifier:assuming:) remove(_:) identifiers record(for:)
        events Events Events/Iterator name""",
    "CLMonitor/Event": """identifier state date refinement State accuracyLimited authorizationDenied
        authorizationDeniedGlobally authorizationRestricted authorizationRequestInProgress insufficientlyInUse
        conditionUnsupported conditionLimitExceeded persistenceUnavailable serviceSessionRequired State/unknown
        State/satisfied State/unsatisfied State/unmonitored init""",
    "CLMonitor/Record": "condition lastEvent",
    "": """CLCondition CLMonitor/CircularGeographicCondition CLMonitor/CircularGeographicCondition/init(center:radius:)
        CLMonitor/BeaconIdentityCondition CLMonitor/BeaconIdentityCondition/init(uuid:)
        CLMonitor/BeaconIdentityCondition/init(uuid:major:) CLMonitor/BeaconIdentityCondition/init(uuid:major:minor:)
        CLAuthorizationStatus CLAccuracyAuthorization CLServiceSession CLBackgroundActivitySession
        CLLocationUpdate/liveUpdates(_:) CLCircularRegion CLBeaconRegion CLBeaconIdentityConstraint CLRegionState CLBeacon
        CLProximity CBPeripheralManager/init(delegate:queue:options:) Codable Objective-C Info.plist""",
    "CLAuthorizationStatus": "notDetermined restricted denied authorizedAlways authorizedWhenInUse",
    "CLAccuracyAuthorization": "fullAccuracy reducedAccuracy",
    "CLLocationManager": """authorizationStatus accuracyAuthorization requestWhenInUseAuthorization()
        requestAlwaysAuthorization() requestTemporaryFullAccuracyAuthorization(withPurposeKey:)
        requestTemporaryFullAccuracyAuthorization(withPurposeKey:completion:) locationServicesEnabled()
        startMonitoring(for:) stopMonitoring(for:) monitoredRegions maximumRegionMonitoringDistance requestState(for:)
        isMonitoringAvailable(for:) isRangingAvailable() startRangingBeacons(satisfying:)
        stopRangingBeacons(satisfying:) rangedBeaconConstraints requestLocation() location desiredAccuracy
        distanceFilter startUpdatingLocation() stopUpdatingLocation()""",
    "CLLocationManagerDelegate": """locationManagerDidChangeAuthorization(_:) locationManager(_:didChangeAuthorization:)
        locationManager(_:didEnterRegion:) locationManager(_:didExitRegion:) locationManager(_:didDetermineState:for:)
        locationManager(_:didStartMonitoringFor:) locationManager(_:monitoringDidFailFor:withError:)
        locationManager(_:didRange:satisfying:) locationManager(_:didFailRangingFor:error:)
        locationManager(_:didRangeBeacons:in:) locationManager(_:rangingBeaconsDidFailFor:withError:)""",
    "CLServiceSession": """init(authorization:) init(authorization:fullAccuracyPurposeKey:) diagnostics invalidate()
        AuthorizationRequirement/none AuthorizationRequirement/whenInUse AuthorizationRequirement/always
        Diagnostic/alwaysAuthorizationDenied Diagnostic/authorizationDenied Diagnostic/authorizationDeniedGlobally
        Diagnostic/authorizationRestricted Diagnostic/authorizationRequestInProgress Diagnostic/fullAccuracyDenied
        Diagnostic/insufficientlyInUse Diagnostic/serviceSessionRequired""",
    "CLBackgroundActivitySession": "init() invalidate() diagnostics",
    "CLLocationUpdate": """LiveConfiguration/default LiveConfiguration/automotiveNavigation LiveConfiguration/otherNavigation
        LiveConfiguration/fitness LiveConfiguration/airborne Updates location stationary isStationary accuracyLimited
        authorizationDenied authorizationDeniedGlobally authorizationRestricted authorizationRequestInProgress
        insufficientlyInUse locationUnavailable serviceSessionRequired""",
    "CLRegion": "identifier notifyOnEntry notifyOnExit",
    "CLCircularRegion": "init(center:radius:identifier:) contains(_:)",
    "CLBeaconRegion": """init(uuid:identifier:) init(uuid:major:identifier:) init(uuid:major:minor:identifier:)
        beaconIdentityConstraint notifyEntryStateOnDisplay peripheralData(withMeasuredPower:)""",
    "CLBeaconIdentityConstraint": "uuid major minor",
    "CLRegionState": "unknown inside outside",
    "CLBeacon": "uuid major minor proximity accuracy rssi timestamp",
    "CLProximity": "unknown immediate near far",
    "CLError/Code": """regionMonitoringDenied regionMonitoringFailure regionMonitoringSetupDelayed
        regionMonitoringResponseDelayed rangingUnavailable rangingFailure promptDeclined denied locationUnknown""",
    "CBPeripheralManager": "startAdvertising(_:) stopAdvertising() isAdvertising",
    "CBPeripheralManagerDelegate": """peripheralManagerDidUpdateState(_:)
        peripheralManagerDidStartAdvertising(_:error:)""",
}


class Table(unittest.TestCase):
    def test_every_symbol_of_the_contract_has_a_row(self):
        named, absent = set(), ""
        for section in SECTIONS:
            for row in section["rows"]:
                named |= set(row.get("names", []))
                absent += " " + row.get("absent", "").replace(".", "/")
        wanted = {
            name if name == kind or not kind else f"{kind}/{name}" for kind, names in CONTRACT.items() for name in names.split()
        }
        missing = {name for name in wanted - named if name.replace(".", "/") not in absent}
        self.assertEqual(missing, set())

    def test_every_symbol_of_the_table_is_declared(self):
        self.assertEqual(list(core_location.missing(SECTIONS)), [])

    def test_every_member_of_the_manager_and_its_delegate_has_a_row(self):
        named = {name for section in SECTIONS for row in section["rows"] for name in row.get("names", [])}
        members = {name for name in core_location.symbols("LocationCompatibility") if name.startswith("CLLocationManager")}
        self.assertEqual(members - named, set())

    def test_the_page_is_what_the_table_says(self):
        self.assertEqual(core_location.PAGE.read_text(encoding="utf-8"), core_location.page(SECTIONS))


class Declarations(unittest.TestCase):
    def test_a_symbol_has_its_types_and_the_names_of_its_arguments(self):
        source = """
        public struct A { // public var no: Int
            public init(_ a: Int, in b: [String: Int] = [:]) { let inner = 1 }
            public enum B: Int { case one = 1, two(Int) , three(of: String, Int) }
            func hidden() {}
            public func long<T>(
                first: T, then second: (T) -> Void
            ) throws {}
        }
        extension A.B { public static var c: Int { 0 } }
        open class D { open var e = "public var f: Int" }
        """
        self.assertEqual(
            core_location.declared(source),
            {
                "A", "A/init(_:in:)", "A/B", "A/B/one", "A/B/two(_:)", "A/B/three(of:_:)", "A/long(first:then:)",
                "A/B/c", "D", "D/e",
            },
        )


class Articles(unittest.TestCase):
    def test_the_code_of_the_tutorial_is_that_of_its_snippet(self):
        article = (ROOT / "Sources/Monitoring/Monitoring.docc/Your-first-monitor-on-Linux.md").read_text(encoding="utf-8")
        program = (ROOT / "Snippets/first-monitor.swift").read_text(encoding="utf-8")
        blocks = article.split("```swift\n")[1:]
        self.assertGreater(len(blocks), 4)
        for block in blocks:
            self.assertIn(block.split("```")[0], program)


if __name__ == "__main__":
    unittest.main()
