#compdef driftlab
# Completion of driftlab for zsh; load it after compinit with: eval "$(driftlab completion zsh)"
_driftlab() {
	local line text
	local -a whole open
	for line in "${(@f)$(${(Q)words[1]} completion words "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
		text=${line%%$'\t'*}
		[[ -n $text ]] || continue
		line="${text//:/\\:}:${line#*$'\t'}"
		if [[ $text == *[=.] ]]; then open+=("$line"); else whole+=("$line"); fi
	done
	if (( $#whole )); then _describe -V driftlab whole; fi
	if (( $#open )); then _describe -V driftlab open -S ''; fi
	if (( ! $#whole && ! $#open )); then
		compset -P '*='
		_files
	fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _driftlab "$@"; else compdef _driftlab driftlab; fi
