package entail

import (
	"math"
	"strconv"
	"strings"
)

// coerced is a value as JavaScript makes it a string.
func coerced(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return jsNumber(v)
	case []any:
		parts := make([]string, len(v))
		for i, member := range v {
			if member != nil {
				parts[i] = coerced(member)
			}
		}
		return strings.Join(parts, ",")
	}
	return "[object Object]"
}

func jsNumber(f float64) string {
	if size := math.Abs(f); f == 0 || size >= 1e-6 && size < 1e21 {
		return strconv.FormatFloat(f+0, 'f', -1, 64)
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	s = strings.Replace(s, "e-0", "e-", 1)
	return strings.Replace(s, "e+0", "e+", 1)
}
