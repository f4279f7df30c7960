#!/usr/bin/env zsh
# zsh_offers.zsh COMPLETIONS FOLDER LINE...: for each unfinished line prints zsh's completions in that folder, after a line of
# equals signs. The words are collected where they are passed to zsh (compadd), so no screen is read.
zmodload zsh/zpty
completions=$1 folder=$2
shift 2
answers=$(mktemp)
zpty shell "env TERM=dumb HOME=$folder zsh -f -i"
zpty -w shell "cd ${(q)folder}; fpath=(${(q)completions} \$fpath); autoload -U compinit; compinit -u -D"
zpty -w shell "compadd() { local -a told; builtin compadd -A told \"\$@\"; print -rl -- \$told >>${(q)answers}; builtin compadd \"\$@\"; }"
zpty -w shell "zstyle ':completion:*' list-prompt ''; LISTMAX=100000; LINES=10000; bindkey '^I' list-choices; bindkey '^X' kill-whole-line"
for line; do
  : >$answers
  zpty -w shell "print READY >>${(q)answers}"
  for wait in {1..100}; do grep -q READY $answers && break; sleep 0.02; done
  : >$answers
  zpty -w -n shell "$line"$'\t'$'\x18'
  zpty -w shell "print DONE >>${(q)answers}"
  for wait in {1..250}; do grep -q DONE $answers && break; sleep 0.02; done
  print -r -- "==== "
  grep -v DONE $answers
  zpty -r -t shell junk
done
zpty -d shell
rm -f $answers
