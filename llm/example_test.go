package llm_test

import (
	"context"
	"fmt"

	"github.com/evalrun/evalrun/internal/loopback"
	"github.com/evalrun/evalrun/llm"
)

func ExampleClient_Chat() {
	server, err := loopback.Start(loopback.Options{}) // any OpenAI-compatible endpoint
	if err != nil {
		panic(err)
	}
	defer server.Close()
	client, err := llm.New(llm.Config{BaseURL: server.URL(), Model: "some-model", Key: llm.NewSecret("sk-example-key")})
	if err != nil {
		panic(err)
	}
	defer client.Close()
	zero := 0.0
	reply, attempts, err := client.Chat(context.Background(), llm.Request{
		System: "Score grounding from 1 to 5. Reply with JSON.", User: "…", Temperature: &zero,
	})
	fmt.Println(reply.Served, reply.FinishReason, len(attempts), err)
	// Output:
	// some-model stop 1 <nil>
}
