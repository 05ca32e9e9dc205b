// Package browsertest opens the HTML report in a browser and uses it: it filters, selects, follows links, types, and tries to
// break out of the page with the texts of definitions. It is a module of its own, so that the tool does not depend on
// what drives a browser; it makes its reports with the command line, built from the folder above.
//
// The tests skip where no Chromium is found. KARTALINT_SHOTS names a folder that takes pictures of the page.
package browsertest
