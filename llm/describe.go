package llm

import "strings"

// Endpoint is the address that is called, without the final path part and
// without anything secret: a base URL may hold neither query nor user.
func (c *Client) Endpoint() string { return strings.TrimSuffix(c.address, callSuffix) }

// SendsTemperature reports whether a request's temperature reaches the model,
// as far as this client has learned. A model that refuses the parameter
// judges at the provider's default, which is another way of judging.
func (c *Client) SendsTemperature() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.learned.noTemperature
}
