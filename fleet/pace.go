package fleet

import "time"

// pace counts what was done within the last minute, by the second.
type pace struct {
	counts [60]int
	last   int64 // the second that was counted last
}

func (p *pace) add(now time.Time) {
	p.forward(now.Unix())
	p.counts[now.Unix()%60]++
}

// perMinute is what the minute before now had.
func (p *pace) perMinute(now time.Time) float64 {
	p.forward(now.Unix())
	sum := 0
	for _, n := range p.counts {
		sum += n
	}
	return float64(sum)
}

// forward empties the seconds since the last one.
func (p *pace) forward(second int64) {
	for s := max(p.last+1, second-59); s <= second; s++ {
		p.counts[s%60] = 0
	}
	p.last = max(p.last, second)
}
