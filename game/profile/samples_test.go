package profile

// The samples fping-* and iperf3-* in testdata are of real runs on one machine: fping 5.1 and iperf3 3.12.
// Those in this file are quoted from where the comment above them says, shortened.

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
	// mtr 0.95, --csv.
	mtrComma = "Mtr_Version,Start_Time,Status,Host,Hop,Ip,Loss%,Snt, ,Last,Avg,Best,Wrst,StDev,\nMTR.0.95,1795721710,OK,127.0.0.1,1,localhost,50.00,2,0,0.05,4.05,2.05,6.05,0.00\n"
)
