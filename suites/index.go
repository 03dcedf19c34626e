package suites

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// index knows the ids of all suites of a command. It keeps hashes instead of
// the ids themselves, so that a million of them take tens of megabytes.
type index struct {
	files []string
	seen  map[idHash]place
}

type idHash [16]byte

// place is where an id was first used. Only an id with capitals is entered a
// second time, under its small letters, as near: another id may take those.
type place struct {
	file int32
	line int32
	near bool
}

func newIndex() *index { return &index{seen: map[idHash]place{}} }

// enter notes an id. It returns the place of an equal id, or of one that
// differs in case only.
func (x *index) enter(id, file string, line int) (equal, alike *position, where string) {
	here := place{file: x.number(file), line: int32(line)}
	exact := hashID(id)
	before, found := x.seen[exact]
	if found && !before.near {
		return &position{line: int(before.line)}, nil, x.files[before.file]
	}
	x.seen[exact] = here
	if found {
		return nil, &position{line: int(before.line)}, x.files[before.file]
	}
	small := strings.ToLower(id)
	if small == id {
		return nil, nil, ""
	}
	folded := hashID(small)
	if before, found = x.seen[folded]; found {
		return nil, &position{line: int(before.line)}, x.files[before.file]
	}
	here.near = true
	x.seen[folded] = here
	return nil, nil, ""
}

func (x *index) number(file string) int32 {
	if n := len(x.files); n == 0 || x.files[n-1] != file {
		x.files = append(x.files, file)
	}
	return int32(len(x.files) - 1)
}

func hashID(id string) idHash {
	sum := sha256.Sum256([]byte(id))
	return idHash(sum[:16])
}

// pairHashes make a suite's hash from its questions without holding them.
type pairHashes [][32]byte

func (p *pairHashes) add(id, contentHash string) {
	*p = append(*p, sha256.Sum256([]byte(id+"\x00"+contentHash)))
}

// sum is the same for every order of the questions.
func (p pairHashes) sum() string {
	slices.SortFunc(p, func(a, b [32]byte) int { return bytes.Compare(a[:], b[:]) })
	h := sha256.New()
	for _, pair := range p {
		h.Write(pair[:])
	}
	return hex.EncodeToString(h.Sum(nil))
}
