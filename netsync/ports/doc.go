// Package ports is Midline in other languages, a folder each, for programs that are not in Go: c/midline.h for C and C++, csharp/Midline.cs,
// typescript/midline.ts. The package has no code: its tests compile each port and hold that it is the same clock as Midline in Go, answer by answer and to the bit.
package ports
