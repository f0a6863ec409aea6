// evident completion SHELL: what a shell needs to complete commands, their options and names.
// In: the tables of commands, builtins and codes. Out: a script for bash, zsh or fish, which asks nobody when it completes.

import { BUILTIN_NAMES } from '../compiler/builtins.ts';
import { FAULTS } from '../compiler/faults.ts';
import { SPECIAL_NAMES } from '../compiler/specials.ts';
import { DIAGNOSTICS } from '../grammar/diagnostics.ts';
import { type Command, type Commands, EXIT, onlyArgument, readFlags, UsageError, write } from './command.ts';

export const command: Command = {
  usage: 'evident completion SHELL',
  options: [
    ['bash', 'eval "$(evident completion bash)" in ~/.bashrc'],
    ['zsh', 'eval "$(evident completion zsh)" in ~/.zshrc, behind compinit'],
    ['fish', 'evident completion fish | source in ~/.config/fish/config.fish'],
  ],
  async run(args, all) {
    const { positionals } = readFlags(args, {});
    const shell = onlyArgument(positionals, 'a shell');
    if (!isShell(shell))
      throw new UsageError(`there is no completion for ${shell}; there are ${Object.keys(SHELLS).join(', ')}`);
    write(SHELLS[shell](await completions(all)));
    return EXIT.ok;
  },
};

interface Completion {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  /** What may stand behind the name, beside files. */
  readonly words: readonly string[];
}

interface Flag {
  readonly name: string;
  readonly meaning: string;
  readonly takesValue: boolean;
}

/** Names that a command takes; where there are none it takes files. */
const WORDS: Readonly<Record<string, (all: Commands) => readonly string[]>> = {
  docs: () => [...SPECIAL_NAMES, ...BUILTIN_NAMES],
  explain: () => [...Object.keys(DIAGNOSTICS), ...Object.keys(FAULTS)],
  help: (all) => Object.keys(all),
  completion: () => Object.keys(SHELLS),
};

async function completions(all: Commands): Promise<Completion[]> {
  const commands = await Promise.all(
    Object.entries(all).map(async ([name, { summary, load }]): Promise<Completion> => {
      const { options, usage } = (await load()).command;
      const flags = options.flatMap(([option, meaning]) => flagsOf(option, meaning));
      return { name, summary, flags, words: WORDS[name]?.(all) ?? subcommandsOf(usage) };
    }),
  );
  return [...commands, { name: 'help', summary: 'how to use a command', flags: [], words: WORDS['help']!(all) }];
}

/** The flags of `-o, --output FILE`, or of `--after N, --limit N`. */
function flagsOf(option: string, meaning: string): Flag[] {
  return [...option.matchAll(/(?<=^|[ ,|])(--?[a-z][a-z-]*)( [A-Z])?/g)].map(([, name, value]) => ({
    name: name!,
    meaning,
    takesValue: value !== undefined || /^-[a-z], --[a-z-]+ [A-Z]/.test(option),
  }));
}

/** The small words that a usage begins its alternatives with: `evident keys add NAME … | list | revoke NAME`. */
function subcommandsOf(usage: string): string[] {
  const words: string[] = [];
  let depth = 0;
  let isStart = false;
  for (const part of usage.replace(/^evident [a-z]+/, '|').split(/([[\]| ])/)) {
    if (part === '[') depth += 1;
    else if (part === ']') depth -= 1;
    else if (part === '|' && depth === 0) isStart = true;
    else if (part.trim() !== '' && depth === 0) {
      if (isStart && /^[a-z]+$/.test(part)) words.push(part);
      isStart = false;
    }
  }
  return words;
}

const SHELLS = { bash, zsh, fish } as const;

function isShell(name: string): name is keyof typeof SHELLS {
  return Object.hasOwn(SHELLS, name);
}

function bash(all: readonly Completion[]): string {
  const cases = all.map(
    ({ name, flags, words }) =>
      `    ${name}) flags=${quoted(flags.map((flag) => flag.name).join(' '))} words=${quoted(words.join(' '))} ;;`,
  );
  return `_evident() {
  local word=\${COMP_WORDS[COMP_CWORD]} flags= words= found
  if [ "$COMP_CWORD" -eq 1 ]; then words=${quoted(all.map(({ name }) => name).join(' '))}; else
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  fi
  case $word in -*) words="$flags $words" ;; esac
  COMPREPLY=()
  while IFS= read -r found; do COMPREPLY+=("$found"); done < <(compgen -W "$words" -- "$word")
}
complete -o bashdefault -o default -F _evident evident
`;
}

function zsh(all: readonly Completion[]): string {
  const described = (name: string, meaning: string): string =>
    quoted(`${name.replaceAll('\\', '\\\\').replaceAll(':', '\\:')}:${meaning}`);
  const cases = all.map(({ name, flags, words }) =>
    [
      `    ${name})`,
      `      flags=(${flags.map((flag) => described(flag.name, flag.meaning)).join(' ')})`,
      `      names=(${words.map((word) => quoted(word)).join(' ')})`,
      '      ;;',
    ].join('\n'),
  );
  return `#compdef evident
_evident() {
  local -a commands flags names
  commands=(
${all.map(({ name, summary }) => `    ${described(name, summary)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe option flags
  elif (( $#names )); then compadd -a names
  else _files
  fi
}
compdef _evident evident
`;
}

function fish(all: readonly Completion[]): string {
  const lines = all.flatMap(({ name, summary, flags, words }) => {
    const inside = `-n ${quoted(`__fish_seen_subcommand_from ${name}`, 'fish')}`;
    return [
      `complete -c evident -f -n __fish_use_subcommand -a ${name} -d ${quoted(summary, 'fish')}`,
      ...flags.map((flag) => {
        const dashed = flag.name.startsWith('--') ? `-l ${flag.name.slice(2)}` : `-s ${flag.name.slice(1)}`;
        return `complete -c evident ${inside} ${dashed}${flag.takesValue ? ' -r' : ''} -d ${quoted(flag.meaning, 'fish')}`;
      }),
      ...(words.length === 0
        ? []
        : [`complete -c evident -f ${inside} -a ${quoted(words.map((word) => `"${word}"`).join(' '), 'fish')}`]),
    ];
  });
  return `${lines.join('\n')}\n`;
}

/** One word of a shell. */
function quoted(text: string, shell: 'sh' | 'fish' = 'sh'): string {
  return shell === 'sh'
    ? `'${text.replaceAll("'", "'\\''")}'`
    : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
