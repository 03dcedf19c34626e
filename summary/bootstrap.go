package summary

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/evalrun/evalrun/results"
	"github.com/evalrun/evalrun/stats"
)

// seedBits of a seed survive every reader of JSON.
const seedBits = 53

// seedOf takes the seed of a run's bootstraps from what it asks, so that the
// same results give the same bytes.
func seedOf(info results.RunInfo) uint64 {
	sum := sha256.Sum256([]byte(info.SuiteHash))
	return binary.BigEndian.Uint64(sum[:]) >> (64 - seedBits)
}

const notTold = "no interval: resamples of the questions do not tell how far off it may be"

// resampled is the interval of a figure whose clusters were drawn anew.
type resampled struct {
	lo, hi    *float64
	reason    string // why there is none
	bootstrap *results.Bootstrap
}

func resample(counts *stats.ClusterCounts, figure func(stats.Counts) (float64, bool), seed uint64) resampled {
	if counts.Clusters() < 2 {
		return resampled{reason: oneCluster}
	}
	interval, ok := counts.Bootstrap(figure, confidenceLevel, seed)
	if !ok {
		return resampled{reason: notTold}
	}
	return resampled{
		lo: &interval.Lo, hi: &interval.Hi,
		bootstrap: &results.Bootstrap{Replicates: stats.BootstrapReplicates, Seed: seed},
	}
}
