package targets

// Ref says which target answered, for the run's own record. It holds nothing
// secret: environment variables stand in URL by name, beyond its host.
type Ref struct {
	Type  string // recorded, http, openai or command
	File  string // of recorded answers
	Hash  string // SHA-256 of that file, in hex
	Model string // asked for
	URL   string // without query
	// Settings is a SHA-256, in hex, of everything else that a live target is
	// asked with and read by; "" for recorded answers.
	Settings string
	Version  string // of the application, as it last said itself; "" when it says nothing
}
