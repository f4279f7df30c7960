import CommandParts

/// Completion for bash, without the package bash-completion: tables of the words, and one function that reads them.
enum BashCompletion {
  static func text(_ program: Completions.Program) -> String {
    let name = program.name
    return """
      # \(name) in bash. \(Completions.head)
      # shellcheck shell=bash

      # The words that may follow these: commands.
      _\(name)_words() {
        case $1 in
      \(cases(words(program)))
        *) return 1 ;;
        esac
      }

      # The options of a command.
      _\(name)_options() {
        case $1 in
      \(cases(program.entries.map { ($0.name, options($0)) }))
        *) return 1 ;;
        esac
      }

      # What follows COMMAND:OPTION, or is operand N of COMMAND:N: a kind, and its words or endings. N+ is every one from there on.
      _\(name)_kind() {
        case $1 in
      \(cases(program.entries.flatMap(kinds)))
        *) return 1 ;;
        esac
      }

      _\(name)_offer() {
        local current=$1 kind=$2
        shift 2
        case $kind in
        words) mapfile -t COMPREPLY < <(compgen -W "$*" -- "$current") ;;
        assignment)
          mapfile -t COMPREPLY < <(compgen -W "$*" -S = -- "$current")
          compopt -o nospace 2>/dev/null
          ;;
        folder)
          compopt -o filenames 2>/dev/null
          mapfile -t COMPREPLY < <(compgen -d -- "$current")
          ;;
        file)
          compopt -o filenames 2>/dev/null
          local ending
          COMPREPLY=()
          if [ $# -gt 0 ]; then
            for ending; do mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -X "!*.$ending" -- "$current"); done
            mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$current")
          fi
          # Nothing that ends like that: then anything.
          if [ ${#COMPREPLY[@]} -eq 0 ]; then mapfile -t COMPREPLY < <(compgen -f -- "$current"); fi
          ;;
        esac
      }

      _\(name)() {
        local current=${COMP_WORDS[COMP_CWORD]} command='' option='' operand=0 position=1 word kind
        COMPREPLY=()
        # The command: as many words as there are.
        while [ $position -lt "$COMP_CWORD" ] && [[ " $(_\(name)_words "$command") " == *" ${COMP_WORDS[position]} "* ]]; do
          command="${command:+$command }${COMP_WORDS[position]}"
          position=$((position + 1))
        done
        # What comes before: options with their values, and operands. An equals sign is a word of its own.
        while [ $position -lt "$COMP_CWORD" ]; do
          word=${COMP_WORDS[position]}
          if [ -n "$option" ]; then
            if [ "$word" != = ]; then option=''; fi
          elif [[ $word == -?* && $word != -[0-9.]* ]]; then
            if _\(name)_kind "$command:$word" >/dev/null; then option=$word; fi
          else
            operand=$((operand + 1))
          fi
          position=$((position + 1))
        done
        if [ "$current" = = ]; then current=''; fi
        if [ -n "$option" ]; then
          kind=$(_\(name)_kind "$command:$option")
        elif [[ $current == -* ]]; then
          kind="words $(_\(name)_options "$command")"
        else
          local next place=$((operand + 1))
          if [ $operand -eq 0 ] && next=$(_\(name)_words "$command") && [ -n "$next" ]; then
            kind="words $next"
          elif ! kind=$(_\(name)_kind "$command:$place"); then
            while [ $place -gt 0 ] && ! kind=$(_\(name)_kind "$command:$place+"); do place=$((place - 1)); done
          fi
        fi
        # shellcheck disable=SC2086
        _\(name)_offer "$current" $kind
      }

      complete -F _\(name) \(name)

      """
  }

  private static func options(_ entry: Completions.Entry) -> String {
    entry.options.flatMap { option in (option.short.map { [$0] } ?? []) + [option.name] }.joined(separator: " ")
  }

  private static func words(_ program: Completions.Program) -> [(String, String)] {
    let first = program.firstWords.map(\.word)
    let families = first.compactMap { word -> (String, String)? in
      let family = program.family(word)
      return family.isEmpty ? nil : (word, family.map { $0.words[1] }.joined(separator: " "))
    }
    return [("", first.joined(separator: " "))] + families
  }

  private static func kinds(_ entry: Completions.Entry) -> [(String, String)] {
    var kinds: [(String, String)] = []
    for option in entry.options {
      guard let kind = option.kind else { continue }
      for name in [option.name] + (option.short.map { [$0] } ?? []) where option.choices.isEmpty || name == option.name
      {
        kinds.append(("\(entry.name):\(name)", text(kind)))
      }
    }
    for (index, operand) in entry.operands.enumerated() {
      kinds.append(("\(entry.name):\(index + 1)\(operand.isRepeated ? "+" : "")", text(operand.kind)))
    }
    return kinds
  }

  private static func text(_ kind: ValueKind) -> String {
    switch kind {
    case .words(let words): "words " + words.joined(separator: " ")
    case .assignment(let names): "assignment " + names.joined(separator: " ")
    case .file(let endings): (["file"] + endings).joined(separator: " ")
    case .folder: "folder"
    case .setting, .parameter, .profile: text(kind.inWords)
    case .number, .text: "text"
    }
  }

  /// Patterns with the same output share a line.
  private static func cases(_ pairs: [(String, String)]) -> String {
    var lines: [(patterns: [String], text: String)] = []
    for (pattern, text) in pairs {
      if let index = lines.firstIndex(where: { $0.text == text }) {
        lines[index].patterns.append(pattern)
      } else {
        lines.append(([pattern], text))
      }
    }
    return lines.map { line in
      "  \(line.patterns.map(Completions.quoted).joined(separator: " | "))) echo \(Completions.quoted(line.text)) ;;"
    }.joined(separator: "\n")
  }
}
