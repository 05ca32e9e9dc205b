package browsertest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// tool is the command line, and browser the context that every page is opened from.
var (
	tool    string
	browser context.Context
)

func TestMain(m *testing.M) {
	os.Exit(run(m))
}

// run sets up what all tests share; deferred calls must be done before the process ends.
func run(m *testing.M) int {
	program := chromium()
	if program == "" {
		fmt.Println("skipped: no Chromium found")
		return 0
	}
	dir, err := os.MkdirTemp("", "kartalint-browser-")
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer os.RemoveAll(dir)
	tool = filepath.Join(dir, "kartalint")
	build := exec.Command("go", "build", "-o", tool, "./cmd/kartalint")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Printf("%s%v\n", out, err)
		return 1
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(program))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium has no sandbox for root
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	browser, cancel = chromedp.NewContext(ctx)
	defer cancel()
	if err := chromedp.Do(browser); err != nil {
		fmt.Println(err)
		return 1
	}
	return m.Run()
}

func chromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// report lints files, named by their keys, and gives the page's file.
func report(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(tool, "lint", "--quiet", "--fail-on", "never", "--report", "html=report.html", ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	return filepath.Join(dir, "report.html")
}

func catalogFile(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/catalog.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{"catalog.yaml": string(text)}
}

// tab is one page in the browser. When its test ends, the page must have asked for nothing but itself and complained of nothing.
type tab struct {
	t    *testing.T
	ctx  context.Context
	link string

	mu       sync.Mutex
	problems []string
}

// look is how a page is looked at.
type look struct {
	width, height int64
	scheme        string // light or dark
}

var desktop = look{1280, 1000, "light"}

func open(t *testing.T, file, hash string, l look) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, time.Minute)
	t.Cleanup(cancel)
	p := &tab{t: t, ctx: ctx, link: (&url.URL{Scheme: "file", Path: file}).String()}
	p.must(chromedp.Listen(ctx, p.hear))
	p.must(chromedp.Do(ctx, chromedp.EmulateViewport(l.width, l.height)))
	call(p, network.Enable, network.EnableParams{})
	call(p, log.Enable, cdp.Empty{})
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.scheme}}})
	p.must(chromedp.Do(ctx, chromedp.Navigate(p.link+hash)))
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, problem := range p.problems {
			t.Errorf("the page: %s", problem)
		}
	})
	return p
}

// hear keeps what the page must not do.
func (p *tab) hear(event any) {
	problem := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		problem = fmt.Sprintf("an exception: %s at %d:%d", e.ExceptionDetails.Text, e.ExceptionDetails.LineNumber, e.ExceptionDetails.ColumnNumber)
	case *runtime.EventConsoleAPICalled:
		problem = "a message on the console"
	case *log.EventEntryAdded:
		problem = e.Entry.Text
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; u != p.link && !strings.HasPrefix(u, "data:") {
			problem = "a request for " + u
		}
	}
	if problem == "" {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = append(p.problems, problem)
}

func call[P, R any](p *tab, command cdp.Command[P, R], params P) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, command, params)
	p.must(err)
}

func (p *tab) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// eval is the value of an expression in the page.
func eval[T any](p *tab, script string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script))
	if err != nil {
		p.t.Fatalf("%s: %v", script, err)
	}
	return v
}

// expect compares the value of an expression in the page.
func expect[T comparable](p *tab, script string, want T) {
	p.t.Helper()
	if got := eval[T](p, script); got != want {
		p.t.Errorf("%s is %v, not %v", script, got, want)
	}
}

// until waits for what happens a moment later: a change of the address, the opening of a box.
func until(p *tab, script string) {
	p.t.Helper()
	wait := fmt.Sprintf("new Promise((done) => { const end = Date.now() + 5000; const look = () => (%s) ? done(true) : Date.now() > end ? done(false) : requestAnimationFrame(look); look(); })", script)
	ok, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](wait, chromedp.EvalAwaitPromise))
	if err != nil || !ok {
		p.t.Fatalf("%s does not come true: %v", script, err)
	}
}

func (p *tab) click(selector string) {
	p.t.Helper()
	p.must(chromedp.Do(p.ctx, chromedp.Click(chromedp.CSS(selector))))
}

func (p *tab) press(keys string) {
	p.t.Helper()
	p.must(chromedp.Do(p.ctx, chromedp.KeyEvent(keys)))
}
