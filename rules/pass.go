package rules

import (
	"fmt"

	"github.com/kartalint/kartalint/analyzer"
	"github.com/kartalint/kartalint/catalog"
	"github.com/kartalint/kartalint/catalog/kube"
)

// Writes says how controllers write through a definition.
type Writes string

// The write models.
const (
	WritesWhole  Writes = "whole"  // today's controllers: the whole struct at the path is replaced
	WritesFields Writes = "fields" // the field-patch engine
)

// Settings are what a rule may look at besides the definition.
type Settings struct {
	Writes Writes
	// Types answers what stands at an address. Without CRDs it knows the built-in types, which is also what [New] puts in the
	// place of nil.
	Types *kube.Types
	// Evidence gives what the recorded objects show; nil without objects.
	Evidence *Evidence
}

// NameOf is what messages call a path field: its name, and that of its component.
func NameOf(f *catalog.PathField) string {
	if f.Component == nil || f.Component.Name == "" {
		return f.Name
	}
	return f.Name + " of " + f.Component.Name
}

// Pass is one rule at work on one definition.
type Pass struct {
	*catalog.Definition
	Settings Settings
	root     kube.Type // of the root kind
	rule     *Rule
	report   func(Finding)
}

// Report takes a finding. Rule, Severity (where Default), Definition and Fingerprint are filled in.
func (p *Pass) Report(f Finding) {
	f.Rule = p.rule
	if f.Definition == "" {
		f.Definition = p.Name
	}
	p.report(f)
}

// Option changes a finding on its way to Report.
type Option func(*Finding)

// As gives a finding another severity than its rule's.
func As(s Severity) Option { return func(f *Finding) { f.Severity = s } }

// WithRelated adds another place.
func WithRelated(at catalog.Span, format string, args ...any) Option {
	return func(f *Finding) { f.Related = append(f.Related, Related{fmt.Sprintf(format, args...), at}) }
}

// WithFix adds a fix; a fix without edits is left out, so that a caller can pass what an edit helper refused to make.
func WithFix(title string, safe bool, edits ...catalog.Edit) Option {
	return func(f *Finding) {
		if len(edits) > 0 {
			f.Fixes = append(f.Fixes, Fix{title, safe, edits})
		}
	}
}

// WithKey tells findings of one rule on one field apart in the fingerprint.
func WithKey(key string) Option { return func(f *Finding) { f.Key = key } }

// At moves a finding to another place.
func At(span catalog.Span) Option { return func(f *Finding) { f.At = span } }

// Field reports on a whole path field.
func (p *Pass) Field(field *catalog.PathField, message string, opts ...Option) {
	p.InField(field, analyzer.Span{Start: 0, End: len(field.Expression)}, message, opts...)
}

// InField reports on a part of a path field's expression.
func (p *Pass) InField(field *catalog.PathField, span analyzer.Span, message string, opts ...Option) {
	f := Finding{
		Message: message, At: field.Node.Offsets(span.Start, span.End), Field: field.Name,
		Expression: field.Expression, Subject: field.Pointer,
	}
	if field.Component != nil {
		f.Component = field.Component.Name
	}
	if expr, _ := field.Expr(); expr != nil {
		f.Key = expr.Normal
	}
	p.with(f, opts)
}

// Node reports on a node of the definition: key is the innermost named key, pointer its place in the document.
func (p *Pass) Node(component *catalog.Component, node *catalog.Node, key, pointer, message string, opts ...Option) {
	f := Finding{Message: message, At: node.Span(), Field: key, Subject: pointer}
	if component != nil {
		f.Component = component.Name
	}
	p.with(f, opts)
}

func (p *Pass) with(f Finding, opts []Option) {
	for _, o := range opts {
		o(&f)
	}
	p.Report(f)
}

// FilePass is one rule at work on what is wrong with a file: syntax, duplicate keys, limits.
type FilePass struct {
	Problems []catalog.Problem
	rule     *Rule
	report   func(Finding)
}

// Report takes a finding, as [Pass.Report] does.
func (p *FilePass) Report(f Finding) {
	f.Rule = p.rule
	p.report(f)
}

// CatalogPass is one rule at work on the whole catalog.
type CatalogPass struct {
	Definitions []Summary
	rule        *Rule
	report      func(Finding)
}

// Report takes a finding, as [Pass.Report] does.
func (p *CatalogPass) Report(f Finding) {
	f.Rule = p.rule
	p.report(f)
}
