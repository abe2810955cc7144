import TipSmoke

for seed in CommandLine.arguments.dropFirst().compactMap(UInt64.init) {
    print(tipSmoke(seed: seed))
}
