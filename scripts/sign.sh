#!/bin/sh
# sign.sh FOLDER signs Driftlab.app in the zips for macOS of a release's folder, has Apple notarise it, and corrects SHA256SUMS.
# It needs macOS, and a key in these variables; without one it signs nothing and says so.
#
#   CERTIFICATE            a certificate "Developer ID Application" with its key: PKCS #12 in base64
#   CERTIFICATE_PASSWORD   its password
#   NOTARY_KEY, NOTARY_KEY_ID, NOTARY_ISSUER   a key of App Store Connect: .p8 in base64, its ID, its issuer
#
# Exit status: 0 if all are signed, 1 if something failed, 2 without a key or not on macOS.
set -eu
folder=${1:?usage: sign.sh FOLDER}
entitlements=$(cd "$(dirname "$0")" && pwd)/release/parts/entitlements.plist
skip() {
	echo "sign.sh: nothing is signed: $*" >&2
	exit 2
}
[ -n "${CERTIFICATE:-}" ] || skip 'there is no CERTIFICATE'
command -v codesign >/dev/null && command -v ditto >/dev/null || skip 'it needs macOS'
sum() { if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1; }

work=$(mktemp -d) keychain=
trap '[ -z "$keychain" ] || security delete-keychain "$keychain"; rm -rf "$work"' EXIT
umask 077
printf %s "$CERTIFICATE" | base64 --decode >"$work/certificate.p12"
printf %s "$NOTARY_KEY" | base64 --decode >"$work/notary.p8"
password=$(uuidgen)
security create-keychain -p "$password" "$work/sign.keychain-db"
keychain=$work/sign.keychain-db
security unlock-keychain -p "$password" "$keychain"
security import "$work/certificate.p12" -k "$keychain" -P "$CERTIFICATE_PASSWORD" -T /usr/bin/codesign
security set-key-partition-list -S apple-tool:,apple: -s -k "$password" "$keychain" >/dev/null # else it asks a person
identity=$(security find-identity -v -p codesigning "$keychain" | awk 'NR == 1 { print $2 }')

for zip in "$folder"/*-macos-*.zip; do
	name=$(basename "$zip" .zip)
	ditto -x -k "$zip" "$work/unpacked"
	app=$work/unpacked/$name/Driftlab.app
	codesign --force --options runtime --entitlements "$entitlements" --timestamp --keychain "$keychain" --sign "$identity" "$app"
	ditto -c -k --keepParent "$app" "$work/$name.zip"
	xcrun notarytool submit "$work/$name.zip" --key "$work/notary.p8" --key-id "$NOTARY_KEY_ID" --issuer "$NOTARY_ISSUER" --wait
	xcrun stapler staple "$app"
	ditto -c -k --keepParent "$work/unpacked/$name" "$work/signed.zip"
	mv "$work/signed.zip" "$zip"
	awk -v name="$name.zip" -v sum="$(sum "$zip")" '$2 == name { $0 = sum "  " name } { print }' "$folder/SHA256SUMS" >"$work/sums"
	cat "$work/sums" >"$folder/SHA256SUMS"
	rm -rf "$work/unpacked"
	echo "$name.zip is signed"
done
