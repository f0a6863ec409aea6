// Dockerfile: what a Dockerfile says, and what is wrong with it. In: its text. Out: the settings of its last stage; sentences, none
// where it holds. Syntax is judged by dockerfile-utils; the rules are those of hadolint that need no shell and no registry.

import { type Dockerfile, DockerfileParser, type From, type Instruction, type JSONInstruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';

interface Image {
  readonly args: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly cmd: readonly string[];
  readonly healthcheck: readonly string[];
  readonly exposed: readonly string[];
  readonly volumes: readonly string[];
}

export function readDockerfile(text: string): Image {
  const file = DockerfileParser.parse(text);
  const last = lastStage(file);
  const listOf = (keyword: string): readonly string[] => {
    const [, list] = /(\[.*\])\s*$/s.exec(argumentsOf(last.find((one) => one.getKeyword() === keyword)!)) ?? [];
    return JSON.parse(list ?? '[]') as string[];
  };
  return {
    args: Object.fromEntries(
      file.getARGs().map((arg) => [arg.getProperty()?.getName(), arg.getProperty()?.getValue()]),
    ),
    env: Object.fromEntries(
      file.getENVs().flatMap((env) => env.getProperties().map((one) => [one.getName(), one.getValue() ?? ''])),
    ),
    entrypoint: listOf('ENTRYPOINT'),
    cmd: listOf('CMD'),
    healthcheck: listOf('HEALTHCHECK'),
    exposed: last.filter((one) => one.getKeyword() === 'EXPOSE').map(argumentsOf),
    volumes: listOf('VOLUME'),
  };
}

export function dockerfileProblems(text: string): readonly string[] {
  const file = DockerfileParser.parse(text);
  const problems = validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);
  const stages = file.getFROMs();
  for (const [index, from] of stages.entries())
    if (!isPinned(file, from, stages.slice(0, index))) problems.push(`${from.getImage()} is not pinned to a version`);
  for (const copy of file.getCOPYs()) {
    const stage = copy.getFromFlag()?.getValue();
    if (stage !== undefined && stage !== null && !stages.some((from) => from.getBuildStage() === stage))
      problems.push(`there is no stage ${stage}`);
  }
  const last = lastStage(file);
  const user = last.filter((one) => one.getKeyword() === 'USER').at(-1);
  if (user === undefined || !/^[1-9]\d*(?::[1-9]\d*)?$/.test(argumentsOf(user)))
    problems.push('the image runs as root, or as a name that a cluster cannot tell from root');
  for (const keyword of ['CMD', 'ENTRYPOINT']) {
    const found = last.filter((one) => one.getKeyword() === keyword) as JSONInstruction[];
    if (found.length !== 1 || found[0]?.getOpeningBracket() === null)
      problems.push(`${keyword} is not a list of words`);
  }
  const check = last.find((one) => one.getKeyword() === 'HEALTHCHECK');
  if (check === undefined || !/CMD \[/.test(argumentsOf(check)))
    problems.push('there is no HEALTHCHECK as a list of words');
  for (const one of file.getInstructions())
    if (one.getKeyword() === 'ADD') problems.push('COPY says what it takes; ADD also unpacks and downloads');
  return problems;
}

/** A version of at least two parts or a digest, and no word that moves; an earlier stage is pinned where it begins. */
function isPinned(file: Dockerfile, from: From, earlier: readonly From[]): boolean {
  if (earlier.some((stage) => stage.getBuildStage() === from.getImage())) return true;
  if (from.getImageDigest() !== null) return true;
  const defaults = new Map(
    file.getInitialARGs().map((arg) => [arg.getProperty()?.getName(), arg.getProperty()?.getValue()]),
  );
  const tag = (from.getImage() ?? '')
    .replace(/\$\{(\w+)\}/g, (_, name: string) => defaults.get(name) ?? '')
    .split(':')[1];
  return tag !== undefined && /^\d+\.\d+/.test(tag);
}

/** From the last FROM on: what the image is. */
function lastStage(file: Dockerfile): readonly Instruction[] {
  const all = file.getInstructions();
  return all.slice(all.findLastIndex((one) => one.getKeyword() === 'FROM'));
}

function argumentsOf(instruction: Instruction): string {
  return instruction.getRawArgumentsContent() ?? '';
}
