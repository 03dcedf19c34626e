package lateregexp

import "testing"

func TestAnExpressionIsCompiledWhenItIsUsedAndOnce(t *testing.T) {
	wrong := New(`(`) // nobody uses it yet
	right := New(`^a+$`)
	if !right().MatchString("aaa") || right() != right() {
		t.Error("compiled wrongly, or twice")
	}
	defer func() {
		if recover() == nil {
			t.Error("a wrong expression passes")
		}
	}()
	wrong()
}
