package repository

var (
	slashes  = []string{"//"}
	hashes   = []string{"#"}
	starred  = []fence{{open: "/*", close: "*/", lines: true}}
	double   = fence{open: `"`, close: `"`}
	single   = fence{open: "'", close: "'"}
	tripled  = fence{open: `"""`, close: `"""`, lines: true}
	tripledS = fence{open: "'''", close: "'''", lines: true}
)

// golang needs no row: it is parsed.
var golang = language{name: "go"}

var javascript = language{
	name: "js", heads: true, line: slashes, block: append([]fence{{open: "<!--", close: "-->", lines: true}}, starred...),
	quotes: []fence{double, single}, braces: true, special: jsSpecial,
	declares: list("function class interface enum type namespace"),
	owners:   list("class interface enum namespace"),
	keywords: list("await yield typeof delete void of with super async instanceof enum export default static get set"),
}

var python = language{
	name: "python", line: hashes, quotes: []fence{tripled, tripledS, double, single}, indents: true, docAfter: true,
	declares: list("def class cdef cpdef"), owners: list("class"), spaced: true,
	keywords: list("elif except def lambda is as await async yield del assert raise from with print exec global nonlocal pass match"),
}

var java = language{
	name: "java", heads: true, line: slashes, block: starred, quotes: []fence{tripled, double, single}, braces: true, spaced: true,
	declares: list("class interface enum record def"), owners: list("class interface enum record"),
	keywords: list("instanceof synchronized assert super throws"),
}

var kotlin = language{
	name: "kotlin", line: slashes, block: starred, nested: true, quotes: []fence{tripled, double, single}, braces: true,
	declares: list("fun class interface object typealias"), owners: list("class interface object"),
	keywords: list("when fun is as in throw super val var"),
}

var scala = language{
	name: "scala", line: slashes, block: starred, nested: true, quotes: []fence{tripled, double}, braces: true,
	declares: list("def class trait object type"), owners: list("class trait object"), special: quotedCharacter,
	keywords: list("match def val var yield with super given using"),
}

var csharp = language{
	name: "csharp", heads: true, line: slashes, block: starred, braces: true, spaced: true,
	quotes:   []fence{tripled, {open: `@"`, close: `"`, lines: true, raw: true}, double, single},
	declares: list("class interface enum record struct delegate namespace"),
	owners:   list("class interface enum record struct"),
	keywords: list("using lock fixed unsafe sizeof typeof nameof when is as await yield where base checked unchecked default"),
}

var dart = language{
	name: "dart", heads: true, line: slashes, block: starred, nested: true, braces: true,
	quotes:   []fence{tripled, tripledS, double, single},
	declares: list("class enum mixin extension typedef"), owners: list("class enum mixin extension"),
	keywords: list("await yield assert is as super rethrow"),
}

var clang = language{
	name: "c", heads: true, line: slashes, block: starred, quotes: []fence{double}, braces: true, spaced: true, special: cSpecial,
	declares: list("class struct enum union namespace define concept"), owners: list("class struct enum union namespace"),
	keywords: list("sizeof alignof alignas decltype typeof static_assert defined __attribute__ noexcept operator"),
}

var rust = language{
	name: "rust", line: slashes, block: starred, nested: true, braces: true, special: rustSpecial,
	quotes:   []fence{{open: `"`, close: `"`, lines: true}},
	declares: list("fn struct enum trait type union mod macro_rules"), owners: list("struct enum trait union mod"),
	keywords: list("match fn let mut ref where impl move loop as await unsafe dyn"),
}

var swift = language{
	name: "swift", line: slashes, block: starred, nested: true, quotes: []fence{tripled, double}, braces: true,
	declares: list("func class struct enum protocol extension actor typealias macro"),
	owners:   list("class struct enum protocol extension actor"),
	keywords: list("guard repeat func init is as where inout let var await"),
}

var ruby = language{
	name: "ruby", line: hashes, block: []fence{{open: "\n=begin", close: "\n=end", lines: true}},
	quotes: []fence{double, single}, indents: true,
	declares: list("def class module alias"), owners: list("class module"),
	keywords: list("elsif unless until when then def yield defined begin rescue raise puts end"),
}

var php = language{
	name: "php", line: []string{"//", "#"}, block: starred, quotes: []fence{double, single}, braces: true, spaced: true,
	declares: list("function fn class interface trait enum namespace"), owners: list("class interface trait enum"),
	keywords: list("elseif isset empty unset list array echo print fn match declare use include require require_once include_once exit die"),
}

var shell = language{
	name: "shell", heads: true, line: hashes, braces: true, special: shellSpecial,
	quotes:   []fence{double, {open: "'", close: "'", lines: true, raw: true}},
	declares: list("function"),
	keywords: list("elif then until done fi esac"),
}
