# Completion of driftlab for bash 3.2 or newer; load it with: eval "$(driftlab completion bash)"
_driftlab() {
	local line=${COMP_LINE:0:COMP_POINT} words current trim found
	read -ra words <<<"$line|" # the stroke keeps what stands behind the last blank, nothing too
	current=${words[${#words[@]} - 1]%|}
	words[${#words[@]} - 1]=$current
	trim=${current%"${current##*[=:]}"} # bash completes from the last of these on
	COMPREPLY=()
	while IFS=$'\t' read -r found _; do
		COMPREPLY+=("${found#"$trim"}")
	done < <("${words[0]}" completion words "${words[@]:1}" 2>/dev/null)
	if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=.] ]]; then
		compopt -o nospace 2>/dev/null
	fi
}
complete -o default -F _driftlab driftlab
