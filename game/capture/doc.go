// Package capture writes the datagrams of a session for Wireshark and tshark, in their format ([Pcapng]). With [Dissector] these
// programs show what is in them.
//
// Pcapng is a [session.Recorder] and writes as the session goes on, in order of true time. An arrival is
// known when its datagram is sent and is held back until then, so memory is bounded by the datagrams in
// flight. The same session gives the same bytes.
//
// The package knows the format. It changes nothing in a session and knows nothing of files.
package capture
