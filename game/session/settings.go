package session

// Value returns a setting as its kept integer, 0 where it is a text: client 0 is the world's, and what a
// client has that nothing was said about.
func (s *Session) Value(client int, key string) int64 { return s.standing.Value(client, key) }

// ValueText returns a setting as it is written.
func (s *Session) ValueText(client int, key string) string { return s.standing.ValueText(client, key) }
