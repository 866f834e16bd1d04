# Everything lives in .venv and _build. CI calls these targets and nothing of its own.
PYTHON ?= python3
PORT ?= 8000
export PORT

run := @"$(PYTHON)" .make/run.py

.PHONY: help env book serve lab exercises test lint bank bench lock clean

help:       ## list the targets
	$(run) help
env:        ## create or update .venv (every other target does so by itself)
	$(run) env
book:       ## build the book, with every cell executed, into _build/html
	$(run) book
serve:      ## build the book and serve it on 127.0.0.1 (PORT=8000, or the next free one)
	$(run) serve
lab:        ## open JupyterLab on the exercises
	$(run) lab
exercises:  ## rebuild exercises/ from the text in solutions/
	$(run) exercises
test:       ## install what the tests need and run them all (ARGS="-k gtvmin": a part; AGAIN=1: though nothing changed)
	$(run) test $(ARGS)
lint:       ## check format, style, types and spelling
	$(run) lint
bank:       ## grade the bank of right and wrong answers and mutants (ARGS="gtvmin": a part)
	$(run) bank $(ARGS)
bench:      ## run benchmarks/ (ratios against peers in one run)
	$(run) bench $(ARGS)
lock:       ## pin every dependency anew in requirements.lock
	$(run) lock
clean:      ## remove what was built; .venv stays
	$(run) clean
