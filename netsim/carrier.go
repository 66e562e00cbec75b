package netsim

// A Carrier delivers datagrams when they are due. It does not decide when, or whether, they arrive.
type Carrier interface {
	// Attach prepares for one more node. The engine attaches nodes 0, 1, 2 and so on, in order and at any time.
	Attach(id NodeID) error
	// Rebind moves an attached node to its next public address, as [Engine.Rebind] describes.
	// Datagrams sent before it are carried to where the node is then.
	Rebind(id NodeID) error
	// Carry passes data from one attached node to another and returns the bytes that arrived, which
	// are valid until the next call. It must not lose a datagram: what it cannot pass is an error.
	Carry(from, to NodeID, data []byte) (arrived []byte, err error)
	// Close frees what the carrier holds. No other call may follow.
	Close() error
}

type direct struct{}

// NewDirect returns the fastest carrier: it hands the receiver the very bytes that were sent. It never fails, and has no
// addresses beside those that the engine writes on the packets.
func NewDirect() Carrier { return direct{} }

func (direct) Attach(NodeID) error { return nil }

func (direct) Rebind(NodeID) error { return nil }

func (direct) Carry(_, _ NodeID, data []byte) ([]byte, error) { return data, nil }

func (direct) Close() error { return nil }
