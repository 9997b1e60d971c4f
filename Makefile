# Two commands matter:  make learn  (set up, and open the kit)  and  make test  (set up, and run what CI runs).
# make test-all is the long run: all tests there are, before a release and before an issue is called done.
# make lab opens the lessons part by part, and the laboratory's notebooks, in JupyterLab: copies in work/, in one language.
# All that is made stays inside this folder: .venv, .venv-bench, .venv-site, .venv-docs and build/.
.DEFAULT_GOAL := help
.PHONY: help learn lab test test-all pythons setup-learn setup-lab setup-test setup-bench lint types unit build-compiled compiled notebooks lesson-notebooks browser servers site binder format bench bench-lab bench-pages docs wheel release pictures pins clean
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif

VENV := .venv
BIN := $(VENV)/bin
HUB_PROXY := build/hub/node_modules/.bin/configurable-http-proxy
# What the tests of whole servers stand on; the long ones want Binder's environment and the documentation too.
FOR_SERVERS := site $(HUB_PROXY)
# Which tests run: make test leaves out those that are marked long, make test-all sets LONG.
# ONLY=words narrows a run to the tests whose names say so, as in make test ONLY=vtes.
export ONLY
PART := sh scripts/part.sh
PYTEST := $(BIN)/python -m pytest -q -p tests.failures
SELECTED = $(if $(LONG),,-m "not long") $(if $(ONLY),-k "$(ONLY)")
INPUTS := pyproject.toml constraints.txt scripts/setup.sh
BENCH_INPUTS := pyproject.toml constraints-bench.txt scripts/setup.sh scripts/compile.py \
	$(wildcard vendetta_kit/kernel/*.py vendetta_kit/games/vendetta/engine/*.py vendetta_kit/games/vendetta/engine/effects/*.py vendetta_kit/games/vendetta/bots/*.py vendetta_kit/games/vendetta/lab/*.py vendetta_kit/games/vtes/engine/*.py \
	data/vendetta/cards/*.json)
# JupyterLab refuses to run as root, which is who one is in many containers, unless it is told so.
AS_ROOT = $(if $(filter 0,$(shell id -u)),--allow-root)
# What is exported as HTML has the still pictures of pages, which need no kernel, and asks no other host.
EXPORT := --NbConvertBase.display_data_priority="['text/html', 'image/svg+xml', 'image/png', 'text/plain']" \
	--ClearMetadataPreprocessor.enabled=True --HTMLExporter.mathjax_url= --HTMLExporter.require_js_url=
# JupyterLab has no news to tell, and looks for no extensions: nothing asks another host.
QUIET := --LabApp.app_settings_dir=$(CURDIR)/scripts/lab --LabApp.extension_manager=readonly --LabApp.news_url=
export IPYTHONDIR := $(CURDIR)/build/ipython
export JUPYTER_RUNTIME_DIR := $(CURDIR)/build/jupyter
export HYPOTHESIS_STORAGE_DIRECTORY := $(CURDIR)/build/hypothesis
# What is installed is compiled when it is first met (scripts/setup.sh). Where that may not be kept, as in many containers,
# each process would compile all of it again: half of what a test costs, and seconds until a page is there.
unexport PYTHONDONTWRITEBYTECODE

# An environment that came with a moved or copied folder, or whose Python has gone, is set up again.
home = $(shell $(1)/bin/python -c "" 2>/dev/null && cat $(1)/.home 2>/dev/null)
ifneq ($(call home,$(VENV)),$(CURDIR))
$(VENV)/.ready-learn $(VENV)/.ready-lab $(VENV)/.ready-test: anew
endif
ifneq ($(call home,.venv-bench),$(CURDIR))
.venv-bench/.ready-bench: anew
endif
ifneq ($(call home,.venv-site),$(CURDIR))
.venv-site/.ready-site: anew
endif
ifneq ($(call home,.venv-docs),$(CURDIR))
.venv-docs/.ready-docs: anew
endif
.PHONY: anew

help: ## show this list
	@echo "make learn       set everything up in .venv and open the kit in your browser"
	@echo "make lab         the lessons part by part in JupyterLab, with the laboratory's notebooks; VENDETTA_LANG=de"
	@echo "make setup-learn, make setup-lab: only set up .venv, for pages alone or with JupyterLab and the laboratory's packages"
	@echo "make test        set up and run what CI runs: each rule, page and way in once; ONLY=vtes runs what is named so"
	@echo "make test-all    set up and run all tests there are, the long ones too, and say what ran"
	@echo "make pythons     set the kit up with every Python found (and PYTHONS=\"...\"), play games and serve a page on each"
	@echo
	@echo "make lint        ruff: style and formatting        make types     mypy"
	@echo "make unit        tests and doctests                make notebooks run every notebook"
	@echo "make browser     tests in a real browser           make format    put the code into ruff's form"
	@echo "make servers     tests of whole servers            make unit LONG=yes  and so on: the long tests too"
	@echo "make compiled    compile the engine, if there is a C compiler, and play golden games and saves on it"
	@echo "make bench       measure the engine beside its peers, in .venv-bench"
	@echo "make bench-lab   measure simulations beside a peer's, in .venv-bench"
	@echo "make bench-pages measure pages and figures beside bare ones, in a real browser"
	@echo "make site        build pages that need no server, in build/site"
	@echo "make docs        build the documentation as a site with the essays and the reference, in build/docs/site"
	@echo "make binder      do what a Binder service does with binder/, in build/binder"
	@echo "make lesson-notebooks   write the lessons' notebooks anew from their files"
	@echo "make pictures    make the pictures of README and documentation anew, in a real browser"
	@echo "make release     build wheel and sdist in build/release, install each apart and play on it"
	@echo "make wheel       build the installable package     make pins      renew the constraints files"
	@echo "make setup-test  only set up .venv                 make clean     remove all that was made"
	@echo
	@echo "A certain Python: make learn PYTHON=/path/to/python3.12"

learn: $(VENV)/.ready-learn
	@mkdir -p build
	@$(BIN)/vendetta learn

lab: $(VENV)/.ready-lab
	@$(BIN)/python scripts/lab_copies.py
	@$(BIN)/python scripts/compiled.py --lab
	@PYTHONPATH="$(CURDIR)/build/lab/kit$${PYTHONPATH:+:$$PYTHONPATH}" $(BIN)/jupyter lab work --LabApp.default_url=/lab/tree/01_set_up.ipynb $(QUIET) $(EXPORT) $(AS_ROOT)

# What takes one core each is made two at a time, before what takes all of them. What takes longest begins.
test: $(VENV)/.ready-test
	@rm -rf build/parts
	@$(if $(ONLY),,$(MAKE) --no-print-directory -j2 SIDE_BY_SIDE=yes $(FOR_SERVERS) types lint)
	@$(MAKE) --no-print-directory MADE=yes unit notebooks browser servers
	@cat build/parts/ran.txt
	@echo "make test: everything passed; rules and their tests: build/rule_coverage.txt"

# Goes on after a part that failed, and fails at its end.
test-all: $(VENV)/.ready-test
	@rm -rf build/parts
	@status=0; \
	$(MAKE) --no-print-directory -k -j2 LONG=yes SIDE_BY_SIDE=yes build-compiled $(FOR_SERVERS) binder docs types lint || status=1; \
	$(MAKE) --no-print-directory -k LONG=yes MADE=yes unit compiled notebooks browser servers pythons || status=1; \
	cat build/parts/ran.txt; \
	if [ $$status = 0 ]; then echo "make test-all: everything passed"; else echo "make test-all: FAILED, see above"; fi; \
	exit $$status

pythons: $(VENV)/.ready-test
	@$(PART) pythons $(BIN)/python scripts/pythons.py

setup-learn: $(VENV)/.ready-learn
setup-lab: $(VENV)/.ready-lab
setup-test: $(VENV)/.ready-test
setup-bench: .venv-bench/.ready-bench

$(VENV)/.ready-test: $(INPUTS)
	@sh scripts/setup.sh test

ifneq ($(filter test test-all setup-test lint types unit build-compiled compiled notebooks lesson-notebooks pictures browser servers binder format bench-pages wheel release,$(MAKECMDGOALS)),)
$(VENV)/.ready-learn: $(VENV)/.ready-test
	@touch $@
else
$(VENV)/.ready-learn: $(INPUTS)
	@sh scripts/setup.sh learn
endif

$(VENV)/.ready-lab: $(INPUTS)
	@sh scripts/setup.sh lab

.venv-site/.ready-site: pyproject.toml constraints-site.txt scripts/setup.sh
	@sh scripts/setup.sh site

.venv-docs/.ready-docs: pyproject.toml constraints-docs.txt scripts/setup.sh
	@sh scripts/setup.sh docs

.venv-bench/.ready-bench: $(BENCH_INPUTS)
	@sh scripts/setup.sh bench

lint: $(VENV)/.ready-test
	@$(PART) style $(BIN)/ruff check .
	@$(PART) format $(BIN)/ruff format --check .

format: $(VENV)/.ready-test
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

types: $(VENV)/.ready-test
	@$(PART) types $(BIN)/mypy

unit: $(VENV)/.ready-test
	@sh scripts/postgres_needs.sh
	@$(PART) unit $(PYTEST) -n auto $(SELECTED) --ignore=tests/browser --rule-report=build/rule_coverage.txt

build-compiled: $(VENV)/.ready-test
	@$(BIN)/python scripts/compiled.py --build

compiled: $(VENV)/.ready-test
	@$(PART) compiled $(BIN)/python scripts/compiled.py $(if $(MADE),--play)

# One of each kind in the quick run: a page, a lesson of each game, a dashboard of each, the drills, the laboratory.
NOTEBOOKS := $(if $(LONG)$(ONLY),notebooks,$(addprefix notebooks/,00_start_here.ipynb 00_your_first_game.ipynb \
	04_withdraw_and_revelation.ipynb 09_whole_game.ipynb 15_drills.ipynb 16_for_teachers.ipynb 17_play_together.ipynb \
	20_tables.ipynb 21_puzzles.ipynb dashboards/blood.ipynb dashboards/vtes_ring.ipynb dashboards/watch.ipynb \
	laboratory/vtes_from_python.ipynb laboratory/your_own_game.ipynb laboratory/your_own_position.ipynb rivals/01_the_turn.ipynb rivals/drills.ipynb \
	vtes/05_combat.ipynb vtes/drills.ipynb))
notebooks: $(VENV)/.ready-test
	@$(PART) notebooks $(PYTEST) -n auto --dist loadfile \
		-p nbval.plugin -p tests.notebooks.own_sockets --nbval-lax --nbval-current-env --nbval-cell-timeout=900 \
		$(if $(ONLY),-k "$(ONLY)") $(NOTEBOOKS)

# In a process of its own: the browser's event loop and the notebooks' do not go together. Tests of whole servers come
# last, and the long ones among them one after the other, for they need all of the machine.
SERVERS := $(addprefix tests/browser/test_,binder.py class.py docs.py hub.py site.py)
browser: $(VENV)/.ready-test
	@sh scripts/browser_needs.sh
	@chromium="$$(sh scripts/chromium.sh)" && export VENDETTA_CHROMIUM="$$chromium" && \
		$(PART) browser $(PYTEST) -n auto $(SELECTED) $(addprefix --ignore=,$(SERVERS)) tests/browser

servers: $(VENV)/.ready-test $(if $(MADE),,$(FOR_SERVERS) $(if $(LONG),binder docs))
	@sh scripts/browser_needs.sh
	@chromium="$$(sh scripts/chromium.sh)" && export VENDETTA_CHROMIUM="$$chromium" && \
		$(PART) servers $(PYTEST) $(if $(LONG),,-n auto) $(SELECTED) $(SERVERS)

lesson-notebooks: $(VENV)/.ready-test
	@$(BIN)/python scripts/lesson_notebooks.py

pictures: $(VENV)/.ready-test
	@sh scripts/browser_needs.sh
	@chromium="$$(sh scripts/chromium.sh)" && export VENDETTA_CHROMIUM="$$chromium" && $(BIN)/python -m scripts.pictures

site: .venv-site/.ready-site
	@mkdir -p build
	@sh scripts/npm.sh
	@.venv-site/bin/python scripts/site.py

docs: .venv-docs/.ready-docs
	@$(PART) docs .venv-docs/bin/python scripts/docs.py

binder: $(VENV)/.ready-test
	@$(BIN)/python scripts/binder.py

# JupyterHub's proxy is a Node.js program.
$(HUB_PROXY):
	@sh scripts/npm.sh
	@npm install --silent --no-fund --no-audit --prefix build/hub configurable-http-proxy@5.3.0

bench: .venv-bench/.ready-bench
	@.venv-bench/bin/python -m benchmarks

bench-lab: .venv-bench/.ready-bench
	@.venv-bench/bin/python -m benchmarks.simulate
	@.venv-bench/bin/python -m benchmarks.simulate --memory

bench-pages: $(VENV)/.ready-test
	@chromium="$$(sh scripts/chromium.sh)" && export VENDETTA_CHROMIUM="$$chromium" && \
		$(BIN)/python -m benchmarks.pages && $(BIN)/python -m benchmarks.figures && \
		$(BIN)/python -m benchmarks.together

wheel: $(VENV)/.ready-test
	@$(BIN)/python -m pip wheel -qq --no-input --no-deps --no-build-isolation -w build/dist .
	@ls build/dist

release: $(VENV)/.ready-test
	@$(BIN)/python scripts/release.py

pins:
	@sh scripts/pins.sh

clean:
	@rm -rf .venv .venv-bench .venv-site .venv-docs .venv-pins .venv*.old build dist
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
