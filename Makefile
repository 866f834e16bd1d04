# Everything lives in .venv and _build. CI calls these targets and nothing of its own: .github/ and
# .ci/run (for a runner beside which the real observations may lie) are `make test`.
PYTHON ?= python3
PORT ?= 8000
export PORT RUN CHAPTER LEVEL

run := @"$(PYTHON)" tools/run.py

.PHONY: help env deps book serve lab exercises demo test lint bank bench lock clean pdf epub slides

help:       ## list the targets
	$(run) help
env:        ## create or update .venv (others do so by themselves; LEVEL=test: with all that tests need)
	$(run) env
deps:       ## install the Debian packages of the tests, as only `make test` does, too
	$(run) deps
book:       ## build the book, with every cell executed, into _build/html
	$(run) book
serve:      ## build the book and serve it on 127.0.0.1, its cells alive (RUN=no: to read only; PORT=8000, or the next free one)
	$(run) serve
pdf:        ## print the book into _build/pdf (with Chromium)
	$(run) pdf
epub:       ## write the book as an e-book into _build/epub
	$(run) epub
slides:     ## print the slides of all chapters into _build/slides
	$(run) slides
lab:        ## open JupyterLab on a copy of the assignments (CHAPTER=gtvmin: of that chapter)
	$(run) lab
exercises:  ## rebuild exercises/ from the text in solutions/
	$(run) exercises
demo:       ## rehearse a term with a simulated class of 60 (with bubblewrap; ARGS="--students 10 gtvmin": a part)
	$(run) demo $(ARGS)
test:       ## install what the tests need and run them all (ARGS="-k gtvmin": a part; AGAIN=1: though nothing changed)
	$(run) test $(ARGS)
lint:       ## check format, style, types, spelling and prose
	$(run) lint
bank:       ## grade the bank of right and wrong answers and mutants (ARGS="gtvmin": a part)
	$(run) bank $(ARGS)
bench:      ## run benchmarks/ (ratios against peers in one run)
	$(run) bench $(ARGS)
lock:       ## pin every dependency anew, for all targets and for the light ones
	$(run) lock
clean:      ## remove what was built; .venv stays
	$(run) clean
