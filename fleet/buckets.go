package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// heartbeatTTL is how long a worker is taken to be there after its last word.
const heartbeatTTL = 15 * time.Second

// makeBucket opens a bucket that all runs share and makes it where it is not.
func (c *Conn) makeBucket(ctx context.Context, name string) (kv jetstream.KeyValue, err error) {
	config := jetstream.KeyValueConfig{Bucket: name, History: 1}
	if name == workersBucket {
		config.TTL = heartbeatTTL
	}
	err = c.persist(ctx, func(ctx context.Context) (err error) {
		if kv, err = c.js.KeyValue(ctx, name); !errors.Is(err, jetstream.ErrBucketNotFound) {
			return err
		}
		return c.replicated(func(replicas int) (err error) {
			config.Replicas = replicas
			kv, err = c.js.CreateKeyValue(ctx, config)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("make bucket %s: %w", name, err)
	}
	return kv, nil
}

// clusterReplicas are as many as keep what is stored through the loss of one
// server.
const clusterReplicas = 3

// noPeers is the server's code for a cluster of fewer servers than replicas.
const noPeers jetstream.ErrorCode = 10005

// replicated makes something with as many replicas as the servers have room
// for.
func (c *Conn) replicated(make func(replicas int) error) error {
	if c.nc.ConnectedClusterName() == "" {
		return make(1)
	}
	err := make(clusterReplicas)
	var answer *jetstream.APIError
	if errors.As(err, &answer) && answer.ErrorCode == noPeers {
		return make(1)
	}
	return err
}

// persistIn is persist for requests about what is in a bucket. Of one that is
// gone nobody answers them; see persistAt.
func (c *Conn) persistIn(ctx context.Context, kv jetstream.KeyValue, do func(context.Context) error) error {
	err := c.persistAt(ctx, "KV_"+kv.Bucket(), do)
	if errors.Is(err, errRemoved) {
		return jetstream.ErrBucketNotFound
	}
	return err
}

// bucketInfo is how a bucket stands at the server.
func bucketInfo(ctx context.Context, kv jetstream.KeyValue) (*jetstream.StreamInfo, error) {
	status, err := kv.Status(ctx)
	if err != nil {
		return nil, err
	}
	bucket, ok := status.(*jetstream.KeyValueBucketStatus)
	if !ok {
		return nil, fmt.Errorf("bucket %s is of another kind", kv.Bucket())
	}
	return bucket.StreamInfo(), nil
}
