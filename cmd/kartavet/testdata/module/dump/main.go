// Command dump prints the definitions as the documents that they become.
package main

import (
	"encoding/json"
	"os"

	"example.com/catalog"
)

func main() {
	enc := json.NewEncoder(os.Stdout)
	enc.SetEscapeHTML(false)
	for _, k := range catalog.All() {
		if err := enc.Encode(k); err != nil {
			panic(err)
		}
	}
}
