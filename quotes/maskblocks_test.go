package quotes

import (
	"strings"
	"testing"
)

// TestMaskBlocksKeepsOffsets: the prose stays where it is, and nothing of a
// block, however it is written, is left to be read as prose.
func TestMaskBlocksKeepsOffsets(t *testing.T) {
	for _, block := range []string{
		"EVI1\nc1|1|\"a quote of é\"\nEND_EVI1", "EVI1\nc1|1|\"cut off\"", "```\nEVI1\r\nc1|1|\"fenced\"\r\nEND_EVI1\r\n```",
	} {
		answer := "It fell.[1]{c1}\n\n" + block
		got := MaskBlocks(answer)
		if len(got) != len(answer) || !strings.HasPrefix(got, "It fell.[1]{c1}\n") || strings.TrimSpace(got) != "It fell.[1]{c1}" {
			t.Errorf("%q became %q", answer, got)
		}
	}
	if prose := "No block, EVI1 is a word here."; MaskBlocks(prose) != prose {
		t.Errorf("prose was changed: %q", MaskBlocks(prose))
	}
}
