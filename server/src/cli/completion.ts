import type { Command, Option } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** What may stand after one command. */
interface Place {
  /** The commands on the way, such as `tools pull`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly Command[];
  readonly options: readonly Option[];
}

/** Every command of a program, itself first. */
function placesOf(command: Command, path = ''): Place[] {
  const { options, commands } = command;
  const below = commands.flatMap((each) => placesOf(each, `${path} ${each.name()}`.trim()));
  return [{ path, commands, options }, ...below];
}

/** What completes after `path option`: the choices of an option that has them. */
const choicesOf = ({ path, options }: Place) =>
  options.flatMap(({ long, argChoices }) =>
    long && argChoices ? [{ after: `${path} ${long}`.trim(), choices: argChoices }] : [],
  );

const wordsOf = ({ commands, options }: Place): string[] => [
  ...commands.map((each) => each.name()),
  ...options.flatMap(({ long }) => long ?? []),
];

function bash(program: Command): string {
  const places = placesOf(program);
  const paths = places.flatMap(({ path }) => (path ? [`'${path}'`] : []));
  const values = places
    .flatMap(choicesOf)
    .map(({ after, choices }) => `    '${after}') words='${choices.join(' ')}' ;;`);
  const words = places.map(
    (place) => `    '${place.path}') words='${wordsOf(place).join(' ')}' ;;`,
  );
  return `_callsheet() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local path='' word words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${path:+$path }\${COMP_WORDS[i]}"
    case "$word" in
      ${paths.join('|')}) path="$word" ;;
    esac
  done
  case "$path" in
${words.join('\n')}
  esac
  case "\${path:+$path }$previous" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _callsheet callsheet
`;
}

const zsh = (program: Command): string =>
  `autoload -U +X compinit bashcompinit && compinit && bashcompinit\n${bash(program)}`;

function fish(program: Command): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  const lines = placesOf(program).flatMap(({ path, commands, options }) => {
    const below = commands.map((each) => each.name()).join(' ');
    const here = path
      ? `${path
          .split(' ')
          .map((word) => `__fish_seen_subcommand_from ${word}`)
          .join('; and ')}${below ? `; and not __fish_seen_subcommand_from ${below}` : ''}`
      : '__fish_use_subcommand';
    const start = `complete -c callsheet -n ${quoted(here)}`;
    return [
      ...commands.map((each) => `${start} -a ${each.name()} -d ${quoted(each.description())}`),
      ...options.flatMap(({ long, description, required, argChoices }) => {
        if (!long) return [];
        const value = argChoices ? ` -xa ${quoted(argChoices.join(' '))}` : required ? ' -r' : '';
        return [`${start} -l ${long.slice(2)}${value} -d ${quoted(description)}`];
      }),
    ];
  });
  return `${lines.join('\n')}\n`;
}

const SCRIPTS: Readonly<Record<Shell, (program: Command) => string>> = { bash, zsh, fish };

/**
 * The script by which a shell completes the commands, options and choices of the program.
 *
 * @param program whose own model the script is made from
 */
export const completionScript = (shell: Shell, program: Command): string => SCRIPTS[shell](program);
