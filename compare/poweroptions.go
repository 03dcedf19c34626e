package compare

import (
	"fmt"
	"maps"
	"slices"
)

func (o *PowerOptions) fill() {
	if o.Power == 0 {
		o.Power = power
	}
	o.Repeats = max(1, o.Repeats)
}

func (o *PowerOptions) check(names []string) error {
	if !(o.Power >= 0.5 && o.Power < 1) {
		return fmt.Errorf("power %v is not from 0.5 to below 1", o.Power)
	}
	if o.SD != nil && !(*o.SD > 0 && *o.SD <= 4) {
		return fmt.Errorf("sd %v is not above 0 and at most 4", *o.SD)
	}
	if o.FlipRate != nil && !(*o.FlipRate >= 0 && *o.FlipRate <= 1) {
		return fmt.Errorf("flip rate %v is not within 0..1", *o.FlipRate)
	}
	for _, name := range slices.Sorted(maps.Keys(o.Drops)) {
		if err := checkAmount("drop", name, o.Drops[name], names); err != nil {
			return err
		}
	}
	return nil
}
