package loopback

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
)

// transportFaults replace the whole exchange; contentFaults spoil the text
// of a reply that is otherwise good. At most one fault of each kind is drawn.
var (
	transportFaults = []string{
		"hang", "reset", "http429", "http429ms", "http500", "http503", "http400",
		"truncate", "slowbody", "htmlerror", "nochoices",
	}
	contentFaults = []string{
		"empty", "badjson", "cut", "fence", "prose", "think", "missingdim", "extradim",
		"outofrange", "fraction", "stringscore", "noreason", "emptyreason", "dupkey",
		"nullscore", "refusal",
	}
)

// FaultNames lists the faults in the order they are tried.
func FaultNames() []string { return slices.Concat(transportFaults, contentFaults) }

// ParseFaults reads name=rate,name=rate.
func ParseFaults(text string) (map[string]float64, error) {
	out := map[string]float64{}
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, value, found := strings.Cut(part, "=")
		rate, err := strconv.ParseFloat(value, 64)
		if !found || err != nil {
			return nil, fmt.Errorf("fault %q: want name=rate", part)
		}
		out[name] = rate
	}
	return out, nil
}

// plan draws faults from (seed, body, attempt): a request sent again meets a
// draw of its own, and a whole run meets the same faults every time.
type plan struct {
	seed  uint64
	rates map[string]float64
}

func newPlan(rates map[string]float64, seed uint64) (plan, error) {
	names := FaultNames()
	for name, rate := range rates {
		if !slices.Contains(names, name) {
			return plan{}, fmt.Errorf("unknown fault %q; known are %s", name, strings.Join(names, ", "))
		}
		if !(rate >= 0 && rate <= 1) {
			return plan{}, fmt.Errorf("fault %s: rate %v is not between 0 and 1", name, rate)
		}
	}
	p := plan{seed: seed, rates: rates}
	for _, group := range [][]string{transportFaults, contentFaults} {
		sum := 0.0
		for _, name := range group {
			sum += rates[name]
		}
		if sum > 1+1e-9 {
			return plan{}, fmt.Errorf("the rates of %s add up to %.3f, over 1", strings.Join(group, ", "), sum)
		}
	}
	return p, nil
}

// draw picks at most one fault of a group.
func (p plan) draw(group []string, body uint64, attempt int) string {
	if len(p.rates) == 0 {
		return ""
	}
	at := p.unit(group[0], body, attempt)
	for _, name := range group {
		if at < p.rates[name] {
			return name
		}
		at -= p.rates[name]
	}
	return ""
}

// unit maps its arguments evenly onto [0,1).
func (p plan) unit(label string, body uint64, attempt int) float64 {
	buf := make([]byte, 0, 64)
	buf = binary.LittleEndian.AppendUint64(buf, p.seed)
	buf = binary.LittleEndian.AppendUint64(buf, body)
	buf = binary.LittleEndian.AppendUint64(buf, uint64(attempt))
	return float64(digest(append(buf, label...))>>11) / (1 << 53)
}

// digest is FNV-1a with a final mix: FNV alone leaves the top bits uneven.
func digest(data []byte) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(data)
	z := h.Sum64()
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
