package llm

import "testing"

func TestBuiltInPricesAreReadableAndDated(t *testing.T) {
	prices, err := BuiltInPrices()
	if err != nil {
		t.Fatal(err)
	}
	for model, p := range prices {
		if p.Input <= 0 || p.Output < p.Input || len(p.AsOf) != len("2025-04") {
			t.Errorf("%s: %+v", model, p)
		}
	}
}

func TestPriceLines(t *testing.T) {
	for _, text := range []string{"m 1 2\n", "m one 2 2025-01\n", "m 1 2 2025-01 more\n"} {
		if got, err := parsePrices(text); err == nil {
			t.Errorf("%q gave %v", text, got)
		}
	}
}

func TestWhichPriceApplies(t *testing.T) {
	prices := Prices{"m": {Input: 1, Output: 1}, "m-2024-05-13": {Input: 5, Output: 5}, "other": {Input: 9}}
	prices = prices.With(Prices{"other": {Input: 2}})
	for model, want := range map[string]float64{
		"m": 1, "m-2025-01-31": 1, "m-20250131": 1, "m-2024-05-13": 5, "other": 2,
		"m-mini": 0, "m-2025": 0, "vendor/m": 0, "": 0,
	} {
		got, known := prices.Of(model)
		if got.Input != want || known != (want > 0) {
			t.Errorf("%q: %v, known %v, want %v", model, got.Input, known, want)
		}
	}
	if c := prices.Cost("nobody", 1000, 1000); c.Known || c.USD != 0 {
		t.Errorf("cost of an unknown model: %+v", c)
	}
}
