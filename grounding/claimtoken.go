package grounding

import "strings"

// longestPath is above what file systems take in a name and texts in a line.
const longestPath = 1024

// token takes the path that s[i:end] is, if it is one.
func (f *fileScanner) token(s string, i, end int) {
	if end-i > longestPath {
		return
	}
	code := f.inCode(i)
	if !code {
		i, end = unemphasised(s, i, end)
	}
	written := strings.TrimRight(s[i:end], ".")
	path, ok := slashed(written, code, f.windows())
	if strings.HasPrefix(path, "./") {
		ok = ok && !f.code // relative to the program's own folder, which nothing tells
		i, written, path = i+2, written[2:], path[2:]
	}
	if whole := len(path); ok {
		path, ok = filePath(path)
		end = i + len(written) - (whole - len(path))
	}
	if ok {
		f.found = append(f.found, mention{value: path, start: i, end: end})
	}
}

// windows reports where a backslash separates folders: in prose, and in the
// scripts of Windows; in other fences it escapes.
func (f *fileScanner) windows() bool {
	if !f.block.fenced {
		return true
	}
	switch f.block.language {
	case "bat", "batch", "cmd", "dos", "powershell", "ps1", "pwsh":
		return true
	}
	return false
}

// unemphasised takes the marks of Markdown emphasis off both ends; with more
// asterisks on one end the token is a glob and keeps them.
func unemphasised(s string, i, end int) (int, int) {
	for i+1 < end && s[i] == s[end-1] && (s[i] == '*' || s[i] == '_') {
		i, end = i+1, end-1
	}
	return i, end
}
