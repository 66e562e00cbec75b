package profile

// The samples fping-*, iperf3-* and flent-* in testdata are of real runs on one machine: fping 5.1, iperf3 3.12,
// flent 2.3.0 with irtt 0.9.0 and fping. Those in this file are quoted from where the comment above them says, shortened.

const (
	// irtt 0.9.0 on one machine, with a third of its summary.
	irttText = `[Connecting] connecting to 127.0.0.1:32112
[127.0.0.1:32112] [Connected] connection established
seq=0 rtt=108µs rd=23.6µs sd=84.7µs ipdv=n/a
seq=1 rtt=94.6µs rd=34.7µs sd=59.8µs ipdv=13.8µs
seq=2 rtt=124µs rd=41.9µs sd=82.5µs ipdv=29.9µs
DUP! seq=2
seq=4 rtt=98.2µs rd=42.4µs sd=55.8µs ipdv=2.65µs

                        Min    Mean  Median     Max  Stddev
                        ---    ----  ------     ---  ------
                RTT  94.6µs   107µs   106µs   124µs  10.3µs
                duration: 100ms (wait 20ms)
   packets sent/received: 6/4 (33.33% loss)
`
	// RouterOS 7 in a forum, with a loss of RouterOS 6.
	mikroTik = `  SEQ HOST                                     SIZE TTL TIME       STATUS
    0 1.1.1.1                                    56  55 21ms768us
    1 1.1.1.1                                    56  55 18ms931us
    2 1.1.1.1                                                    timeout
    3 192.168.2.1                                84  64 3ms   net unreachable
    sent=4 received=2 packet-loss=50% min-rtt=18ms931us avg-rtt=19ms736us max-rtt=21ms768us
  SEQ HOST                                     SIZE TTL TIME       STATUS
    4 1.1.1.1                                    56  55 18ms511us
    sent=5 received=3 packet-loss=40% min-rtt=18ms511us avg-rtt=19ms736us max-rtt=21ms768us
`
	// psping 2.10 in Microsoft's documentation of Azure Virtual Desktop, without its addresses.
	psPing = `PsPing v2.10 - PsPing - ping, latency, bandwidth measurement utility
Copyright (C) 2012-2016 Mark Russinovich
TCP connect to 192.0.2.7:443:
5 iterations (warmup 1) ping test:
Connecting to 192.0.2.7:443 (warmup): from 172.20.17.140:60649: 2.00ms
Connecting to 192.0.2.7:443: from 172.20.17.140:60650: 3.83ms
Connecting to 192.0.2.7:443: from 172.20.17.140:60652: 2.21ms
Connecting to 192.0.2.7:443: from 172.20.17.140:60653: 2.14ms
Connecting to 192.0.2.7:443: from 172.20.17.140:60654: 2.12ms
TCP connect statistics for 192.0.2.7:443:
Sent = 4, Received = 4, Lost = 0 (0% loss),
Minimum = 2.12ms, Maximum = 3.83ms, Average = 2.58ms
`
	// psping over ICMP, in the form of a report: no public output of it was found. Its first answer is to warm up.
	psPingICMP = `PsPing v2.12 - PsPing - ping, latency, bandwidth measurement utility

Pinging 192.0.2.7 with 32 bytes of data:
5 iterations (warmup 1) ping test:
Reply from 192.0.2.7: 12.34ms
Reply from 192.0.2.7: 11.21ms
Request timed out.
Reply from 192.0.2.7: 11.14ms
Reply from 192.0.2.7: 12.12ms

Ping statistics for 192.0.2.7:
  Sent = 4, Received = 3, Lost = 1 (25% loss),
  Minimum = 11.14ms, Maximum = 12.12ms, Average = 11.49ms
`
	// mtr 0.95 on one machine, its host's line three times.
	mtrReport = `Start: 2026-11-26T19:34:55+0000
HOST: vm                          Loss%   Snt   Last   Avg  Best  Wrst StDev
  1.|-- 192.0.2.1                  0.0%    10    0.1   0.1   0.0   0.1   0.0
  2.|-- ???                       100.0    10    0.0   0.0   0.0   0.0   0.0
        [MPLS: Lbl 24012 Exp 0 S u TTL 1]
  3.|-- example.net               10.0%    10   21.0  22.0  20.0  30.0   1.4
`
	// The screen of mtr 0.95, as its curses.c prints it.
	mtrScreen = `                             My traceroute  [v0.95]
vm (192.0.2.10) -> example.net (203.0.113.5)                    2026-11-26T19:34:55+0000
Keys:  Help   Display mode   Restart statistics   Order of fields   quit
                                         Packets               Pings
 Host                                  Loss%   Snt   Last   Avg  Best  Wrst StDev
 1. _gateway (192.0.2.1)                0.0%    10    0.1   0.1   0.0   0.1   0.0
 2. (waiting for reply)
 3. example.net                        10.0%    10   21.0  22.0  20.0  30.0   1.4
    example.org
 4. (waiting for reply)
`
	// WinMTR, as Reporter.cpp of leeter/WinMTR-refresh prints it.
	winMTR = `|------------------------------------------------------------------------------------------|
|                                      WinMTR statistics                                   |
|                       Host              -   %  | Sent | Recv | Best | Avrg | Wrst | Last |
|------------------------------------------------|------|------|------|------|------|------|
|                             192.168.0.1 -    0 |    9 |    9 |    2 |    7 |   13 |   11 |
|                   No response from host -  100 |    1 |    0 |    0 |    0 |    0 |    0 |
|                              dns.google -   25 |    8 |    6 |   20 |   26 |   40 |   24 |
|________________________________________________|______|______|______|______|______|______|
`
	// The two examples in the README of LENS (clarkzjw/LENS).
	lensIRTT = `timestamp,rtt,uplink,downlink
1705744800616897349,0,0,-1
1705744800626565141,120.126123,72.439368,47.68675
1705744800636737402,109.976237,62.295097,47.681199
1705744800646307744,100.411714,52.731855,47.679937
1705744800656691526,-1,0,0
`
	lensPing = `timestamp,rtt
1705744800.533641,91.8
1705744800.55492,96.5
1705744800.602846,111.0
`
	// The beginning of sim/cooked_test_traces/norway_bus_10 of hongzimao/pensieve.
	pensieve = "0.0\t2.52118518519\n0.810000181198\t2.76248188976\n1.28000020981\t2.863104\n1.95000004768\t2.80824699828\n2.58000016212\t2.47775517891\n3.5\t2.2950757764\n"
	// hping3 3.0.0-alpha-2, as it prints TCP (here with losses) and ICMP.
	hping     = "HPING x (eth0 192.0.2.1): S set, 40 headers + 0 data bytes\nlen=46 ip=192.0.2.1 ttl=57 DF id=0 sport=80 flags=SA seq=1 win=0 rtt=9.8 ms\n\n--- x hping statistic ---\n3 packets tramitted, 1 packets received, 67% packet loss\n"
	hpingICMP = "HPING 127.0.0.1 (lo 127.0.0.1): icmp mode set, 28 headers + 0 data bytes\nlen=28 ip=127.0.0.1 ttl=64 id=44529 icmp_seq=0 rtt=0.7 ms\nlen=28 ip=127.0.0.1 ttl=64 id=44546 icmp_seq=2 rtt=0.5 ms\n"
	// mtr 0.95, --csv.
	mtrComma = "Mtr_Version,Start_Time,Status,Host,Hop,Ip,Loss%,Snt, ,Last,Avg,Best,Wrst,StDev,\nMTR.0.95,1795721710,OK,127.0.0.1,1,localhost,50.00,2,0,0.05,4.05,2.05,6.05,0.00\n"
	// What runners.py of flent 2.3.0 makes of irtt's round trips.
	flentFile = `{"raw_values": {"Ping (ms) UDP": [
{"seq": 0, "t": 100.02, "val": 20, "owd_up": 12, "owd_down": 8}, {"seq": 1, "t": 100.2, "lost": true, "lost_dir": "up"},
{"seq": 2, "t": 100.42, "val": 20, "owd_up": 12, "owd_down": 8}, {"seq": 3, "t": 100.6, "lost": true, "lost_dir": "down"}]}, "version": 4}`
	// As record/trace-processor/generate_short_pdo_trace.py of williamsentosa95/cellreplay writes it.
	cellReplay = "0 23 0 1 1 2\n100 25 0 0 1\n201 30 0 3\n"
)
