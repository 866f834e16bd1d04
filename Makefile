# Everything lives in .venv and _build. CI calls these targets and nothing of its own.
PYTHON ?= python3
PORT ?= 8000
export PORT CHAPTER

run := @"$(PYTHON)" tools/run.py

.PHONY: help env book serve lab exercises demo test lint bank bench lock clean pdf epub slides

help:       ## list the targets
	$(run) help
env:        ## create or update .venv (every other target does so by itself)
	$(run) env
book:       ## build the book, with every cell executed, into _build/html
	$(run) book
serve:      ## build the book and serve it on 127.0.0.1 (PORT=8000, or the next free one)
	$(run) serve
pdf:        ## print the book into _build/pdf (with Chromium)
	$(run) pdf
epub:       ## write the book as an e-book into _build/epub
	$(run) epub
slides:     ## print the slides of all chapters into _build/slides
	$(run) slides
lab:        ## open JupyterLab on the exercises (CHAPTER=gtvmin: on that chapter of the book)
	$(run) lab
exercises:  ## rebuild exercises/ from the text in solutions/
	$(run) exercises
demo:       ## rehearse a term with a simulated class of 60 (ARGS="--students 10 gtvmin": a part)
	$(run) demo $(ARGS)
test:       ## install what the tests need and run them all (ARGS="-k gtvmin": a part; AGAIN=1: though nothing changed)
	$(run) test $(ARGS)
lint:       ## check format, style, types, spelling and prose
	$(run) lint
bank:       ## grade the bank of right and wrong answers and mutants (ARGS="gtvmin": a part)
	$(run) bank $(ARGS)
bench:      ## run benchmarks/ (ratios against peers in one run)
	$(run) bench $(ARGS)
lock:       ## pin every dependency anew in requirements.lock
	$(run) lock
clean:      ## remove what was built; .venv stays
	$(run) clean
