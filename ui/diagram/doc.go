// Package diagram has the tabs of the time panel, the race, the cards, the strip of errors and the dots of many clients:
// what is drawn of a session in numbers, lines and marks. It knows no other panel, and asks for changes through
// panel.Commands alone.
package diagram
