# Completion of driftlab for fish; load it with: driftlab completion fish | source
function __driftlab_words
	set -l words (commandline -opc) (commandline -ct)
	set -l found ($words[1] completion words $words[2..-1] 2>/dev/null)
	if set -q found[1]
		printf '%s\n' $found
	else
		set -l start (string match -r '.*=' -- $words[-1])
		printf '%s\n' "$start"(__fish_complete_path (string replace -r '.*=' '' -- $words[-1]))
	end
end
complete -c driftlab -k -f -a '(__driftlab_words)'
