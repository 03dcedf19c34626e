package stats

import "math"

// jackknifed is the uncertainty of a coefficient from what it becomes when
// one cluster after the other is left out.
type jackknifed struct {
	se float64
	Interval
}

// jackknife needs two clusters, and the coefficient without any one of them:
// where it rests on a single one, its uncertainty cannot be told.
func jackknife(whole float64, clusters int, conf float64, without func(cluster int) (float64, bool)) (jackknifed, bool) {
	critical, ok := tQuantile(conf, clusters-1)
	if !ok {
		return jackknifed{}, false
	}
	var left running
	for c := range clusters {
		value, ok := without(c)
		if !ok {
			return jackknifed{}, false
		}
		left.add(value)
	}
	g := float64(clusters)
	se := math.Sqrt((g - 1) / g * left.m2)
	return jackknifed{se, Interval{Lo: whole - critical*se, Hi: whole + critical*se}}, true
}

// rowsByCluster lists the rows of each cluster in order of first sight. An
// empty label stands alone; nil leaves all rows alone.
func rowsByCluster(clusters []string, n int) [][]int {
	var out [][]int
	place := map[string]int{}
	for row := range n {
		name := ""
		if clusters != nil {
			name = clusters[row]
		}
		at, seen := place[name]
		if name == "" || !seen {
			at = len(out)
			out = append(out, nil)
			place[name] = at
		}
		out[at] = append(out[at], row)
	}
	return out
}
