package suites

// node is a value of a suite, whichever syntax it was written in: YAML and
// JSON questions are read by the same rules because both become nodes first.
type node struct {
	kind  kind
	value string // of a scalar: the characters as typed
	pairs []pair // of a mapping, in file order
	items []*node
	pos   position
	tag   string // a YAML tag that evalrun gives no meaning
	// comment is the line comment behind an unquoted scalar. A text that was
	// meant to hold " #" was cut there.
	comment string
}

type pair struct{ key, value *node }

// kind is the type of a node. Text is everything scalar that is neither null,
// nor a boolean, nor a number; a reader of text takes those as typed, too.
type kind int

const (
	kindNull kind = iota
	kindBoolean
	kindNumber
	kindText
	kindList
	kindMapping
)

// String names the kind as a message does: "is a list".
func (k kind) String() string {
	return [...]string{"empty", "a boolean", "a number", "text", "a list", "a mapping"}[k]
}

// compound reports what cannot be a key.
func (n *node) compound() bool { return n.kind == kindList || n.kind == kindMapping }

func (k kind) scalar() bool { return k == kindBoolean || k == kindNumber || k == kindText }
