# The commands that stay stable. Each is a script that can also be run by itself.

# Where `make run` keeps its data, and the port that it serves on.
DATA ?= data
PORT ?= 8080
# How long each fuzzer runs.
SECONDS ?= 60

.PHONY: run test bench check fuzz soak package package-check clean

run:
	@exec scripts/run "$(DATA)" "$(PORT)"

test:
	@exec scripts/test

bench:
	@exec scripts/bench

check:
	@exec scripts/check

fuzz:
	@exec scripts/fuzz "$(SECONDS)"

# What takes longer than `make test` may, or needs root: the package in a Debian of its own, random requests, fuzzers.
soak:
	@exec scripts/soak "$(SECONDS)"

# Builds a package for this Debian: artefacts/vicinity_VERSION_ARCHITECTURE.deb.
package:
	@exec scripts/package

# Builds the package, installs it in a minimal Debian, orders there, and boots it; needs root.
package-check:
	@exec scripts/package-check

# Removes what was built. Data, corpora and fail cases stay.
clean:
	rm -rf .build Fuzz/.build Benchmarks/.build .venv artefacts
