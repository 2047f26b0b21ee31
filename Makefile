# Builds a binary that is optimised for this machine. Test frameworks call `make EXE=name`.
EXE ?= kempelen

# AVX-512 is disabled because Rust 1.95 (LLVM 22) aborts when it compiles the code that reads Syzygy tables for a Zen 5
# processor. Networks still use AVX-512, which they detect at run time.
FLAGS = -C target-cpu=native -C target-feature=-avx512f

.PHONY: all
all:
	RUSTFLAGS="$(FLAGS)" cargo build --profile dist --target-dir target/native
	cp target/native/dist/kempelen$(if $(filter Windows_NT,$(OS)),.exe) $(EXE)

# The same with profile-guided optimisation: a sixth faster, but the build takes twice as long. Not for Windows with MinGW.
HOST = $(shell rustc --print host-tuple)
.PHONY: pgo
pgo:
	profile=$$(scripts/profile.sh $(HOST) "$(FLAGS)" env) && \
	    RUSTFLAGS="$(FLAGS) -C profile-use=$$profile" cargo build --profile dist --target $(HOST) --target-dir target/native
	cp target/native/$(HOST)/dist/kempelen $(EXE)

# Everything that is released, into dist/.
.PHONY: dist
dist:
	scripts/dist.sh

# The page with every game: as one file that a browser opens from a disk, dist/kempelen.html, and as a folder for a server, dist/web.
.PHONY: web
web:
	scripts/web.sh install
	scripts/web.sh build target --profile web
	scripts/web.sh page target web dist/kempelen.html
	scripts/web.sh folder target web dist/web
