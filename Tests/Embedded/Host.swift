import Smoke

for seed in CommandLine.arguments.dropFirst().compactMap(UInt64.init) {
    print(smoke(seed: seed))
}
