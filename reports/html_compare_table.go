package reports

// tableOf is no table at all without a row.
func tableOf(caption string, header []string, rows [][]htmlCell) []htmlTable {
	if len(rows) == 0 {
		return nil
	}
	return []htmlTable{{Caption: caption, Header: header, Rows: rows}}
}

// listOf is a titled list of at most maxListed entries.
func listOf[T any](title string, list []T, line func(T) string) htmlList {
	items := make([]string, 0, min(len(list), maxListed)+1)
	for _, entry := range list[:min(len(list), maxListed)] {
		items = append(items, line(entry))
	}
	return htmlList{title, restCounted(items, len(list))}
}

// htmlList is a list under a heading; "" for one without.
type htmlList struct {
	Title string
	Items []string
}

// listsOf leaves out the empty ones.
func listsOf(lists ...htmlList) []htmlList {
	var out []htmlList
	for _, l := range lists {
		if len(l.Items) > 0 {
			out = append(out, l)
		}
	}
	return out
}
