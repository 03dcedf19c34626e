package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// enumerated tries all signs of at most a dozen whole values.
func enumerated(values []int) (two, less, greater float64) {
	seen := 0
	for _, v := range values {
		seen += v
	}
	all := 1 << len(values)
	for signs := range all {
		s := 0
		for i, v := range values {
			if signs>>i&1 == 1 {
				s += max(v, -v)
			} else {
				s -= max(v, -v)
			}
		}
		if max(s, -s) >= max(seen, -seen) {
			two++
		}
		if s <= seen {
			less++
		}
		if s >= seen {
			greater++
		}
	}
	n := float64(all)
	return two / n, less / n, greater / n
}

// drawnDifferences are differences of repeats' means, in sixths, with labels
// of mixed size.
func drawnDifferences(seed uint64, n int) ([]float64, []string) {
	r := rand.New(rand.NewPCG(seed, 11))
	d, names := make([]float64, n), make([]string, n)
	for i := range d {
		d[i] = float64(r.IntN(13)-6) / 6
		if k := r.IntN(n); k > n/2 {
			names[i] = fmt.Sprint("g", k)
		}
	}
	return d, names
}

func TestSignFlipEqualsTryingAllSigns(t *testing.T) {
	for seed := range uint64(300) {
		d, _ := drawnDifferences(seed, 1+int(seed)%12)
		whole := make([]int, len(d))
		for i := range d {
			whole[i] = int(math.Round(6 * d[i]))
		}
		two, less, greater := enumerated(whole)
		got := SignFlipExact(d)
		if math.Abs(got.PTwo-two) > 1e-12 || math.Abs(got.PLess-less) > 1e-12 || math.Abs(got.PGreater-greater) > 1e-12 {
			t.Fatalf("%v: %+v, want %v %v %v", d, got, two, less, greater)
		}
	}
}

func TestSwappingRunsMirrorsTheSignFlip(t *testing.T) {
	near := cmpopts.EquateApprox(0, 1e-12)
	for seed := range uint64(100) {
		d, names := drawnDifferences(seed, 40)
		there, back := SignFlipCluster(d, names), SignFlipCluster(negated(d), names)
		there.Sum, there.PLess, there.PGreater = -there.Sum, there.PGreater, there.PLess
		if diff := cmp.Diff(there, back, near); diff != "" {
			t.Fatalf("seed %d: %s", seed, diff)
		}
	}
}

func negated(d []float64) []float64 {
	out := slices.Clone(d)
	for i := range out {
		out[i] = -out[i]
	}
	return out
}

func TestSignFlipDoesNotDependOnOrderOrLabels(t *testing.T) {
	for seed := range uint64(100) {
		d, names := drawnDifferences(seed, 50)
		want := SignFlipCluster(d, names)
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(d), func(i, j int) {
			d[i], d[j], names[i], names[j] = d[j], d[i], names[j], names[i]
		})
		for i := range names {
			if names[i] != "" {
				names[i] = "other " + names[i]
			}
		}
		if got := SignFlipCluster(d, names); got != want {
			t.Fatalf("seed %d: %+v, want %+v", seed, got, want)
		}
	}
}

func TestSingletonClustersAreThePlainSignFlip(t *testing.T) {
	d, names := drawnDifferences(5, 60)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	if got, want := SignFlipCluster(d, names), SignFlipExact(d); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestSignFlipWithoutAChangeProvesNothing(t *testing.T) {
	for name, d := range map[string][]float64{
		"no pairs":        nil,
		"all tied":        {0, 0, 0},
		"rounding":        {1e-13, -1e-13},
		"no numbers":      {math.NaN(), math.Inf(1)},
		"sum is zero":     {1, -1},
		"cancelled sixth": {1.0 / 6, -1.0 / 6},
	} {
		t.Run(name, func(t *testing.T) {
			if got := SignFlipExact(d); got.PTwo != 1 || got.Sum != 0 {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestMembersOfAClusterThatCancelCarryNoSign(t *testing.T) {
	got := SignFlipCluster([]float64{1.0 / 3, 1.0 / 3, -2.0 / 3, 1}, []string{"a", "a", "a", "b"})
	if got.M != 1 || got.Clusters != 2 || got.PTwo != 1 {
		t.Errorf("%+v", got)
	}
}

// With all values equal the sum is a binomial count.
func TestSignFlipOfManyEqualValuesIsBinomial(t *testing.T) {
	for _, n := range []int{10, 500, 10_000} {
		for _, down := range []float64{0.5, 0.49, 0.4} {
			d := slices.Repeat([]float64{1}, n)
			lower := int(float64(n) * down)
			for i := range lower {
				d[i] = -1
			}
			want := McNemarExact(lower, n-lower).PTwo
			if got := SignFlipExact(d).PTwo; math.Abs(got-want) > 1e-9*want+1e-32 {
				t.Errorf("%d of %d down: %v, want %v", lower, n, got, want)
			}
		}
	}
}

func TestPIsNeverBelowTheSmallestPossible(t *testing.T) {
	for _, n := range []int{1, 5, 60, 200, 2000} {
		got := SignFlipExact(slices.Repeat([]float64{-2}, n))
		if got.PTwo < got.PMin || got.PLess < got.PMin/2 || got.PMin <= 0 {
			t.Errorf("%d lower: %+v", n, got)
		}
	}
}

// Values too many and too fine are rounded; the chances barely notice.
func TestCoarseChancesStayCloseToTheNormalLimit(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, shift := range []int{0, 200, 500} {
		values := make([]int, 2000)
		total, squared := 0.0, 0.0
		for i := range values {
			values[i] = r.IntN(20_001) - 10_000 + shift
			total += float64(values[i])
			squared += float64(values[i]) * float64(values[i])
		}
		want := math.Erfc(math.Abs(total) / math.Sqrt(2*squared))
		if got := tailsWithin(4e6, values); math.Abs(got.two-want) > 1e-3 {
			t.Errorf("shifted by %v: %v, normal limit %v", shift, got.two, want)
		}
	}
}

func TestCoarseningKeepsTheExactChances(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	for range 20 {
		values := make([]int, 100)
		for i := range values {
			values[i] = r.IntN(601) - 280
		}
		fine := exactTails(values)
		got := tailsWithin(2e5, values)
		if math.Abs(fine.two-got.two) > 2e-3 || math.Abs(fine.less-got.less) > 1e-3 {
			t.Errorf("%+v, without rounding %+v", got, fine)
		}
		if whole := coinTails(values); math.Abs(fine.two-whole.two) > 1e-12 || math.Abs(fine.greater-whole.greater) > 1e-12 {
			t.Errorf("affordable values: %+v, want %+v", whole, fine)
		}
	}
}

// exactTails is coinTails without its two limits, by brute force.
func exactTails(values []int) tails {
	total, positive := 0, 0
	for _, v := range values {
		total += max(v, -v)
		positive += max(v, 0)
	}
	chances := make([]float64, total+1)
	chances[0] = 1
	for _, v := range values {
		step := max(v, -v)
		if step == 0 {
			continue
		}
		for s := total; s >= 0; s-- {
			chances[s] /= 2
			if s >= step {
				chances[s] += chances[s-step] / 2
			}
		}
	}
	less := sum(chances[:positive+1])
	greater := sum(chances[positive:])
	return tails{two: math.Min(1, 2*math.Min(less, greater)), less: less, greater: greater}
}

func FuzzSignFlip(f *testing.F) {
	f.Add([]byte{1, 2, 3}, 1.0)
	f.Add([]byte{255, 0, 128}, 1e300)
	f.Add([]byte{}, math.NaN())
	f.Fuzz(func(t *testing.T, raw []byte, factor float64) {
		if len(raw) > 200 {
			raw = raw[:200]
		}
		d := make([]float64, len(raw))
		names := make([]string, len(raw))
		for i, b := range raw {
			d[i] = (float64(b) - 128) * factor
			names[i] = []string{"", "", "a", "b"}[b&3]
		}
		got := SignFlipCluster(d, names)
		for _, p := range []float64{got.PTwo, got.PLess, got.PGreater, got.PMin} {
			if !(p > 0 && p <= 1) {
				t.Errorf("%+v", got)
			}
		}
	})
}

func BenchmarkSignFlip(b *testing.B) {
	for _, c := range []struct {
		name      string
		n, levels int
	}{
		{"n=1000,whole", 1000, 4}, {"n=10000,whole", 10_000, 4}, {"n=10000,sixths", 10_000, 24}, {"n=10000,finest", 10_000, 4 * finestUnit},
	} {
		r := rand.New(rand.NewPCG(1, 1))
		d := make([]float64, c.n)
		for i := range d {
			d[i] = float64(r.IntN(2*c.levels+1)-c.levels) * 4 / float64(c.levels)
		}
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				SignFlipExact(d)
			}
		})
	}
}
