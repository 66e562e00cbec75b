package ui

// A clipboard is the system's, for text. Its methods may take long: another program may have to answer,
// or a person to allow it.
type clipboard interface {
	write(text string) error
	read() (string, error)
}
