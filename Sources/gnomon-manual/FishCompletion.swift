import CommandParts

/// Completion for fish: a line for each command and option, with its meaning.
enum FishCompletion {
  static func text(_ program: Completions.Program) -> String {
    let name = program.name
    let names = program.entries.map(\.name).filter { !$0.isEmpty }
    var text = """
      # \(name) in fish. \(Completions.head)

      # The command that the line has so far: `place add`, or nothing.
      function __\(name)_command
          set -l words (commandline -opc)
          set -l first $words[2]
          set -l both (string join ' ' -- $words[2..3])
          for name in \(names.map(quoted).joined(separator: " "))
              if test "$name" = "$both"; or test "$name" = "$first"
                  echo $name
                  return
              end
          end
      end

      # No command yet, or the first word of a family and no more.
      function __\(name)_stands_at
          set -l words (commandline -opc)
          test (count $words) -eq $argv[1]; and test "$words[2]" = "$argv[2]"
      end

      function __\(name)_is
          test "$(__\(name)_command)" = "$argv"
      end

      # Right behind a switch that words may follow.
      function __\(name)_follows
          set -l words (commandline -opc)
          test "$(__\(name)_command)" = "$argv[1]"; and test "$words[-1]" = "$argv[2]"
      end

      # Nothing before but the command and options: the operand at this place.
      function __\(name)_operand
          set -l words (commandline -opc)
          set -l count (math (count $words) - 1 - $argv[2])
          test "$(__\(name)_command)" = "$argv[1]"; and test $count -ge $argv[3]
      end

      # Files that end like this, and folders.
      function __\(name)_files
          set -l found
          for ending in $argv
              set -a found (__fish_complete_suffix .$ending | string match -e -- .$ending)
          end
          if test (count $found) -eq 0
              __fish_complete_path (commandline -ct)
          else
              printf '%s\\n' $found
              __fish_complete_directories (commandline -ct) ''
          end
      end

      complete -c \(name) -f

      """
    for (word, summary) in program.firstWords {
      text += "complete -c \(name) -n '__\(name)_stands_at 1 \"\"' -a \(word) -d \(quoted(summary))\n"
      for entry in program.family(word) {
        text +=
          "complete -c \(name) -n '__\(name)_stands_at 2 \(word)' -a \(entry.words[1]) -d \(quoted(entry.summary))\n"
      }
    }
    for entry in program.entries {
      text += "\n# \(entry.name.isEmpty ? name : "\(name) \(entry.name)")\n"
      let isHere = "-n '__\(name)_is \(entry.name)'"
      for option in entry.options {
        var line = "complete -c \(name) \(isHere)"
        if let short = option.short { line += " -s \(short.dropFirst())" }
        line += " -l \(option.name.dropFirst(2))"
        if let kind = option.kind, option.choices.isEmpty { line += " -x\(action(name, kind))" }
        text += line + " -d \(quoted(option.meaning))\n"
        if let kind = option.kind, !option.choices.isEmpty {
          let condition = "-n '__\(name)_follows \"\(entry.name)\" \(option.name)'"
          text += "complete -c \(name) \(condition)\(action(name, kind)) -d \(quoted(option.value ?? ""))\n"
        }
      }
      for (index, operand) in entry.operands.enumerated() {
        let action = action(name, operand.kind)
        guard !action.isEmpty else { continue }
        let place = "__\(name)_operand \"\(entry.name)\" \(entry.words.count) \(index)"
        text += "complete -c \(name) -n '\(place)'\(action) -d \(quoted(operand.name))\n"
      }
    }
    return text
  }

  private static func action(_ name: String, _ kind: ValueKind) -> String {
    switch kind {
    case .words(let words): " -a \(quoted(words.joined(separator: " ")))"
    case .assignment(let names): " -a \(quoted(names.map { "\($0)=" }.joined(separator: " ")))"
    case .file(let endings): " -a \(quoted("(__\(name)_files \(endings.joined(separator: " ")))"))"
    case .folder: " -a '(__fish_complete_directories (commandline -ct) \"\")'"
    case .setting, .parameter, .profile: action(name, kind.inWords)
    case .number, .text: ""
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
