import CommandParts

/// Completion for zsh: each command's options and operands in the notation of `_arguments`, with their meanings.
enum ZshCompletion {
  static func text(_ program: Completions.Program) -> String {
    let name = program.name
    var text = """
      #compdef \(name)
      # \(name) in zsh. \(Completions.head)

      # A name, and then what it is to be.
      _\(name)_assignment() { compadd -S = -- "$@"; }

      # Files that end like this, and folders; anything where nothing does.
      _\(name)_file() {
        local ending=${(j:|:)@}
        if [[ -n $ending ]]; then _files -g "*.($ending)(-.)" || _files; else _files; fi
      }


      """
    for entry in program.entries {
      text += "\(function(program, entry))() {\n  _arguments -S \\\n"
      text += arguments(program, entry).map { "    \($0)" }.joined(separator: " \\\n") + "\n}\n\n"
    }
    text += """
      _\(name)() {
        local context state state_descr line
        typeset -A opt_args
        local -a commands=(
      \(described(program.firstWords))
        )
        if (( CURRENT == 2 )); then

      """
    if program.entries.contains(where: \.name.isEmpty) {
      text += "    if [[ $PREFIX != -* ]]; then _describe -t commands command commands && return; fi\n"
      text += "    _\(name)_alone\n"
    } else {
      text += "    _describe -t commands command commands\n"
    }
    text += "    return\n  fi\n  case ${words[2]} in\n"
    for (word, _) in program.firstWords {
      let family = program.family(word), single = program.entries.first { $0.name == word }
      if family.isEmpty {
        text += "    \(word)) shift words; (( CURRENT-- )); _\(name)_\(word) ;;\n"
      } else {
        text += "    \(word))\n      if (( CURRENT == 3 )); then\n        commands=(\n"
        text += described(family.map { ($0.words[1], $0.summary) }) + "\n        )\n"
        text += "        _describe -t commands command commands\n"
        text += "        return\n      fi\n      case ${words[3]} in\n"
        for entry in family {
          text += "        \(entry.words[1])) shift 2 words; (( CURRENT -= 2 )); \(function(program, entry)) ;;\n"
        }
        if single != nil { text += "        *) shift words; (( CURRENT-- )); _\(name)_\(word) ;;\n" }
        text += "      esac ;;\n"
      }
    }
    if program.entries.contains(where: \.name.isEmpty) { text += "    *) _\(name)_alone ;;\n" }
    text += "  esac\n}\n\n_\(name) \"$@\"\n"
    return text
  }

  private static func function(_ program: Completions.Program, _ entry: Completions.Entry) -> String {
    "_\(program.name)_" + (entry.name.isEmpty ? "alone" : entry.words.joined(separator: "_"))
  }

  private static func described(_ words: [(word: String, summary: String)]) -> String {
    words.map { "    \(Completions.quoted("\($0.word):\($0.summary.replacing(":", with: "\\:"))"))" }
      .joined(separator: "\n")
  }

  private static func arguments(_ program: Completions.Program, _ entry: Completions.Entry) -> [String] {
    var arguments: [String] = []
    for option in entry.options {
      let meaning = bracketed(option.meaning), repeated = option.meaning.contains("repeatable") ? "*" : ""
      for name in (option.short.map { [$0] } ?? []) + [option.name] {
        var spec = repeated
        // A long option also accepts an equals sign; a short one does not.
        spec += option.value == nil || !option.choices.isEmpty ? name : name.hasPrefix("--") ? "\(name)=" : name
        spec += "[\(meaning)]"
        if let kind = option.kind, let value = option.value {
          let optional = option.choices.isEmpty ? ":" : "::"
          spec += "\(optional)\(label(value.filter { !"[]".contains($0) })):\(action(program, kind))"
        }
        arguments.append(Completions.quoted(spec))
      }
    }
    for (index, operand) in entry.operands.enumerated() {
      let place = operand.isRepeated ? "*:" : "\(index + 1):"
      arguments.append(Completions.quoted("\(place)\(label(operand.name)):\(action(program, operand.kind))"))
    }
    return arguments
  }

  private static func action(_ program: Completions.Program, _ kind: ValueKind) -> String {
    switch kind {
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .assignment(let names): "_\(program.name)_assignment \(names.joined(separator: " "))"
    case .file(let endings): (["_\(program.name)_file"] + endings).joined(separator: " ")
    case .folder: "_files -/"
    case .setting, .parameter, .profile: action(program, kind.inWords)
    case .number, .text: " "
    }
  }

  private static func label(_ text: String) -> String { text.replacing(":", with: "\\:") }
  private static func bracketed(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
      .replacing(":", with: "\\:")
  }
}
