package profile

import (
	"testing"
	"time"
)

func TestStampsInFrontOfLinesAreReadInTheUsualForms(t *testing.T) {
	t.Parallel()
	const body = "64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=3.5 ms"
	day := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)
	yearless := time.Date(2000, 11, 26, 0, 0, 0, 0, time.UTC)
	clock := 20*time.Hour + 15*time.Minute
	for text, want := range map[string]stamp{
		"[1795687200.021000] ":                    {1795687200021000000, time.Microsecond, true},    // ping -D
		"[12.345678] ":                            {12345678000, time.Microsecond, true},            // a clock that begins at 0
		"1795687200 ":                             {1795687200e9, time.Second, true},                // ts %s, date +%s
		"1795687200.02710: ":                      {1795687200027100000, time.Second / 1e5, true},   // ts %.s
		"1795687200021 ":                          {1795687200021000000, time.Millisecond, true},    // date +%s%3N
		"Nov 26 20:15:00 ":                        {since1970(yearless) + clock, time.Second, true}, // ts
		"Nov 26 20:15:00 host ping[1234]: ":       {since1970(yearless) + clock, time.Second, true}, // syslog
		"Nov 26 20:15:00.250000 ":                 {since1970(yearless) + clock + time.Second/4, time.Microsecond, true},
		"2026-11-26 20:15:00 ":                    {since1970(day) + clock, time.Second, true}, // PowerShell, {0:yyyy-MM-dd HH:mm:ss}
		"2026-11-26T20:15:00.25+01:00 ":           {since1970(day) + clock + time.Second/4, 10 * time.Millisecond, true},
		"2026-11-26T20:15:00Z ":                   {since1970(day) + clock, time.Second, true},
		"2026-11-26 20:15:00,250 - ":              {since1970(day) + clock + time.Second/4, time.Millisecond, true},
		"[2026-11-26 20:15:00] ":                  {since1970(day) + clock, time.Second, true},
		"26.11.2026 20:15:00 ":                    {since1970(day) + clock, time.Second, true},                           // Get-Date, German
		"26/11/2026 20:15:00: ":                   {since1970(day) + clock, time.Second, true},                           // French
		"11/26/2026 8:15:00 PM ":                  {since1970(day) + clock, time.Second, true},                           // English, US
		"11/26/2026 8:15:00\u202fPM ":             {since1970(day) + clock, time.Second, true},                           // since .NET 8
		"Thu 11/26/2026 20:15:00.25 ":             {since1970(day) + clock + time.Second/4, 10 * time.Millisecond, true}, // %date% %time%
		"Thursday, November 26, 2026 8:15:00 PM ": {since1970(day) + clock, time.Second, true},                           // Get-Date
		"Thu Nov 26 20:15:00 CET 2026 ":           {since1970(day) + clock, time.Second, true},                           // date
		"Thu Nov 26 08:15:00 PM UTC 2026 ":        {since1970(day) + clock, time.Second, true},                           // date, en_US
		"20:15:00.250000 ":                        {clock + time.Second/4, time.Microsecond, false},                      // --apple-time
		"20:15:00,25 ":                            {clock + time.Second/4, 10 * time.Millisecond, false},                 // %time%, German
		"[20:15:00] ":                             {clock, time.Second, false},
		"20:15 ":                                  {clock, time.Minute, false},                   // time /t
		"00:00:01 [1795687200.021000] ":           {1795687200021000000, time.Microsecond, true}, // ts before ping -D
	} {
		got, rest, ok := cutStamp(text + body)
		if !ok || rest != body || got != want {
			t.Errorf("%q: got %+v, %q, %v, want %+v", text, got, rest, ok, want)
		}
		if got, rest, ok := cutStamp(text); !ok || rest != "" || got != want {
			t.Errorf("%q alone: got %+v, %q, %v", text, got, rest, ok)
		}
	}
}

func since1970(t time.Time) time.Duration { return time.Duration(t.UnixNano()) }

func TestWhatIsNoStampStays(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=3.5 ms",
		"64 bytes from 10:20:30::1: icmp_seq=1 ttl=57 time=3.5 ms",
		"Reply from 10:20:30::1: time=3ms",
		"PING game.example (192.0.2.44) 56(84) bytes of data.",
		"Reply from 192.0.2.44: bytes=32 time=35ms TTL=117",
		"Ответ от 192.0.2.20: число байт=32 время=41мс TTL=55",
		"    Minimum = 35ms, Maximum = 38ms, Average = 36ms",
		"8 packets transmitted, 2 received, 75% packet loss, time 7120ms",
		"", "-", "[", "99:99:99 x", "1:2", "12345678901234567890123 x",
	} {
		if _, rest, ok := cutStamp(text); ok || rest != text {
			t.Errorf("%q: %q is left", text, rest)
		}
	}
}
