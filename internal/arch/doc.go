// Package arch tests rules about the whole repository: what each package may import (the table in docs/architecture.md), how much
// there is, and what pages promise.
package arch
