# Builds for test frameworks that call `make EXE=name`: optimised for this machine.
EXE ?= kempelen

# Networks choose AVX-512 at run time all the same. In the rest it is left out: Rust 1.95 breaks off
# with it where the processor is a Zen 5 (LLVM 22, in the code that reads Syzygy tables).
FLAGS = -C target-cpu=native -C target-feature=-avx512f

.PHONY: all
all:
	RUSTFLAGS="$(FLAGS)" cargo build --profile dist --target-dir target/native
	cp target/native/dist/kempelen$(if $(filter Windows_NT,$(OS)),.exe) $(EXE)
