// Package capture writes what happens in a session in the formats of tools that engineers use: pcapng
// for Wireshark and tshark ([Pcapng]), and a trace for ui.perfetto.dev ([Perfetto]).
//
// With [Dissector] these programs show what is in Driftlab's datagrams.
//
// Both formats are a [session.Recorder] and write as the session goes on, in order of true time. An arrival is
// known when its datagram is sent and is held back until then, so memory is bounded by the datagrams in
// flight. The same session gives the same bytes.
//
// The package knows the formats. It changes nothing in a session and knows nothing of files.
package capture
