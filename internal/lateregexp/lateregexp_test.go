package lateregexp

import "testing"

func TestAnExpressionIsCompiledWhenItIsUsedAndOnce(t *testing.T) {
	wrong := New(`(`) // nobody uses it yet
	right := New(`^a+$`)
	first, second := right(), right()
	if !right().MatchString("aaa") || first != second {
		t.Error("compiled wrongly, or twice")
	}
	defer func() {
		if recover() == nil {
			t.Error("a wrong expression passes")
		}
	}()
	wrong()
}
