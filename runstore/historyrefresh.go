package runstore

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"
)

// refreshBatch bounds how many runs are held in memory at once, and how long
// another process waits for its turn to write.
const refreshBatch = 64

// refresh brings the index up to date: it reads the folders that are new or
// whose files have changed, and forgets those that are gone.
func (h *History) refresh() error {
	places, err := h.index.places()
	if err != nil {
		return err
	}
	found, err := h.runFolders()
	if err != nil {
		return err
	}
	h.places = map[string]nightPlace{}
	var changed, gone []string
	for _, p := range places {
		if found[p.folder] == "" {
			gone = append(gone, p.folder)
			continue
		}
		h.places[p.folder] = p
	}
	for folder, stamp := range found {
		if h.places[folder].stamp != stamp {
			changed = append(changed, folder)
		}
	}
	if len(changed)+len(gone) == 0 {
		return nil
	}
	slices.Sort(changed)
	return h.reindex(changed, gone, found, len(places) == 0)
}

// runFolders returns the stamp of each folder that holds a run.
func (h *History) runFolders() (map[string]string, error) {
	entries, err := os.ReadDir(h.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	found := map[string]string{}
	for _, e := range entries {
		path := filepath.Join(h.dir, e.Name())
		if info := fileStamp(filepath.Join(path, InfoFile)); info != "" {
			found[e.Name()] = info + " " + fileStamp(filepath.Join(path, ReportFile))
		}
	}
	return found, nil
}

// fileStamp changes with a file; it is "" for one that is not there.
func fileStamp(path string) string {
	stat, err := os.Stat(path)
	if err != nil || !stat.Mode().IsRegular() {
		return ""
	}
	return fmt.Sprintf("%d@%d", stat.Size(), stat.ModTime().UnixNano())
}

// reindex reads folders and puts them into the index.
func (h *History) reindex(changed, gone []string, stamps map[string]string, fresh bool) error {
	for first := true; first || len(changed) > 0; first = false {
		batch := changed[:min(refreshBatch, len(changed))]
		changed = changed[len(batch):]
		rows, unread := h.readBatch(batch, stamps)
		if err := h.index.update(rows, append(gone, unread...)); err != nil {
			return err
		}
		for _, r := range rows {
			h.places[r.folder] = r.nightPlace
		}
		gone = nil
	}
	if fresh && h.stage == asFound && len(h.places) > 0 {
		h.warn(fmt.Sprintf("%s is new: made from %s", h.path(), runsCounted(len(h.places))))
	}
	return nil
}

// readBatch reads folders. One that cannot be read is named and has no row, so
// that it is tried again next time; unread are those that had one.
func (h *History) readBatch(batch []string, stamps map[string]string) (rows []historyRow, unread []string) {
	read, errs := h.readAll(batch)
	for i, folder := range batch {
		_, known := h.places[folder]
		delete(h.places, folder)
		switch {
		case errs[i] == nil:
			read[i].stamp = stamps[folder]
			rows = append(rows, read[i])
		case known:
			unread = append(unread, folder)
			fallthrough
		default:
			h.warn(errs[i].Error())
		}
	}
	return rows, unread
}

func runsCounted(n int) string {
	if n == 1 {
		return "1 run"
	}
	return strconv.Itoa(n) + " runs"
}

// readAll reads folders on all cores, in the order given.
func (h *History) readAll(folders []string) ([]historyRow, []error) {
	rows, errs := make([]historyRow, len(folders)), make([]error, len(folders))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(folders)) {
		workers.Go(func() {
			for i := range next {
				rows[i], errs[i] = readRow(h.dir, folders[i])
			}
		})
	}
	for i := range folders {
		next <- i
	}
	close(next)
	workers.Wait()
	return rows, errs
}

func readRow(dir, folder string) (historyRow, error) {
	n, packed, err := readNight(filepath.Join(dir, folder))
	if err != nil {
		return historyRow{}, err
	}
	head, err := json.Marshal(n)
	if err != nil {
		return historyRow{}, fmt.Errorf("index run %s: %w", folder, err)
	}
	place := nightPlace{folder: folder, run: n.Run, suite: n.Suite, started: n.Started.UTC().Truncate(time.Microsecond)}
	return historyRow{nightPlace: place, head: head, packed: packed}, nil
}
