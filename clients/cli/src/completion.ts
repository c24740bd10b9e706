/** Scripts that complete the names of commands and options in a shell. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export interface Completable {
  name: string;
  description: string;
  /** Long options, such as `--status`. */
  options: string[];
}

export function completionScript(shell: Shell, commands: readonly Completable[]): string {
  if (shell === 'fish') return fish(commands);
  const cases = commands.map(({ name, options }) => `    ${name}) words="${options.join(' ')}" ;;`).join('\n');
  const script = `_invoicing() {
  local words="${commands.map(({ name }) => name).join(' ')}"
  case "\${COMP_WORDS[1]}" in
${cases}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${commands.map(({ name }) => name).join(' ')}"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _invoicing invoicing
`;
  return shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script;
}

const fish = (commands: readonly Completable[]): string =>
  commands
    .flatMap(({ name, description, options }) => [
      `complete -c invoicing -n __fish_use_subcommand -f -a ${name} -d '${description.replaceAll("'", "\\'")}'`,
      ...options.map(option => `complete -c invoicing -n '__fish_seen_subcommand_from ${name}' -l ${option.replace(/^--/, '')}`),
    ])
    .join('\n') + '\n';
