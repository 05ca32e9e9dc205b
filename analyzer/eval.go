package analyzer

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/itchyny/gojq"
)

// Limits of an evaluation, those of the runtime.
const (
	MaxResults    = 1000
	MaxEvaluation = 10 * time.Second
)

// ErrTooManyResults ends an evaluation that yields more results than asked for.
var ErrTooManyResults = errors.New("the expression yields too many results")

// lazyCode holds the compiled forms of an expression.
type lazyCode struct {
	value, path         sync.Once
	valueCode, pathCode *gojq.Code
	valueErr, pathErr   error
}

// Eval runs the expression on a document of JSON values: nil, bool, int, float64, *big.Int, json.Number, string, []any,
// map[string]any. It stops after MaxEvaluation, or after limit results with ErrTooManyResults; 0 means MaxResults. The
// results before an error are returned with it. The document is not changed.
func (e *Expr) Eval(ctx context.Context, doc any, limit int) ([]any, error) {
	e.lazy.code.value.Do(func() { e.lazy.code.valueCode, e.lazy.code.valueErr = compile(e.Source) })
	if e.lazy.code.valueErr != nil {
		return nil, e.lazy.code.valueErr
	}
	return run(ctx, e.lazy.code.valueCode, doc, limit)
}

// Places runs path(expression) on a document: the place of each result, as keys and indexes.
func (e *Expr) Places(ctx context.Context, doc any, limit int) ([][]any, error) {
	e.lazy.code.path.Do(func() { e.lazy.code.pathCode, e.lazy.code.pathErr = compile("path(" + e.Source + "\n)") })
	if e.lazy.code.pathErr != nil {
		return nil, e.lazy.code.pathErr
	}
	results, err := run(ctx, e.lazy.code.pathCode, doc, limit)
	places := make([][]any, 0, len(results))
	for _, r := range results {
		if p, ok := r.([]any); ok {
			places = append(places, p)
		}
	}
	return places, err
}

func compile(src string) (*gojq.Code, error) {
	q, err := gojq.Parse(src)
	if err != nil {
		return nil, err
	}
	return gojq.Compile(q)
}

func run(ctx context.Context, code *gojq.Code, doc any, limit int) (results []any, err error) {
	if limit <= 0 {
		limit = MaxResults
	}
	ctx, cancel := context.WithTimeout(ctx, MaxEvaluation)
	defer cancel()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the expression cannot be evaluated: %v", r)
		}
	}()
	iter := code.RunWithContext(ctx, doc)
	for {
		v, ok := iter.Next()
		if !ok {
			return results, nil
		}
		if err, isErr := v.(error); isErr {
			var halt *gojq.HaltError
			if errors.As(err, &halt) && halt.Value() == nil {
				return results, nil
			}
			return results, err
		}
		if len(results) == limit {
			return results, ErrTooManyResults
		}
		results = append(results, v)
	}
}
