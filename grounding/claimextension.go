package grounding

// codeExtensions are those of code and configuration, by which a bare name
// counts as a file.
var codeExtensions = setOf(
	"js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "vue", "svelte",
	"py", "pyi", "ipynb", "rb", "go", "rs", "java", "kt", "kts", "scala", "swift", "dart", "php", "lua", "r", "R", "Rmd",
	"c", "h", "cc", "cpp", "cxx", "hh", "hpp", "cs", "csproj", "sln",
	"sh", "bash", "zsh", "fish", "ps1", "psm1", "psd1", "bat",
	"json", "jsonc", "yaml", "yml", "toml", "ini", "cfg", "xml", "sql", "graphql", "proto", "tf", "gradle",
	"html", "css", "scss", "less", "md",
)

// memberExtensions name members more often than files: self.h, utils.r, m.c.
// Such a file needs its folder to be one.
var memberExtensions = setOf("c", "h", "r")

// productNames are spelled like files and are none.
var productNames = setOf(
	"node.js", "next.js", "nuxt.js", "vue.js", "react.js", "angular.js", "ember.js", "backbone.js", "express.js", "nest.js",
	"three.js", "d3.js", "p5.js", "chart.js", "moment.js", "day.js", "discord.js", "alpine.js", "knockout.js",
	"require.js", "babylon.js", "tensorflow.js", "plotly.js", "matter.js", "pixi.js", "electron.js", "solid.js", "underscore.js",
	"handlebars.js", "highlight.js", "video.js", "polymer.js", "meteor.js", "sails.js", "koa.js", "hapi.js", "leaflet.js", "io.js", "standard.js",
	"docs.rs", "bun.sh", "brew.sh",
)

func setOf(words ...string) map[string]bool {
	set := make(map[string]bool, len(words))
	for _, w := range words {
		set[w] = true
	}
	return set
}
