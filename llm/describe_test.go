package llm

import "testing"

func TestDescription(t *testing.T) {
	c, server, _ := serve(t, picky, nil)
	if c.Endpoint() != server.URL() {
		t.Errorf("endpoint %q, want %q", c.Endpoint(), server.URL())
	}
	if !c.SendsTemperature() {
		t.Error("a temperature is withheld before it was refused")
	}
	answer(t, c, Request{User: "q", Temperature: at(0)})
	if c.SendsTemperature() {
		t.Error("a refused temperature still counts as sent")
	}
}
