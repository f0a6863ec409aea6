// Script: a script while it is written, its runs, and its artifact in this browser.
// In: a script, an input, fuel. Out: what check says, live; of a run its output, steps and where they went; of the artifact that it
// gives the same here. The editor is loaded when this view is first looked at.

import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Heat, Told } from '../editor.tsx';
import { SCRIPT_EXAMPLE } from '../examples.ts';
import { Bar, Field, grouped, Panel, Problem, readJson, Text, TextArea, useLatest, useWork } from '../parts.tsx';
import { runArtifact } from '../run-artifact.ts';
import { ask, askJson, bodyOf } from '../service.ts';
import { sharedTexts } from '../share.ts';
import { Toolbar } from '../toolbar.tsx';

interface Check {
  readonly ok: boolean;
  readonly hash: string | null;
  readonly canonical: string | null;
  readonly defines: readonly string[];
  readonly diagnostics: readonly (Told & { readonly code: string; readonly line: number; readonly column: number })[];
  readonly recursion: readonly { readonly name?: string }[];
  readonly growth: string | null;
  readonly steps: { readonly min: number; readonly max: number | null } | null;
}

interface Fault {
  readonly code: string;
  readonly message: string;
  readonly line: number | null;
  readonly explanation: { readonly expected: string | null; readonly given: { readonly value: string } | null } | null;
}

/** What the service and the artifact both say of a run. */
interface Ran {
  /** Exactly as it was printed; null where the run ended in a fault. */
  readonly output: string | null;
  readonly steps: number;
  readonly fault: Fault | null;
}

const FUEL_DEFAULT = '1000000';
/** As much as `why` takes. */
const WHY_FUEL_MAX = 1_000_000;

export function Script({ data }: { readonly data: unknown }) {
  const first = sharedTexts(data, 'script', 'input') ?? SCRIPT_EXAMPLE;
  const [script, setScript] = useState(first.script);
  const [revision, setRevision] = useState(0);
  const [input, setInput] = useState(first.input);
  const [fuel, setFuel] = useState(FUEL_DEFAULT);
  const [ran, setRan] = useState<Ran | null>(null);
  const [lines, setLines] = useState<Heat>([]);
  const [here, setHere] = useState<Ran | null>(null);
  const report = useRef<HTMLDivElement>(null);
  const { isBusy, problem, work } = useWork();
  useEffect(() => {
    // On a phone it is far below the button, and the lines above it come later.
    if (ran !== null) report.current?.scrollIntoView({ block: 'nearest' });
  }, [ran, here, lines]);
  const { value: check, problem: checking } = useLatest(
    [script],
    (signal) => askJson<Check>('POST', '/v1/scripts/check', { script }, {}, signal),
    250,
  );
  const change = (text: string): void => {
    setScript(text);
    setRan(null);
    setHere(null);
    setLines([]);
  };
  const replace = (text: string): void => {
    change(text);
    setRevision((before) => before + 1);
  };
  const run = (): void =>
    work(async () => {
      setHere(null);
      setRan(await runThere(script, input, fuel));
      setLines(await linesOf(script, input, fuel));
    });
  const format = (): void =>
    work(async () => {
      const { format: lay } = await import('../../../grammar/format.ts');
      const formatted = lay(script);
      if (formatted.kind === 'formatted') replace(formatted.text);
      else throw new Error(`It cannot be read: ${formatted.diagnostics[0]?.message}`);
    });
  const runHere = (): void =>
    work(async () => {
      const there = ran ?? (await runThere(script, input, fuel));
      setRan(there);
      setHere(await runInBrowser(await build(script), input, fuel));
    });
  return (
    <div class="view">
      <Toolbar
        view="script"
        data={{ script, input }}
        onExample={() => {
          replace(SCRIPT_EXAMPLE.script);
          setInput(SCRIPT_EXAMPLE.input);
          return undefined;
        }}
      >
        <button type="button" class="primary" disabled={isBusy} onClick={run} title="Ctrl+Enter in the editor">
          Run
        </button>
        <button type="button" disabled={isBusy} onClick={runHere}>
          Run in this browser
        </button>
        <button
          type="button"
          disabled={isBusy}
          onClick={() =>
            work(async () => download(await build(script), `${check?.hash?.slice(0, 12) ?? 'script'}.wasm`))
          }
        >
          Download artifact
        </button>
        <button type="button" disabled={isBusy} onClick={format} title="Shift+Alt+F in the editor">
          Format
        </button>
      </Toolbar>
      <Problem text={problem ?? checking} />
      <div class="columns">
        <div>
          <Panel title="Script">
            <LazyEditor
              value={script}
              revision={revision}
              onChange={change}
              diagnostics={check?.diagnostics ?? NONE}
              names={check?.defines ?? NO_NAMES}
              heat={lines}
              onRun={run}
              onFormat={format}
            />
            <HeatStrip lines={lines} script={script} />
          </Panel>
          <Panel title="Input">
            <TextArea label="JSON that the script reads as input" value={input} onChange={setInput} rows={8} isCode />
            <Field label="Fuel (steps the run may take)" value={fuel} onChange={setFuel} keys="numeric" />
          </Panel>
        </div>
        <div>
          <Panel title="Run">
            <div aria-live="polite" ref={report}>
              {ran === null ? <p class="quiet">Not run yet.</p> : <RunReport ran={ran} fuel={Number(fuel)} />}
              {here !== null && ran !== null && <SameHere ran={ran} here={here} />}
            </div>
          </Panel>
          <Panel title="Check">{check !== null && <CheckReport check={check} />}</Panel>
        </div>
      </div>
    </div>
  );
}

const NONE: readonly Told[] = [];
const NO_NAMES: readonly string[] = [];

type EditorModule = typeof import('../editor.tsx');
type EditorProps =
  EditorModule['Editor'] extends ComponentType<infer Props> ? Props : Parameters<EditorModule['Editor']>[0];

function LazyEditor(props: EditorProps) {
  const [module, setModule] = useState<EditorModule | null>(null);
  useEffect(() => void import('../editor.tsx').then(setModule), []);
  if (module === null) return <p class="quiet">The editor is loading.</p>;
  return <module.Editor {...props} />;
}

async function runThere(script: string, input: string, fuel: string): Promise<Ran> {
  const answer = await ask('POST', '/v1/scripts/run', { body: runBody(script, input, fuel) });
  if (answer.status === 422) {
    const { error } = JSON.parse(answer.text) as { error: Fault & { details?: { steps?: number } & Partial<Fault> } };
    if (error.details?.steps !== undefined)
      return {
        output: null,
        steps: error.details.steps,
        fault: { ...error.details, code: error.code, message: error.message } as Fault,
      };
  }
  const { steps } = bodyOf(answer) as { steps: number };
  // The text as it stands in the answer: JSON.parse would round numbers.
  return { output: answer.text.slice('{"output":'.length, answer.text.lastIndexOf(',"steps":')), steps, fault: null };
}

/** The texts are spliced, not read and written again, which would round numbers. */
function runBody(script: string, input: string, fuel: string): string {
  const { problem } = readJson(input);
  if (problem !== null) throw new Error(`Input: ${problem}`);
  if (!/^\d+$/.test(fuel)) throw new Error('Fuel is a whole number from 0.');
  return `{"script":${JSON.stringify(script)},"input":${input},"fuel":${fuel}}`;
}

/** Empty where the run takes more than the interpreter is given. */
async function linesOf(script: string, input: string, fuel: string): Promise<Heat> {
  if (Number(fuel) > WHY_FUEL_MAX) return [];
  const { lines } = bodyOf(await ask('POST', '/v1/scripts/why', { body: runBody(script, input, fuel) })) as {
    lines: Heat;
  };
  return lines;
}

async function build(script: string): Promise<Uint8Array> {
  const answer = await ask('POST', '/v1/scripts/build', { body: JSON.stringify({ script }) });
  if (answer.status !== 200) bodyOf(answer);
  return answer.bytes;
}

async function runInBrowser(bytes: Uint8Array, inputJson: string, fuel: string): Promise<Ran> {
  const result = await runArtifact({ bytes, inputJson, fuel: Number(fuel) });
  if (result.kind === 'finished') return { output: result.outputJson, steps: result.steps, fault: null };
  const { code, message, steps, place } = result;
  return { output: null, steps, fault: { code, message, line: place?.line ?? null, explanation: null } };
}

function download(bytes: Uint8Array, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/wasm' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

function RunReport({ ran: { output, steps, fault }, fuel }: { readonly ran: Ran; readonly fuel: number }) {
  return (
    <>
      <div class="gauge">
        <span>
          <strong>{grouped(steps)}</strong> of {grouped(fuel)} steps
        </span>
        <Bar share={fuel === 0 ? 1 : steps / fuel} label={`${grouped(steps)} of ${grouped(fuel)} steps used`} />
      </div>
      {fault === null ? (
        <Text label="Output" text={output ?? ''} />
      ) : (
        <div class="fault">
          <p>
            <code>{fault.code}</code> {fault.message}
            {fault.line !== null && <> (line {fault.line})</>}
          </p>
          {fault.explanation?.expected != null && (
            <p>
              Expected {fault.explanation.expected}; given <code>{fault.explanation.given?.value ?? 'nothing'}</code>.
            </p>
          )}
        </div>
      )}
    </>
  );
}

function SameHere({ ran, here }: { readonly ran: Ran; readonly here: Ran }) {
  const isSame = ran.output === here.output && ran.steps === here.steps && ran.fault?.code === here.fault?.code;
  return (
    <div class={isSame ? 'same' : 'differs'} role="status">
      <p>
        {isSame
          ? 'The artifact gave the same in this browser: output and steps are equal.'
          : 'The artifact gave something else in this browser.'}
      </p>
      <Text label="Output in this browser" text={here.output ?? `${here.fault?.code}: ${here.fault?.message}`} />
      <p>{grouped(here.steps)} steps</p>
    </div>
  );
}

function HeatStrip({ lines, script }: { readonly lines: Heat; readonly script: string }) {
  if (lines.length === 0) return null;
  const most = Math.max(...lines.map(({ steps }) => steps));
  const texts = script.split('\n');
  return (
    <details open>
      <summary>Steps by line</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ol class="heat" tabIndex={0} aria-label="Steps by line">
        {lines.map(({ line, steps }) => (
          <li key={line}>
            <span>{line}</span>
            <Bar share={steps / most} label={`line ${line}: ${grouped(steps)} steps`} />
            <span>{grouped(steps)}</span>
            <code>{texts[line - 1]?.trim()}</code>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** How steps grow with the input; the code is what the command line and the wire say. */
function inWords(growth: string): string {
  if (growth === 'constant') return 'constant: whatever the input';
  if (growth === 'poly(1)') return 'poly(1): in proportion to the input';
  return growth === 'fuel' ? 'fuel: only the fuel bounds it' : `${growth}: as a power of the size of the input`;
}

function CheckReport({ check }: { readonly check: Check }) {
  const { ok, hash, canonical, defines, growth, steps, diagnostics } = check;
  return (
    <>
      <p>
        <span class={`outcome ${ok ? 'decided' : 'refused'}`}>{ok ? 'valid' : 'not valid'}</span>
      </p>
      <dl class="facts">
        <dt>Hash</dt>
        <dd>
          <code class="hash">{hash ?? 'none'}</code>
        </dd>
        <dt>Growth</dt>
        <dd>{growth === null ? 'unknown' : inWords(growth)}</dd>
        <dt>Steps</dt>
        <dd>
          {steps === null
            ? 'unknown'
            : `${grouped(steps.min)} to ${steps.max === null ? 'what the input asks for' : grouped(steps.max)}`}
        </dd>
        <dt>Defines</dt>
        <dd>{defines.length === 0 ? 'nothing' : defines.join(', ')}</dd>
      </dl>
      {diagnostics.length > 0 && (
        <ul class="diagnostics">
          {diagnostics.map(({ code, severity, message, help, line, column, start }) => (
            <li key={`${start} ${code}`} class={severity}>
              {line}:{column} {message} <code>{code}</code>
              {help !== null && <em> {help}</em>}
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>Canonical text</summary>
        <Text label="Canonical text" text={canonical ?? ''} />
      </details>
    </>
  );
}
