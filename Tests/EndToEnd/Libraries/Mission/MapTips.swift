// The two tips that one listing names without making them.
let showLocationTip = ShowLocationTip()
let rotateMapTip = RotateMapTip()
