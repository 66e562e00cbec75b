package session

// value returns the kept integer of a setting of a client, or of the world where the key is the world's.
func (s *Session) value(client, key int) int64 { return s.valueOf(client, key).number }

func (s *Session) valueOf(client, key int) value {
	if keys[key].world {
		client = 0
	}
	return s.values[client][key]
}

// Value returns a setting as its kept integer, 0 where it is a text: client 0 is the world's, and what a
// client has that nothing was said about.
func (s *Session) Value(client int, key string) int64 { return s.value(client, indexOf(key)) }

// ValueText returns a setting as it is written.
func (s *Session) ValueText(client int, key string) string {
	i := indexOf(key)
	return keys[i].write(s.valueOf(client, i))
}
