package runstore

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxSuiteBytes keeps a folder's name, with its time and digits, well under
// the 255 bytes that file systems allow.
const maxSuiteBytes = 100

// makeFolder makes <UTC time>-<suite>-<4 hex> in runsDir. Mkdir is exclusive:
// of two runs that start in one second with equal digits, the second one
// counts on until a name is free.
func makeFolder(runsDir, suite string, opt Options) (string, error) {
	if err := os.MkdirAll(runsDir, 0o777); err != nil {
		return "", fmt.Errorf("make runs folder: %w", err)
	}
	var seed [2]byte
	if _, err := io.ReadFull(opt.Rand, seed[:]); err != nil {
		return "", fmt.Errorf("draw a run name: %w", err)
	}
	start := binary.BigEndian.Uint16(seed[:])
	prefix := opt.Now.UTC().Format("20060102T150405Z") + "-" + safeName(suite)
	for i := range 1 << 16 {
		path := filepath.Join(runsDir, fmt.Sprintf("%s-%04x", prefix, start+uint16(i)))
		err := os.Mkdir(path, 0o777)
		if err == nil {
			return path, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", fmt.Errorf("make run folder: %w", err)
		}
	}
	return "", fmt.Errorf("make run folder: every name %s-… is taken", prefix)
}

// safeName keeps ASCII letters, digits, dot, underscore and hyphen, which
// every file system and shell takes as they are, and puts one hyphen in
// place of each run of others.
func safeName(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range s {
		if !safeRune(r) {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		if b.WriteRune(r); b.Len() >= maxSuiteBytes {
			break
		}
	}
	if name := strings.Trim(b.String(), "-."); name != "" {
		return name
	}
	return "suite"
}

func safeRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
		r == '.' || r == '_' || r == '-'
}
