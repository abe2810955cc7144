#compdef vicinity

_vicinity() {
    local state line
    _arguments -C \
        '(- *)'{-h,--help}'[Shows this help.]' \
        '1:command:((serve\:"Serves the pages and the interface of a workplace until it is told to stop." order\:"Orders at a café." import\:"Imports campus files." completion\:"Writes a completion script." stop\:"Stops." data\:"Looks after what is kept."))' \
        '*::argument:->rest'
    [[ $state == rest ]] || return
    case $line[1] in
    serve) _vicinity_serve ;;
    order) _vicinity_order ;;
    import) _vicinity_import ;;
    completion) _vicinity_completion ;;
    stop) _vicinity_stop ;;
    data) _vicinity_data ;;
    esac
}

_vicinity_serve() {
    _arguments \
        '(- *)'{-h,--help}'[Shows this help.]' \
        '--listen[The address to listen on.]:HOST\:PORT:' \
        '--data[Where the database and everything else that is kept lies.]:DIRECTORY:_files -/' \
        '--campus[The campus to import first.]:FILE:_files' \
        '--demo[Lets everybody sign in as anybody; listens on this machine only.]'
}

_vicinity_order() {
    _arguments \
        '(- *)'{-h,--help}'[Shows this help.]' \
        '*--line[A line of the order.]:ITEM\[\:CHOICE…\]:' \
        '--language[The language of names.]:LANGUAGE:(en ja)' \
        '--count[How many to show.]:NUMBER:' \
        '1:CAFE:'
}

_vicinity_import() {
    _arguments \
        '(- *)'{-h,--help}'[Shows this help.]' \
        '*:FILE:_files'
}

_vicinity_completion() {
    _arguments \
        '(- *)'{-h,--help}'[Shows this help.]' \
        '1::SHELL:(bash zsh)'
}

_vicinity_stop() {
    _arguments \
        '(- *)'{-h,--help}'[Shows this help.]'
}

_vicinity_data() {
    local state line
    _arguments -C \
        '(- *)'{-h,--help}'[Shows this help.]' \
        '1:command:((copy\:"Copies\: it'\''s \[quoted\] \"so\"\: fine."))' \
        '*::argument:->rest'
    [[ $state == rest ]] || return
    case $line[1] in
    copy) _vicinity_data_copy ;;
    esac
}

_vicinity_data_copy() {
    _arguments \
        '(- *)'{-h,--help}'[Shows this help.]' \
        '*:SOURCE:_files' \
        '2:TARGET:_files -/'
}

if [[ $funcstack[1] == _vicinity ]]; then
    _vicinity "$@"
else
    compdef _vicinity vicinity
fi
