#!/bin/sh
# pictures.sh [NAME...] draws the pictures of README and docs into docs/pictures: all, or those of these names. It is run once a
# release, not once a change: every version of a picture stays in the repository for ever. To look at all states of the window,
# make gallery draws them into out/gallery.
set -eu
cd "$(dirname "$0")/.."
scripts/need.sh window
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/driftlab" .
asked=" $* "

# wanted NAME says whether the picture is asked for.
wanted() { [ "$asked" = "  " ] || case $asked in *" $1 "*) ;; *) false ;; esac; }

# scene NAME is a state of the window, by its name in the gallery (ui/scenes_test.go).
scene() {
	wanted "$1" || return 0
	scripts/display.sh go test -count=1 -run '^TestGallery$' ./ui -gallery "$work" -scenes "^$1\$"
	mv "$work/$1.png" docs/pictures
}

# frame NAME FLAG... is the first frame of a film.
frame() {
	wanted "$1" || return 0
	name=$1
	shift
	scripts/display.sh "$work/driftlab" record "$@" -duration 100ms -fps 10 -title-seconds 0s -sidecars off -o "$work/$name.png"
	mv "$work/$name-000000.png" "docs/pictures/$name.png"
}

# gif NAME FLAG... is a film.
gif() {
	wanted "$1" || return 0
	name=$1
	shift
	scripts/display.sh "$work/driftlab" record "$@" -o "docs/pictures/$name.gif"
}

# clouds NAME SCENARIO FROM is Midline's own diagram.
clouds() {
	frame "$1" -scenario "$2" -set client.algorithm=midline -theme light -view diagram -tab clouds -from "$3" -size 1280x720
}

if wanted first; then
	scripts/display.sh "$work/driftlab" -screenshot "$work/first.png" -after 6.45s
	mv "$work/first.png" docs/pictures # which may have a smaller copy, which Driftlab wouldn't recognise as its own
fi
gif bell-and-lift -scenario first -end-seconds 0s -scale 120% -duration 10s -fps 15 -size 640x360 -sidecars off
scene watch-pair
scene watch-duel
scene tab-spacetime
scene ab
frame punch -scenario punch/jitter -theme light -view diagram -tab punch -from 30s -size 1280x720
frame film -a lesson-15/even -b lesson-15/uneven -title "Two worlds that no clock can tell apart" -from 13s -end-seconds 0s -size 1280x720
clouds clouds clock-exp-20 20s
clouds strip clock-exp-20 100s
clouds longer clock-route-up 178s
clouds longer-held clock-route-up 225s
frame bulk -scenario bulk -client 3 -theme light -view diagram -tab bulk -from 58s -size 1280x720
