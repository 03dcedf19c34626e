package review

import (
	"fmt"
	"mime"
	"net/http"

	"github.com/evalrun/evalrun/runstore"
)

// labelsTable sends all labels as CSV. It tells what the judge gave.
func (s *Server) labelsTable(w http.ResponseWriter, r *http.Request) error {
	run, err := s.openRunOf(r)
	if err != nil {
		return err
	}
	said, err := run.log.Read()
	if err != nil {
		return err
	}
	rows := rowsByID(run)
	labels, _ := said.All()
	for _, l := range labels {
		if one := rows[l.ID]; one != nil && l.Judge != nil {
			run.seen.note(one.Seq)
		}
	}
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": run.name + "-labels.csv"}))
	if err := runstore.WriteLabelsCSV(w, said); err != nil {
		s.cfg.Warn(fmt.Sprintf("send labels of %s: %v", run.name, err))
	}
	return nil
}
