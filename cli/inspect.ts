// evident inspect FILE.wasm: what an artifact says of itself: hash, canonical text, schedule, places. Nothing is run.

import { LANGUAGE_ID, programHash } from '../compiler/hash.ts';
import { SCHEDULE_ID } from '../compiler/steps.ts';
import { artifactProblem } from '../runtime/artifact.ts';
import { openArtifact } from './artifact.ts';
import {
  type Command,
  EXIT,
  type ExitCode,
  isQuestions,
  note,
  onlyArgument,
  print,
  printJson,
  readFlags,
} from './command.ts';

export const command: Command = {
  usage: 'evident inspect FILE [--json]',
  options: [
    ['FILE', 'an artifact of evident build, or - for standard input; questions where the name ends in .json'],
    ['--json', 'print everything, with the site table, as JSON'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, { json: { type: 'boolean' } });
    const path = onlyArgument(positionals, 'an artifact or questions');
    if (isQuestions(path)) return inspectQuestions(path, values.json === true);
    const { module, info, bytes } = openArtifact(path);
    const { language, schedule, runtime, hash, canonical, places } = info;
    const matches = programHash(canonical) === hash;
    if (values.json === true) {
      const exported = WebAssembly.Module.exports(module).map(({ name, kind }) => ({ name, kind }));
      printJson({
        language,
        schedule,
        runtime,
        hash,
        hash_matches: matches,
        bytes: bytes.length,
        imports: WebAssembly.Module.imports(module).length,
        exports: exported,
        canonical,
        places,
      });
    } else {
      print(`language  ${language}`);
      print(`schedule  ${schedule.id} ${schedule.hash}`);
      print(`runtime   ${runtime}`);
      print(`hash      ${hash}`);
      print(`bytes     ${bytes.length}`);
      print(`places    ${places.length}`);
      print('');
      print(canonical);
    }
    const problem = artifactProblem(info);
    if (problem === null) return EXIT.ok;
    note(`${path}: ${problem}`);
    return EXIT.invalid;
  },
};

/** The program of questions, laid out for reading. */
async function inspectQuestions(path: string, json: boolean): Promise<ExitCode> {
  const { openQuestions } = await import('./questions.ts');
  const { format } = await import('../grammar/format.ts');
  const { PROGRAM_LIMITS } = await import('../server/engines/systemone/program.ts');
  const { program, hash } = openQuestions(path);
  if (json) {
    printJson({ language: LANGUAGE_ID, schedule: SCHEDULE_ID, hash, canonical: program });
    return EXIT.ok;
  }
  const formatted = format(program, PROGRAM_LIMITS);
  print(`; hash ${hash}`);
  print(formatted.kind === 'formatted' ? formatted.text.trimEnd() : program);
  return EXIT.ok;
}
