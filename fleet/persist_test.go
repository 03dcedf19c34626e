package fleet

import (
	"context"
	"testing"
)

// TestARequestIsMadeAgainWhenTheConnectionIsMadeAnew, however long it may take:
// nobody answers the one that was lost.
func TestARequestIsMadeAgainWhenTheConnectionIsMadeAnew(t *testing.T) {
	conn := testDial(t, testServer(t, serverOptions{}), nil)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	made := 0
	err := conn.persistFor(ctx, 2*patience, func(ctx context.Context) error {
		if made++; made > 1 {
			return nil
		}
		if err := conn.nc.ForceReconnect(); err != nil {
			t.Error(err)
		}
		<-ctx.Done()
		return ctx.Err()
	})
	if err != nil || made != 2 {
		t.Errorf("made %d times: %v", made, err)
	}
}
