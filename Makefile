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

# Installs the program EXE, which `make` or `make pgo` has built, with its manual pages and completions. DESTDIR is put before
# every path, for packages. RUNNER runs programs for another processor, such as qemu-aarch64-static.
PREFIX ?= /usr/local
SHARE = $(DESTDIR)$(PREFIX)/share
INSTALLED = $(DESTDIR)$(PREFIX)/bin/kempelen
BASH_FOLDER = $(SHARE)/bash-completion/completions
ZSH_FOLDER = $(SHARE)/zsh/site-functions
FISH_FOLDER = $(SHARE)/fish/vendor_completions.d
.PHONY: install
install:
	@test -x "$(EXE)" || { echo "install: found no program '$(EXE)', expected that of 'make', or its name as EXE" >&2; exit 1; }
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/man/man1" "$(BASH_FOLDER)" "$(ZSH_FOLDER)" "$(FISH_FOLDER)"
	install -m 755 "$(EXE)" "$(INSTALLED)"
	umask 022 && $(RUNNER) "$(INSTALLED)" man --output "$(SHARE)/man/man1"
	umask 022 && $(RUNNER) "$(INSTALLED)" completions bash >"$(BASH_FOLDER)/kempelen"
	umask 022 && $(RUNNER) "$(INSTALLED)" completions zsh >"$(ZSH_FOLDER)/_kempelen"
	umask 022 && $(RUNNER) "$(INSTALLED)" completions fish >"$(FISH_FOLDER)/kempelen.fish"

.PHONY: uninstall
uninstall:
	rm -f "$(INSTALLED)" "$(SHARE)/man/man1/kempelen.1" "$(SHARE)/man/man1/kempelen-"*.1
	rm -f "$(BASH_FOLDER)/kempelen" "$(ZSH_FOLDER)/_kempelen" "$(FISH_FOLDER)/kempelen.fish"

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
