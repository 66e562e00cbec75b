#!/bin/bash
# fidelity.sh measures tc netem, compares Driftlab's link with it and rewrites docs/fidelity/.
#
# If this machine's kernel has netem and lets us use it (as root, or in a user namespace), it is measured
# here, otherwise in QEMU, on Debian's kernel with a file system of a few files. QEMU counts 2 ns of the
# guest's time per instruction, so other programs here don't disturb its clock. That takes about 10 minutes.
# On Debian it installs missing packages.
#
#	-qemu   use QEMU in any case
#
# Exit status: 0 if all is within its bounds, 1 if not, 2 if this machine can't measure it.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin:/sbin
longest=7200 # seconds, a limit for the measurement

work=$(mktemp -d)
running=
cleanup() {
	[ -z "$running" ] || kill "$running" 2>/dev/null || :
	rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 2' INT TERM

die() {
	echo "fidelity.sh: $*" >&2
	exit 2
}
have() { command -v "$1" >/dev/null 2>&1; }

# limited COMMAND... runs a command for $longest at most, and stops it when this script ends.
limited() {
	timeout "$longest" "$@" &
	running=$!
	wait "$running" || die "the measurement failed, or was not done after $longest s"
	running=
}

as_root=() # runs a command as root, in a user namespace if we are not root
[ "$(id -u)" = 0 ] || as_root=(unshare -r)

local_netem() {
	"${as_root[@]}" unshare -n sh -c 'ip link set lo up && tc qdisc add dev lo root netem delay 1ms' >/dev/null 2>&1
}

# need COMMAND PACKAGE... installs Debian packages unless a command is there.
need() {
	local what=$1 sudo=
	shift
	if have "$what"; then return; fi
	have apt-get || die "the kernel here has no netem, and for QEMU $what is missing ($*)"
	[ "$(id -u)" = 0 ] || sudo='sudo -n'
	echo "installing $*"
	{
		$sudo apt-get -q -o DPkg::Lock::Timeout=120 update &&
			$sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=120 \
				install --no-install-recommends "$@"
	} >"$work/apt.log" 2>&1 </dev/null && have "$what" ||
		die "the kernel here has no netem, and for QEMU $what is missing: apt-get could not install $* (it takes root and a network)"
}

# copy_program NAME copies a program and its libraries to the guest.
copy_program() {
	local program library
	program=$(command -v "$1")
	install -D "$program" "$work/root/bin/$1"
	for library in $(ldd "$program" | grep -o '/[^ ]*'); do install -D "$library" "$work/root$library"; done
}

# fetch_kernel unpacks Debian's kernel, without installing it.
fetch_kernel() {
	image=$(apt-cache depends --no-recommends linux-image-cloud-amd64 2>/dev/null | sed -n 's/^ *Depends: //p' | head -n 1)
	[ -n "$image" ] || die 'apt-get knows no linux-image-cloud-amd64: it takes the package lists of Debian'
	(cd "$work" && apt-get -q download "$image" >apt.log 2>&1) || die "apt-get could not download $image"
	dpkg -x "$work/$image"_*.deb "$work/kernel"
}

# make_root makes the guest's file system.
make_root() {
	local module file tables
	mkdir -p "$work"/root/{bin,proc,sys,dev}
	for module in veth sch_netem; do
		file=$(find "$work/kernel" -name "$module.ko*" | head -n 1)
		case $file in
		*.ko) cp "$file" "$work/root/$module.ko" ;;
		*.ko.xz) xz -d <"$file" >"$work/root/$module.ko" ;;
		*) die "$image has no module $module" ;;
		esac
	done
	copy_program ip
	copy_program tc
	if ldd "$(command -v busybox)" >/dev/null 2>&1; then die 'busybox here is not the static one, of the package busybox-static'; fi
	cp "$(command -v busybox)" "$work/fidelity" "$work/root/bin"
	tables=$(dirname "$(dpkg -L iproute2 | grep '/normal\.dist$')")
	mkdir -p "$work/root$tables"
	cp "$tables"/*.dist "$work/root$tables"
	cat >"$work/root/init" <<'INIT'
#!/bin/busybox sh
export PATH=/bin
busybox mount -t proc proc /proc
busybox mount -t sysfs sysfs /sys
busybox mount -t devtmpfs dev /dev
busybox insmod /veth.ko && busybox insmod /sch_netem.ko && busybox stty -F /dev/ttyS1 raw &&
	GOMAXPROCS=2 FIDELITY_WHERE='in QEMU' fidelity measure >/dev/ttyS1
busybox poweroff -f
INIT
	chmod +x "$work/root/init"
	(cd "$work/root" && find . | busybox cpio -o -H newc 2>/dev/null | gzip -1) >"$work/initrd"
}

# measure_in_guest measures netem in QEMU. The guest's second serial line is the file of results.
measure_in_guest() {
	[ "$(uname -m)" = x86_64 ] || die 'the kernel here has no netem, and the way through QEMU is for x86_64 only'
	need tc iproute2
	need busybox busybox-static
	need qemu-system-x86_64 qemu-system-x86
	fetch_kernel
	make_root
	echo "measuring in QEMU, with $image"
	limited qemu-system-x86_64 -nodefaults -display none -no-reboot -m 512 -icount shift=1,sleep=off \
		-kernel "$work"/kernel/boot/vmlinuz-* -initrd "$work/initrd" -append 'console=ttyS0 quiet panic=-1' \
		-serial stdio -serial "file:$work/netem.csv" </dev/null
}

scripts/need.sh go
CGO_ENABLED=0 go build -buildvcs=false -o "$work/fidelity" ./scripts/fidelity || exit 2
if [ "${1:-}" != -qemu ] && local_netem; then
	echo 'measuring on this machine'
	FIDELITY_WHERE='on the machine itself' limited "${as_root[@]}" "$work/fidelity" measure >"$work/netem.csv"
else
	measure_in_guest
fi
[ -s "$work/netem.csv" ] || die 'the measurement failed: it gave no results'
cat "$work/netem.csv" >docs/fidelity/netem.csv
"$work/fidelity" compare docs/fidelity
echo 'All is within its bounds, or differs as docs/fidelity/README.md says.'
