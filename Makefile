# Builds for test frameworks that call `make EXE=name`: optimised for this machine.
EXE ?= kempelen

.PHONY: all
all:
	RUSTFLAGS="-C target-cpu=native" cargo build --profile dist --target-dir target/native
	cp target/native/dist/kempelen$(if $(filter Windows_NT,$(OS)),.exe) $(EXE)
