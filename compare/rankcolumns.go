package compare

import (
	"github.com/evalrun/evalrun/stats"
)

// columns are the complete cases of one series: the questions with a value in
// every run.
type columns struct {
	reader  reader
	values  [][]float64 // by run
	k, n    []int       // of rates, by run: answers that count, answers
	shares  []stats.Proportion
	groups  []string
	missing []int
}

func (r *ranking) columns(reader reader) columns {
	size := len(r.runs)
	c := columns{
		reader: reader, values: make([][]float64, size), k: make([]int, size), n: make([]int, size),
		shares: make([]stats.Proportion, size), missing: make([]int, size),
	}
	for i, question := range r.questions {
		read := make([]reading, size)
		complete, foreigner := true, false
		for k, q := range question {
			read[k] = reader.read(q)
			foreigner = foreigner || read[k].status == foreign
			complete = complete && read[k].status == have
		}
		if foreigner {
			continue
		}
		for k := range read {
			if read[k].status != have {
				c.missing[k]++
			}
		}
		if complete {
			c.take(read, r.groups[i])
		}
	}
	return c
}

func (c *columns) take(read []reading, group string) {
	c.groups = append(c.groups, group)
	for k, v := range read {
		c.values[k] = append(c.values[k], v.value)
		c.k[k], c.n[k] = c.k[k]+v.k, c.n[k]+v.n
		c.shares[k].Add(group, v.k, v.n)
	}
}

// row is one run's own level with its interval.
func (c *columns) row(k int) RankRow {
	m := measured{kind: c.reader.kind}
	row := RankRow{Run: k, Level: m.level(c.values[k], c.k[k], c.n[k])}
	if c.reader.kind == Mean {
		if e, ok := stats.MeanCICluster(c.values[k], c.groups, conf); ok && e.Beta != nil {
			row.Lo, row.Hi = &e.Beta.Lo, &e.Beta.Hi
		}
		return row
	}
	if i, ok := c.shares[k].Interval(conf); ok {
		// Of questions that lost some of their answers, the mean share is not
		// quite the share of answers.
		row.Lo, row.Hi = new(min(i.Lo, *row.Level.Rate)), new(max(i.Hi, *row.Level.Rate))
	}
	return row
}
