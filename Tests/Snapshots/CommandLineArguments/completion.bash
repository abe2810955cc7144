# Completion of vicinity for bash.
_vicinity() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local path=vicinity word
    for word in "${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
        case $path/$word in
        vicinity/serve | vicinity/order | vicinity/import | vicinity/completion | vicinity/stop | vicinity/data | vicinity/data/copy) path=$path/$word ;;
        esac
    done
    COMPREPLY=()
    case "$path $previous" in
    "vicinity/serve --listen") return ;;
    "vicinity/serve --data") mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
    "vicinity/serve --campus") mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    "vicinity/order --line") return ;;
    "vicinity/order --language") mapfile -t COMPREPLY < <(compgen -W 'en ja' -- "$current"); return ;;
    "vicinity/order --count") return ;;
    '') ;;
    esac
    case $path in
    vicinity) mapfile -t COMPREPLY < <(compgen -W 'serve order import completion stop data --help' -- "$current") ;;
    vicinity/serve) mapfile -t COMPREPLY < <(compgen -W '--listen --data --campus --demo --help' -- "$current") ;;
    vicinity/order) mapfile -t COMPREPLY < <(compgen -W '--line --language --count --help' -- "$current") ;;
    vicinity/import) mapfile -t COMPREPLY < <(compgen -W '--help' -f -- "$current") ;;
    vicinity/completion) mapfile -t COMPREPLY < <(compgen -W 'bash zsh --help' -- "$current") ;;
    vicinity/stop) mapfile -t COMPREPLY < <(compgen -W '--help' -- "$current") ;;
    vicinity/data) mapfile -t COMPREPLY < <(compgen -W 'copy --help' -- "$current") ;;
    vicinity/data/copy) mapfile -t COMPREPLY < <(compgen -W '--help' -f -d -- "$current") ;;
    esac
}
complete -F _vicinity vicinity
