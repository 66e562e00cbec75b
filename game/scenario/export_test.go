package scenario

// What tests of the package look at, and nobody else.

// AssignmentOf gives a key the value 0, for all clients.
func AssignmentOf(k *Key) Assignment { return Assignment{key: indexOf(k.Name)} }

// DropText takes the text out of an assignment.
func (a *Assignment) DropText() { a.text = nil }

// Content is what has been read of an assignment's text: one that is read once is one object.
func (a *Assignment) Content() any { return a.text }

// Content reads a file.
func (s *dataFiles) Content(path, named string) (content []byte, err error) {
	content, _, err = s.content(path, named)
	return content, err
}

// Assignment reads an assignment.
func (s *dataFiles) Assignment(name, value string) ([]Assignment, error) {
	return s.assignment(name, value)
}

// Spend counts bytes as held in memory.
func (s *dataFiles) Spend(bytes int64) { s.spent.inMemory = bytes }

// Validate reports keyframes that cannot be.
func (k *Keyframes) Validate(clients int) error { return k.validate(clients) }

// Checksums returns those of the files that the written settings name.
func (sc *Scenario) Checksums() map[string]string { return sc.checksums() }

const (
	MaxDataFile = maxDataFile
	MaxFile     = maxFile
	MaxInMemory = maxInMemory
	MaxLine     = maxLine
	MaxPoints   = maxPoints
	MaxUnpacked = maxUnpacked
	MaxWords    = maxWords
	MaxWorlds   = maxWorlds
	OfThePerson = ofThePerson
)

var (
	NewShelf      = newDataFiles
	ParseCarrying = parseCarrying
	ShareBody     = shareBody
	ShareEncoding = shareEncoding
	SumOf         = sumOf
	Unpack        = unpack
)

// FormerNames has the names of old.
var FormerNames = formerNames
