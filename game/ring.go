package game

// A ring keeps the latest 32 of some things.
type ring[T any] struct {
	kept  [32]T
	count uint64 // of all there were
}

func (r *ring[T]) add(x T) {
	r.kept[r.count%uint64(len(r.kept))] = x
	r.count++
}

// since appends those after the first so many to dst, oldest first, as far as they are kept.
func (r *ring[T]) since(after uint64, dst []T) []T {
	for i := max(after, r.count-min(r.count, uint64(len(r.kept)))); i < r.count; i++ {
		dst = append(dst, r.kept[i%uint64(len(r.kept))])
	}
	return dst
}
