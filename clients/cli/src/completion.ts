import { join } from 'node:path';

/** Scripts that define the command `invoicing` in a shell, and complete its commands and options. */
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

/** What `invoicing` runs: this program, wherever the shell is. */
const START = [process.execPath, join(import.meta.dirname, 'main.ts')].map(part => quoted(part)).join(' ');

export function completionScript(shell: Shell, commands: readonly Completable[]): string {
  if (shell === 'fish') return fish(commands);
  const namesOf = (some: readonly Completable[]): string => some.map(({ name }) => name).join(' ');
  const cases = commands.flatMap(({ name, options, commands: inner }) => [
    ...inner.map(one => `    "${name} ${one.name}") words="${one.options.join(' ')}" ;;`),
    ...(inner.length > 0 ? [`    "${name} "*) [ "$COMP_CWORD" -eq 2 ] && words="${namesOf(inner)}" ;;`] : []),
    ...(inner.length > 0 ? [] : [`    "${name} "*) words="${options.join(' ')}" ;;`]),
  ]);
  const script = `invoicing() { ${START} "$@"; }
_invoicing() {
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

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

const fish = (commands: readonly Completable[]): string =>
  `function invoicing; ${START} $argv; end\n` +
  commands
    .flatMap(({ name, description, options, commands: inner }) => [
      `complete -c invoicing -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
      ...inner.map(
        one => `complete -c invoicing -n '__fish_seen_subcommand_from ${name}' -f -a ${one.name} -d ${quoted(one.description)}`,
      ),
      ...new Set([...options, ...inner.flatMap(one => one.options)].map(option => optionOf(name, option))),
    ])
    .join('\n') +
  '\n';

const optionOf = (name: string, option: string): string =>
  `complete -c invoicing -n '__fish_seen_subcommand_from ${name}' -l ${option.replace(/^--/, '')}`;
