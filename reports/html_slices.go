package reports

import "github.com/evalrun/evalrun/results"

// slicesBlock shows the run by tag and by group. Of few questions there are
// counts alone: a rate of three would be read as one.
func slicesBlock(doc *results.ReportDoc) htmlBlock {
	if doc.Slices == nil {
		return htmlBlock{}
	}
	block := htmlBlock{ID: "slices", Title: "Slices", Folded: true, Lead: []string{sliceCaution(doc.Slices)}}
	for _, kind := range []struct {
		name string
		list []results.Slice
		more int
	}{{"tag", doc.Slices.Tags, doc.Slices.MoreTags}, {"group", doc.Slices.Groups, doc.Slices.MoreGroups}} {
		if len(kind.list) == 0 {
			continue
		}
		block.Tables = append(block.Tables, sliceTable(doc.Run, kind.name, kind.list)...)
		if left := len(kind.list) - maxSlicesShown; left > 0 {
			block.Notes = append(block.Notes, plural(left, kind.name)+" more in report.json.")
		}
		if kind.more > 0 {
			block.Notes = append(block.Notes, plural(kind.more, kind.name)+" more not summed up.")
		}
	}
	return block
}

func sliceTable(run results.RunInfo, kind string, list []results.Slice) []htmlTable {
	series := measuredIn(list)
	header := []string{kind, "questions", "pass", "fail", "neither", "pass rate"}
	for _, name := range series {
		header = append(header, string(name))
	}
	var rows [][]htmlCell
	for _, s := range list[:min(len(list), maxSlicesShown)] {
		t := s.Totals
		row := []htmlCell{
			nameCell(s.Name), countCell(s.Questions), countCell(t.Pass), countCell(t.Fail),
			countCell(t.Error + t.Inconclusive + t.Skipped), textCell(partRate(run, s)),
		}
		for _, name := range series {
			cell := figureCell(missing)
			for _, d := range s.Dimensions {
				if d.Name == name {
					cell = textCell(partMean(run, d))
				}
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return tableOf("The run by "+kind, header, rows)
}
