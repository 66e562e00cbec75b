package capture

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"net/netip"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
	"driftlab/netsim"
)

// A frame is a packet of a capture as the library's reader has it.
type frame struct {
	at       int64
	on       string
	id       uint64
	comment  string
	outbound bool
	from, to string
	payload  []byte
}

// frames reads a capture and checks what holds for every one: order, checksums, lengths.
func frames(t testing.TB, file []byte) (list []frame) {
	t.Helper()
	r, err := pcapgo.NewNgReader(bytes.NewReader(file), pcapgo.DefaultNgReaderOptions)
	if err != nil {
		t.Fatal(err)
	}
	for {
		data, ci, opt, err := r.ReadPacketDataWithOptions()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		p := gopacket.NewPacket(data, layers.LinkTypeRaw, gopacket.Default)
		if e := p.ErrorLayer(); e != nil {
			t.Fatalf("packet %d: %v", len(list)+1, e.Error())
		}
		udp := p.TransportLayer().(*layers.UDP)
		check(t, udp.SetNetworkLayerForChecksum(p.NetworkLayer()))
		if err, wrong := p.VerifyChecksums(); err != nil || len(wrong) > 0 {
			t.Fatalf("packet %d: checksums %v, %v", len(list)+1, wrong, err)
		}
		card, err := r.Interface(ci.InterfaceIndex)
		if err != nil || len(opt.Comments) != 1 || opt.PacketID == nil || opt.Flags == nil {
			t.Fatalf("packet %d: options %+v, interface %v", len(list)+1, opt, err)
		}
		f := frame{at: ci.Timestamp.UnixNano(), on: card.Name, id: *opt.PacketID, comment: opt.Comments[0],
			outbound: opt.Flags.Direction == pcapgo.NgEpbFlagDirectionOutbound, payload: udp.Payload,
			from: fmt.Sprintf("%v:%d", p.NetworkLayer().NetworkFlow().Src(), udp.SrcPort),
			to:   fmt.Sprintf("%v:%d", p.NetworkLayer().NetworkFlow().Dst(), udp.DstPort)}
		if n := len(list); n > 0 && f.at < list[n-1].at {
			t.Fatalf("packet %d is at %d, before the one above it", n+1, f.at)
		}
		list = append(list, f)
	}
}

func TestCaptureHasEveryPacketOfPacketsCsvWhereAndWhenItWas(t *testing.T) {
	t.Parallel()
	sc := traced(t, 3, 6*time.Second)
	dir := t.TempDir()
	set := files.NewSet(files.Disk{})
	defer set.Abandon()
	folder, err := set.Folder(dir, files.ManifestFile)
	if err != nil {
		t.Fatal(err)
	}
	out, err := session.NewOutput(folder, sc)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	p := newPcapng(t, &file, sc)
	s, err := session.New(sc, session.Options{Carrier: netsim.NewDirect(), Recorder: observe.Recorders{out, p}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	check(t, s.Advance(sc.Duration))
	check(t, p.Finish(s.Now()))
	check(t, errors.Join(out.Finish(s), set.Commit()))
	rows := packetRows(t, filepath.Join(dir, session.PacketsFile))
	left, arrived := map[uint64]frame{}, map[uint64]frame{}
	for _, f := range frames(t, file.Bytes()) {
		if f.outbound {
			left[f.id] = f
		} else {
			arrived[f.id] = f
		}
	}
	if len(left) != len(rows) {
		t.Errorf("%d left, packets.csv has %d", len(left), len(rows))
	}
	for _, row := range rows {
		out, in := left[row.id], arrived[row.id]
		delay := fmt.Sprintf("%d.%06d ms", (row.due-row.sent)/1e6, (row.due-row.sent)%1e6)
		identity := fmt.Sprintf("#%d %s, %s to %s: ", row.id, row.kind, name(row.from), name(row.to))
		want := identity + "delivered after " + delay
		if row.fate == "lost" {
			want = identity + "lost (chance)"
		}
		if out.at != row.sent || out.on != name(row.from) || len(out.payload) != row.size || out.comment != want {
			t.Fatalf("sent is %+v, packets.csv has %+v", out, row)
		}
		if row.fate == "lost" || row.due > int64(sc.Duration) {
			if in.id != 0 {
				t.Fatalf("%+v arrives, packets.csv has %+v", in, row)
			}
			continue
		}
		if in.at != row.due || in.on != name(row.to) || !bytes.Equal(in.payload, out.payload) ||
			in.from != out.from || in.to != out.to || in.comment != identity+"arrives after "+delay {
			t.Fatalf("received is %+v, packets.csv has %+v", in, row)
		}
	}
}

type packetRow struct {
	id         uint64
	kind, fate string
	from, to   int64
	sent, due  int64
	size       int
}

func packetRows(t testing.TB, path string) (rows []packetRow) {
	t.Helper()
	text := filetest.Read(t, path)
	table, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, head := range table[0] {
		column[head] = i
	}
	for _, r := range table[1:] {
		number := func(head string) int64 {
			n, err := strconv.ParseInt(r[column[head]], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		rows = append(rows, packetRow{uint64(number("id")), r[column["kind"]], r[column["fate"]], number("from"), number("to"),
			number("sent_ns"), number("due_ns"), int(number("size_bytes"))})
	}
	return rows
}

func name(machine int64) string { return machineName(netsim.NodeID(machine)) }

// capturePackets writes packets that no session made.
func capturePackets(t testing.TB, end netsim.Time, packets ...netsim.Packet) []frame {
	t.Helper()
	var file bytes.Buffer
	p := newPcapng(t, &file, &scenario.Scenario{Clients: 64})
	for i := range packets {
		d := &packets[i]
		if !d.FromAddr.IsValid() {
			d.FromAddr, d.ToAddr = netip.MustParseAddrPort("10.0.0.1:7777"), netip.MustParseAddrPort("10.0.0.2:7777")
		}
		p.Record(&observe.Departure{Packet: d})
	}
	check(t, p.Finish(end))
	return frames(t, file.Bytes())
}

func TestCommentsSayWhatBecameOfAPacket(t *testing.T) {
	t.Parallel()
	at := netsim.Time(time.Second)
	for _, test := range []struct {
		packet netsim.Packet
		want   []string
	}{
		{netsim.Packet{ID: 1, Kind: uint8(game.KindHello), From: 3, Due: at.Add(1)},
			[]string{"#1 hello, client3 to host: delivered after 0.000001 ms", "#1 hello, client3 to host: arrives after 0.000001 ms"}},
		{netsim.Packet{ID: 2, Kind: 77, To: 64, Due: at, Fate: netsim.Lost, Cause: netsim.StaleAddress},
			[]string{"#2 unknown, host to client64: lost (address)"}},
		{netsim.Packet{ID: 3, Kind: uint8(game.KindSpawn), To: 1, Due: at.Add(time.Hour), Fate: netsim.Lost, Cause: netsim.QueueSlow},
			[]string{"#3 spawn, host to client1: lost (codel)"}},
		{netsim.Packet{ID: 4, Kind: uint8(game.KindInput), From: 1, Due: at.Add(80 * time.Millisecond), Fate: netsim.Duplicate},
			[]string{"#4 input, client1 to host: duplicate after 80.000000 ms", "#4 input, client1 to host: arrives after 80.000000 ms"}},
		{netsim.Packet{ID: 5, Kind: uint8(game.KindPush), To: 2, Due: at.Add(2 * time.Second),
			Transit: netsim.Transit{Tries: 3, Left: at.Add(900 * time.Millisecond), Arrived: at.Add(time.Second)}},
			[]string{"#5 push, host to client2: delivered after 2000.000000 ms, retransmitted 2×: the copy that arrived left after 900.000000 ms, held back 1000.000000 ms by those before it",
				"#5 push, host to client2: arrives after 2000.000000 ms"}},
		{netsim.Packet{ID: 6, Kind: uint8(game.KindPush), To: 2, Due: at.Add(2 * time.Millisecond),
			Transit: netsim.Transit{Tries: 1, Left: at, Arrived: at.Add(2 * time.Millisecond)}},
			[]string{"#6 push, host to client2: delivered after 2.000000 ms", "#6 push, host to client2: arrives after 2.000000 ms"}},
	} {
		test.packet.Sent = at
		var got []string
		for _, f := range capturePackets(t, at.Add(time.Hour), test.packet) {
			got = append(got, f.comment)
		}
		if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}

func TestCaptureTakesTheLargestNumbers(t *testing.T) {
	t.Parallel()
	const century = netsim.Time(100 * 365 * 24 * time.Hour) // as far as an engine runs
	got := capturePackets(t, century, netsim.Packet{ID: math.MaxUint64, Kind: math.MaxUint8, To: 64, Due: century,
		Data: bytes.Repeat([]byte{0xff}, netsim.MaxDatagram)})
	if len(got) != 2 || got[0].at != 0 || got[1].at != int64(century) || got[1].on != "client64" || got[1].id != math.MaxUint64 ||
		len(got[1].payload) != netsim.MaxDatagram || !strings.HasSuffix(got[1].comment, "arrives after 3153600000000.000000 ms") {
		t.Errorf("got %+v", got)
	}
}

func TestCaptureHasTheAddressesThatPacketsHad(t *testing.T) {
	t.Parallel()
	got := capturePackets(t, 1, netsim.Packet{ID: 1, To: 1, Due: 1,
		FromAddr: netip.MustParseAddrPort("10.0.0.1:7777"), ToAddr: netip.MustParseAddrPort("203.0.113.9:40001")})
	if len(got) != 2 || got[1].from != "10.0.0.1:7777" || got[1].to != "203.0.113.9:40001" {
		t.Errorf("got %+v", got)
	}
}

func TestArrivalsComeInOrderOfTimeAndBeforeWhatTheyCause(t *testing.T) {
	t.Parallel()
	var order []string
	for _, f := range capturePackets(t, 90,
		netsim.Packet{ID: 1, To: 1, Sent: 10, Due: 50},
		netsim.Packet{ID: 2, To: 2, Sent: 10, Due: 30},
		netsim.Packet{ID: 3, From: 2, Sent: 30, Due: 30},
		netsim.Packet{ID: 4, To: 3, Sent: 40, Due: 50},
		netsim.Packet{ID: 5, To: 3, Sent: 60, Due: 91}, // the session ends before it arrives
	) {
		order = append(order, fmt.Sprintf("%d@%d", f.id, f.at))
	}
	want := "1@10 2@10 2@30 3@30 3@30 4@40 1@50 4@50 5@60"
	if got := strings.Join(order, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A disk that is full after a number of bytes.
type full int

func (f *full) Write(b []byte) (int, error) {
	if *f -= full(len(b)); *f < 0 {
		return 0, io.ErrShortWrite
	}
	return len(b), nil
}

func TestAFullDiskIsReportedAtTheEnd(t *testing.T) {
	t.Parallel()
	sc := traced(t, 1, time.Second)
	disk := full(20_000)
	p := newPcapng(t, &disk, sc)
	play(t, sc, p)
	if err := p.Finish(netsim.Time(sc.Duration)); err == nil || err.Error() != "pcapng: short write" {
		t.Errorf("got %v", err)
	}
}

func TestMemoryIsBoundedByThePacketsInFlight(t *testing.T) {
	sc := traced(t, 4, 30*time.Second)
	p := newPcapng(t, io.Discard, sc)
	play(t, sc, p)
	// 4 × 120 packets a second, each under way for 100 ms at most.
	if kept := len(p.free) + len(p.arrivals.heap); kept > 60 {
		t.Errorf("%d packets are kept", kept)
	}
}
