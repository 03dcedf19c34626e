package main

import (
	"fmt"
	"strings"
)

// tagsOf reads the tags of workers.
func tagsOf(flag string, texts []string) (map[string]string, error) {
	var tags map[string]string
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" || value == "" {
			return nil, fmt.Errorf("--%s has %q, want NAME=VALUE", flag, text)
		}
		if _, twice := tags[name]; twice {
			return nil, fmt.Errorf("--%s names %s twice", flag, name)
		}
		if tags == nil {
			tags = map[string]string{}
		}
		tags[name] = value
	}
	return tags, nil
}
