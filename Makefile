# evalrun needs Go alone. Every target works on a fresh clone; the two about
# grounding need the labelled sets in the folder that EVALRUN_DATA names.

STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
CC_FOUND    := $(shell command -v $$(go env CC) 2>/dev/null)
BROWSER     := $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)
FUZZTIME    ?= 10s

.PHONY: build demo test slow soak check bench eval-grounding fit-grounding fuzz golden clean

build: ## bin/evalrun, static
	CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o bin/evalrun ./cmd/evalrun

demo: build ## the starter suite against recorded answers, judged offline
	rm -rf bin/demo
	./bin/evalrun init bin/demo
	./bin/evalrun run bin/demo/suite.yaml --answers bin/demo/answers.jsonl --judge offline --out runs

test: ## every test; with the race detector where a C compiler is, in a browser where one is
ifeq ($(BROWSER),)
	@echo "no browser (chromium, google-chrome): the tests of pages in one are skipped"
endif
ifeq ($(CC_FOUND),)
	@echo "no C compiler: testing without the race detector"
	go test -timeout 30m ./...
else
	CGO_ENABLED=1 go test -race -timeout 30m ./...
endif

slow: ## the simulations behind intervals, gate, power and charts; some ten minutes
	go test -tags slow -timeout 60m ./stats ./compare

soak: ## a fleet whose workers are killed 50 times, a cluster that loses its leader, two networks with the link cut (needs root)
	go test -tags soak -timeout 20m ./fleet ./cmd/evalrun -run Soak -v

check: ## what CI checks before it tests
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "gofmt -w $$unformatted"; exit 1; fi
	go vet ./...
	go run $(STATICCHECK) ./...
	go mod tidy -diff

bench: ## wall, CPU and memory as ratios to a bare loop measured beside it
	go build -trimpath -o bin/ ./cmd/evalrun ./internal/bareloop ./internal/loopback/cmd/loopback
	go run ./internal/bench -bin bin

eval-grounding: ## the support score on the labelled sets that EVALRUN_DATA holds
	go build -trimpath -o bin/ ./internal/evalgrounding
	./bin/evalgrounding -data "$(EVALRUN_DATA)"

fit-grounding: ## the weights of the support score anew, from the same sets
	go build -trimpath -o bin/ ./internal/evalgrounding
	./bin/evalgrounding -data "$(EVALRUN_DATA)" -fit grounding/support/weights.json

fuzz: ## every fuzz target for FUZZTIME
	@for pkg in $$(go list ./...); do \
	  for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    echo "$$pkg $$target"; go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
	  done; \
	done

golden: ## write the golden files anew; read the diff before you commit it
	go test ./reports ./judgeprompt ./suites -update

clean:
	rm -rf bin
