/** Scripts that complete the names of commands and options in a shell. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export interface Completable {
  name: string;
  description: string;
  /** Long options, such as `--status`. */
  options: string[];
  /** Commands below it, such as `tail` of `webhooks`. */
  commands: Completable[];
}

export function completionScript(shell: Shell, commands: readonly Completable[]): string {
  if (shell === 'fish') return fish(commands);
  const namesOf = (some: readonly Completable[]): string => some.map(({ name }) => name).join(' ');
  const cases = commands.flatMap(({ name, options, commands: inner }) => [
    ...inner.map(one => `    "${name} ${one.name}") words="${one.options.join(' ')}" ;;`),
    ...(inner.length > 0 ? [`    "${name} "*) [ "$COMP_CWORD" -eq 2 ] && words="${namesOf(inner)}" ;;`] : []),
    ...(inner.length > 0 ? [] : [`    "${name} "*) words="${options.join(' ')}" ;;`]),
  ]);
  const script = `_invoicing() {
  local words=""
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${cases.join('\n')}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${namesOf(commands)}"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _invoicing invoicing
`;
  return shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;

const fish = (commands: readonly Completable[]): string =>
  commands
    .flatMap(({ name, description, options, commands: inner }) => [
      `complete -c invoicing -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
      ...inner.map(
        one => `complete -c invoicing -n '__fish_seen_subcommand_from ${name}' -f -a ${one.name} -d ${quoted(one.description)}`,
      ),
      ...new Set([...options, ...inner.flatMap(one => one.options)].map(option => optionOf(name, option))),
    ])
    .join('\n') + '\n';

const optionOf = (name: string, option: string): string =>
  `complete -c invoicing -n '__fish_seen_subcommand_from ${name}' -l ${option.replace(/^--/, '')}`;
