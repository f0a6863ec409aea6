// evident table FILE: a decision table becomes a script, and what is wrong with its rules is proved.

import { check } from '../compiler/check.ts';
import { format } from '../grammar/format.ts';
import { renderAll } from '../grammar/render.ts';
import { Source } from '../grammar/span.ts';
import {
  type Command,
  EXIT,
  note,
  onlyArgument,
  printJson,
  readBytes,
  readFlags,
  UsageError,
  write,
} from './command.ts';
import { readCsv } from './tables/csv.ts';
import { readDmn } from './tables/dmn.ts';
import { type Finding, type Proof, prove, showWitness } from './tables/prove.ts';
import { scriptOf } from './tables/script.ts';
import { type Draft, readTable, type Table, TableError, type TableProblem } from './tables/table.ts';
import { writeBytes } from './write-bytes.ts';

export const command: Command = {
  usage: 'evident table FILE [-o SCRIPT] [--decision NAME] [--delimiter CHAR] [--strict] [--json]',
  options: [
    ['FILE', 'a table as CSV, or a DMN file (.dmn, .xml) with a decision table'],
    ['-o SCRIPT', 'where the script goes; standard output when left out'],
    ['--decision NAME', 'the decision of a DMN file that has several'],
    ['--delimiter CHAR', 'what separates the cells of a CSV file (,)'],
    ['--strict', 'end with 1, and write nothing, when rules overlap that must not, or an input meets no rule'],
    ['--json', 'one JSON document instead of lines: the findings, and the script where no -o says where it goes'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      output: { type: 'string', short: 'o' },
      decision: { type: 'string' },
      delimiter: { type: 'string' },
      strict: { type: 'boolean' },
      json: { type: 'boolean' },
    });
    const file = onlyArgument(positionals, 'a table');
    if (values.delimiter !== undefined && [...values.delimiter].length !== 1)
      throw new UsageError('--delimiter is one character');
    const reading = readFile(file, values.decision ?? null, values.delimiter ?? ',');
    if ('problems' in reading) {
      for (const { code, where, message } of reading.problems) note(`error[${code}]: ${where}: ${message}`);
      if (values.json === true) printJson({ ok: false, problems: reading.problems });
      return EXIT.invalid;
    }
    const { table } = reading;
    const proof = prove(table);
    const findings = proof.findings.map((finding) => ({ kind: finding.kind, message: inWords(finding, table) }));
    for (const { kind, message } of findings) note(`warning[${kind}]: ${file}: ${message}`);
    if (proof.overlaps > shownOverlaps(proof)) note(`${file}: ${proof.overlaps} pairs of rules overlap in all`);
    const script = formatted(scriptOf(table, proof.overlaps > 0, file), file);
    if (script === null) return EXIT.invalid;
    const isRefused = values.strict === true && findings.length > 0;
    if (values.json === true)
      printJson({
        ok: !isRefused,
        rules: table.rules.length,
        findings,
        ...(values.output === undefined ? { script } : {}),
      });
    if (isRefused) return EXIT.invalid;
    if (values.output !== undefined) writeBytes(values.output, script);
    else if (values.json !== true) write(script);
    if (findings.length === 0) note(`${file}: ${provedOf(table)}`);
    return EXIT.ok;
  },
};

type Reading = { readonly table: Table } | { readonly problems: readonly TableProblem[] };

function readFile(file: string, decision: string | null, delimiter: string): Reading {
  const bytes = readBytes(file);
  let draft: Draft;
  try {
    const isDmn = /\.(?:dmn|xml)$/i.test(file);
    if (!isDmn && decision !== null) throw new UsageError('--decision names a decision of a DMN file');
    draft = isDmn ? readDmn(bytes, file, decision) : readCsv(bytes, file, delimiter);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    return { problems: [error.problem] };
  }
  const reading = readTable(draft);
  return reading.kind === 'table' ? { table: reading.table } : { problems: reading.problems };
}

/** The script as `evident fmt` prints it; null when it is none, which has been told: a table can be too large for a script. */
function formatted(text: string, file: string): string | null {
  const { ok, diagnostics } = check(text);
  if (!ok) note(renderAll(diagnostics, new Source(text), `script of ${file}`));
  const result = format(text);
  return ok && result.kind === 'formatted' ? result.text : null;
}

function shownOverlaps({ findings }: Proof): number {
  return findings.filter(({ kind }) => kind === 'overlap').length;
}

function inWords(finding: Finding, table: Table): string {
  const ruleName = (at: number): string => `rule ${table.rules[at]!.name} (${table.rules[at]!.where})`;
  switch (finding.kind) {
    case 'overlap': {
      const [a, b] = finding.rules;
      return `${ruleName(a)} and ${ruleName(b)} both apply to ${showWitness(table, finding.witness)}${table.policy.kind === 'any' ? ', and their outputs differ' : ''}`;
    }
    case 'gap':
      return `no rule applies to ${showWitness(table, finding.witness)}`;
    case 'unreachable':
      return `${ruleName(finding.rule)} is never reached: rules before it take all of its inputs`;
    case 'undecided':
      return `whether there are ${finding.what === 'gaps' ? 'gaps' : 'rules that are never reached'} is too much to look at`;
  }
}

/** What has been proved of a table without findings. */
function provedOf({ policy, rules, otherwise }: Table): string {
  const count = `${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}, ${policy.kind}`;
  const one =
    policy.kind === 'unique'
      ? 'no two apply together'
      : policy.kind === 'any'
        ? 'those that apply together agree'
        : null;
  const covers = ['unique', 'any', 'first', 'priority'].includes(policy.kind)
    ? otherwise === null
      ? 'every input meets one'
      : 'the default takes what no rule does'
    : null;
  const said = [one, covers].filter((part) => part !== null);
  return said.length === 0 ? count : `${count}: ${said.join(', and ')}`;
}
