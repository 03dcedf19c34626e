//go:build !unix

package targets

import "io"

var errReset = io.EOF
