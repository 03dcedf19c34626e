package stats

// PassK says what k of n tries of one question would give, of which c
// passed: every is the chance that k tries drawn without replacement all
// pass, some that at least one does. With k = n they are 1 or 0: did all
// tries pass, did any. They do not exist for k outside 1..n or c outside
// 0..n.
func PassK(n, c, k int) (every, some float64, ok bool) {
	if !countsOK(c, n) || k < 1 || k > n {
		return 0, 0, false
	}
	every, none := 1.0, 1.0
	for i := range k {
		every *= float64(max(0, c-i)) / float64(n-i)
		none *= float64(max(0, n-c-i)) / float64(n-i)
	}
	return every, 1 - none, true
}
