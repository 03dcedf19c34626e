package ranking

import (
	"fmt"
	"testing"

	"github.com/evalrun/evalrun/grounding/repository"
)

// BenchmarkRank ranks what a checkout of 240,000 lines holds.
func BenchmarkRank(b *testing.B) {
	var files []repository.File
	for i := range 540 {
		var texts []string
		for j := range 30 {
			texts = append(texts, fmt.Sprintf("func (s *seriesStore%d) CompactOverlappingBlocks%d(ctx context.Context, retention time.Duration) (stats Compaction, err error)", i%50, j))
		}
		files = append(files, file(fmt.Sprintf("storage/series%d/compact.go", i), "Compacts series on disk.", texts...))
	}
	b.ReportAllocs()
	for b.Loop() {
		rank(files, "How does compaction choose overlapping blocks?", nil, 5)
	}
}
