package repository

// Import tells whether code of a language ("js", "python" or "go") can import
// a path in this checkout. Other languages are Undecided.
//
// Declared is as good as present: whether a package that a manifest declares
// has the subpackage that is imported is not looked at. A Python package of
// others is Undecided also where it is declared, because a distribution and
// what it is imported as differ in name.
func (x *Index) Import(language, path string) Status {
	switch {
	case path == "":
		return Undecided
	case language == "js":
		return x.importJS(path)
	case language == "python":
		return x.importPython(path)
	case language == "go":
		return x.importGo(path)
	}
	return Undecided
}
