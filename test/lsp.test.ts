// evident lsp: the real server, spoken to by the protocol's own client library over standard input and output.

import { spawn } from 'node:child_process';
import * as assert from 'uvu/assert';
import {
  type CompletionItem,
  createProtocolConnection,
  type Diagnostic,
  type Position,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from 'vscode-languageserver-protocol/node';
import { BIN } from './support/command-line.ts';
import { test } from './support/test.ts';

const child = spawn(process.execPath, [BIN, 'lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
process.once('exit', () => child.kill('SIGKILL'));
const client = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));

const published = new Map<string, (params: PublishDiagnosticsParams) => void>();
client.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) =>
  published.get(`${params.uri} ${params.version}`)?.(params),
);
client.listen();

let opened = 0;

interface Opened {
  readonly uri: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The place of `|` in the text that was opened. */
  readonly position: Position;
  ask<Result>(method: string, more?: object): Promise<Result>;
}

/** Opens a text; `|` marks a place and is not part of it. */
async function open(marked: string): Promise<Opened> {
  const at = marked.indexOf('|');
  const text = at === -1 ? marked : marked.slice(0, at) + marked.slice(at + 1);
  const before = at === -1 ? [''] : marked.slice(0, at).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)!.length };
  opened += 1;
  const uri = `file:///rules/${opened}.script`;
  const diagnostics = await told(uri, 1, () =>
    client.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'evident', version: 1, text },
    }),
  );
  return {
    uri,
    diagnostics,
    position,
    ask: (method, more = {}) =>
      client.sendRequest(`textDocument/${method}`, { textDocument: { uri }, position, ...more }),
  };
}

function told(uri: string, version: number, send: () => Promise<void>): Promise<Diagnostic[]> {
  return new Promise((resolve) => {
    published.set(`${uri} ${version}`, ({ diagnostics }) => resolve(diagnostics));
    void send();
  });
}

function applied(text: string, edits: readonly TextEdit[]): string {
  const lines = text.split('\n');
  const offset = ({ line, character }: Position): number =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0) + character;
  return [...edits]
    .sort((a, b) => offset(b.range.start) - offset(a.range.start))
    .reduce(
      (all, { range, newText }) => all.slice(0, offset(range.start)) + newText + all.slice(offset(range.end)),
      text,
    );
}

const WHOLE = { range: { start: { line: 0, character: 0 }, end: { line: 999, character: 0 } } };

test('it says what it can do', async () => {
  const { capabilities, serverInfo } = await client.sendRequest<any>('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
  });
  assert.is(serverInfo.name, 'evident');
  assert.equal(Object.keys(capabilities).sort(), [
    'codeActionProvider',
    'completionProvider',
    'definitionProvider',
    'documentFormattingProvider',
    'documentHighlightProvider',
    'documentSymbolProvider',
    'hoverProvider',
    'inlayHintProvider',
    'referencesProvider',
    'renameProvider',
    'signatureHelpProvider',
    'textDocumentSync',
  ]);
  await client.sendNotification('initialized', {});
});

test('problems come with a place in UTF-16 units, and go when they are mended', async () => {
  const { uri, diagnostics } = await open('(def a 1)\n(str "😀 größer" (flor 2) a)\n');
  assert.equal(diagnostics, [
    {
      code: 'unbound-variable',
      severity: 1,
      source: 'evident',
      message: '`flor` is not defined\ndid you mean `floor`?',
      range: { start: { line: 1, character: 18 }, end: { line: 1, character: 22 } },
      relatedInformation: [],
    },
  ]);
  const mended = await told(uri, 2, () =>
    client.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: '(str "😀" (floor 2))\n' }],
    }),
  );
  assert.equal(mended, []);
});

test('a name of the language that the script defines is what the script says', async () => {
  const text = '(defn product "Theirs." [a] a)\n(let [count 1] (|product count))';
  const { ask } = await open(text);
  const { contents } = await ask<any>('hover');
  assert.is(contents.value, '```evident\n(product a)\n```\n\nTheirs.');
  const within = await open(text.replace('(|product count', '(product |count'));
  const help = await within.ask<any>('signatureHelp');
  assert.is(help.signatures[0].label, '(product a)');
  assert.is(help.signatures[0].documentation.value, 'Theirs.');
  const { uri, diagnostics } = await open(text);
  assert.equal(
    diagnostics.map(({ code, severity }) => [code, severity]),
    [['shadowed-builtin', 2]],
  );
  const items = await within.ask<any>('completion');
  const own = items.find(({ label }: { label: string }) => label === 'count');
  const resolved = await client.sendRequest<any>('completionItem/resolve', own);
  assert.is(resolved.documentation, undefined, uri);
});

test('names of a module lead to its text, which may be open and unsaved', async () => {
  const uri = 'file:///rules/money.script';
  await told(uri, 1, () =>
    client.sendNotification('textDocument/didOpen', {
      textDocument: {
        uri,
        languageId: 'evident',
        version: 1,
        text: '; of money\n(defn round-cents "To cents." [x] (round x 2))\n(defn gross [x] x)',
      },
    }),
  );
  const { diagnostics, ask, uri: user } = await open('(use "money")\n(money/|round-cents (money/gross 2))');
  assert.equal(diagnostics, []);
  assert.equal(await ask<any>('definition'), {
    uri,
    range: { start: { line: 1, character: 6 }, end: { line: 1, character: 17 } },
  });
  assert.match((await ask<any>('hover')).contents.value, /\(money\/round-cents x\)[^]*To cents\./);
  const labels = (await ask<any>('completion')).map(({ label }: { label: string }) => label);
  assert.ok(labels.includes('money/gross') && labels.includes('money/round-cents'));
  assert.is(await ask<any>('prepareRename'), null);
  // What is written in the module is told where it is used.
  const broken = await told(user, 1, () =>
    client.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: '(defn round-cents [x] (rund x))' }],
    }),
  );
  assert.equal(
    broken.map(({ code, message, range }) => [code, String(message).split('\n')[0], range.start]),
    [['unbound-variable', 'money.script:1:24: `rund` is not defined', { line: 0, character: 5 }]],
  );
  await client.sendNotification('textDocument/didClose', { textDocument: { uri } });
});

test('a hover has the signature, the doc and an example of a builtin', async () => {
  const { ask } = await open('(|round 2.5)');
  const { contents, range } = await ask<any>('hover');
  assert.match(contents.value, /^```evident\n\(round x places\? mode\?\)\n```\n\nx with `places` decimals/);
  assert.match(contents.value, /\(round 2\.345 2\) ; => 2\.34/);
  assert.equal(range, { start: { line: 0, character: 1 }, end: { line: 0, character: 6 } });
});

test("a hover of the script's own names: functions with their docs, values, locals, keys", async () => {
  const hover = async (text: string): Promise<string> => (await (await open(text)).ask<any>('hover')).contents.value;
  const functions = '(defn total "Price times quantity." [item & more] (* 2 (:price item)))\n';
  assert.is(await hover(`${functions}(|total input)`), '```evident\n(total item & more)\n```\n\nPrice times quantity.');
  assert.is(await hover('(def rate 0.2) (* |rate 2)'), '```evident\n(def rate 0.2)\n```');
  assert.is(await hover('(let [count 2] (inc |count))'), '```evident\ncount\n```\n\nA local.');
  assert.is(
    await hover('(let [{:keys [age]} input] |age)'),
    '```evident\nage\n```\n\nWhat is read from the key `:age`.',
  );
  assert.match(await hover('(|if-let [a input] a)'), /\(if-let \[name value\] then else\?\)/);
});

test('nothing is said of a string, a comment or an unknown name', async () => {
  for (const text of ['"ro|und"', '; ro|und\n1', '(f|lor 1)', '|']) {
    const { ask } = await open(text);
    assert.is(await ask<any>('hover'), null, text);
  }
});

test('a signature follows the parameter that is being written, also in a text that ends', async () => {
  const help = async (text: string): Promise<string | null> => {
    const { ask } = await open(text);
    const found = await ask<any>('signatureHelp');
    if (found === null) return null;
    const [{ label, parameters }] = found.signatures;
    return `${label} at ${label.slice(...(parameters[found.activeParameter]?.label ?? [0, 0]))}`;
  };
  assert.is(await help('(round |'), '(round x places? mode?) at x');
  assert.is(await help('(round 2.5 |'), '(round x places? mode?) at places?');
  assert.is(await help('(round (+ 1 2) 2 :|)'), '(round x places? mode?) at mode?');
  assert.is(await help('(+ 1 2 3 |'), '(+ & numbers) at & numbers');
  assert.is(await help('(if (= 1 2) |'), '(if test then else?) at then');
  assert.is(await help('(let [|'), null);
  assert.is(await help('(-> 2.5 (round |'), '(round x places? mode?) at places?');
  assert.is(await help('(->> 2.5 (round |'), '(round x places? mode?) at x');
  assert.is(await help('(defn f [{:keys [a]} b] (+ a b)) (f {} |)'), '(f {:keys [a]} b) at b');
  assert.is(await help('(-> (round |'), '(round x places? mode?) at x');
  assert.is(await help('|'), null);
});

test('a completion has the locals first, then what the script defines, then the language', async () => {
  const { ask } = await open('(defn total [items] 1)\n(def rate 2)\n(defn f [tax] (let [tip 1 top 2] (+ t|');
  const items = (await ask<CompletionItem[]>('completion')).sort((a, b) => (a.sortText! < b.sortText! ? -1 : 1));
  assert.equal(
    items
      .slice(0, 6)
      .map(({ label }) => label)
      .sort(),
    ['f', 'rate', 'tax', 'tip', 'top', 'total'].sort(),
  );
  assert.equal(
    items.slice(0, 3).map(({ label }) => label),
    ['tax', 'tip', 'top'],
  );
  const labels = items.map(({ label }) => label);
  assert.ok(labels.includes('take') && labels.includes('let') && labels.includes('input'));
  // A local of another function cannot be seen.
  assert.not.ok(labels.includes('items'));
  const floor = items.find(({ label }) => label === 'floor')!;
  assert.is(floor.detail, '(floor x)');
  assert.is(floor.documentation, undefined);
  const resolved = await client.sendRequest<any>('completionItem/resolve', floor);
  assert.match(resolved.documentation.value, /Largest whole number not above x/);
});

test('a completion replaces the word, and of a keyword offers the keywords of the text', async () => {
  const { ask } = await open('(+ (:amount input) (:am|) (:fee input))');
  const items = await ask<any[]>('completion');
  assert.equal(
    items.map(({ label }) => label),
    [':amount', ':fee'],
  );
  assert.equal(items[0].textEdit, {
    range: { start: { line: 0, character: 20 }, end: { line: 0, character: 23 } },
    newText: ':amount',
  });
});

test('nothing is completed in strings and comments', async () => {
  for (const text of ['(str "t|', '; t|', '(inc 1) ; t|\n']) {
    const { ask } = await open(text);
    assert.equal(await ask<any>('completion'), [], text);
  }
});

test('a definition is found from its uses: of functions, values and the local that is meant', async () => {
  const target = async (text: string): Promise<string | null> => {
    const { ask } = await open(text);
    const found = await ask<any>('definition');
    return found === null ? null : `${found.range.start.line}:${found.range.start.character}`;
  };
  assert.is(await target('(defn f [x] x)\n(|f 1)'), '0:6');
  assert.is(await target('(map |f [1])\n(defn f [x] x)'), '1:6');
  assert.is(await target('(def a 1)\n(let [a 2] (inc |a))'), '1:6');
  assert.is(await target('(def a 1)\n(let [b |a] b)'), '0:5');
  assert.is(await target('(let [a 1 a (inc |a)] a)'), '0:6');
  assert.is(await target('(let [a 1 a (inc a)] |a)'), '0:10');
  assert.is(await target('(|inc 1)'), null);
});

test('a rename changes every place of one name and no other', async () => {
  const text = '(def a 1)\n(defn f [a] (* a 2))\n(let [b (f a)] (+ a b))\n';
  const renamed = async (place: string, newName: string): Promise<string> => {
    const { uri, ask } = await open(place);
    const { changes } = await ask<any>('rename', { newName });
    assert.equal(Object.keys(changes), [uri]);
    return applied(text, changes[uri]);
  };
  assert.is(
    await renamed('(def |a 1)\n(defn f [a] (* a 2))\n(let [b (f a)] (+ a b))\n', 'rate'),
    '(def rate 1)\n(defn f [a] (* a 2))\n(let [b (f rate)] (+ rate b))\n',
  );
  assert.is(
    await renamed('(def a 1)\n(defn f [a] (* |a 2))\n(let [b (f a)] (+ a b))\n', 'x'),
    '(def a 1)\n(defn f [x] (* x 2))\n(let [b (f a)] (+ a b))\n',
  );
  const { ask } = await open('(def |a 1)\n(inc a)');
  assert.equal(await ask<any>('prepareRename'), {
    range: { start: { line: 0, character: 5 }, end: { line: 0, character: 6 } },
    placeholder: 'a',
  });
  assert.is((await ask<any[]>('references', { context: { includeDeclaration: false } })).length, 1);
  assert.is((await ask<any[]>('documentHighlight')).length, 2);
});

test('a rename that would change what the script means is refused, with the reason', async () => {
  const refused = async (text: string, newName: string): Promise<string> => {
    const { ask } = await open(text);
    try {
      return JSON.stringify(await ask<any>('rename', { newName }));
    } catch (error) {
      return (error as Error).message;
    }
  };
  const other = (name: string): string => `with the name ${name} the script would mean something else, or nothing`;
  assert.is(await refused('(def |a 1) (let [b 2] (+ a b))', 'b'), other('b'));
  assert.is(await refused('(let [|a 1] (let [b 2] (+ a b)))', 'b'), other('b'));
  assert.is(await refused('(let [|a 1] (inc a))', 'inc'), other('inc'));
  assert.is(await refused('(def |a 1) a', 'input'), other('input'));
  assert.is(await refused('(let [|a 1] a)', 'a b'), 'a b is not a name');
  assert.is(await refused('(let [|a 1] a)', '1a'), '1a is not a name');
  assert.is(await refused('(let [{:keys [|a]} input] a)', 'b'), 'a is also the key that it is read from');
  assert.is(await refused('(let [|a 1] (+ a c))', 'b'), 'the script has errors, so not every use of the name is known');
  assert.is(await refused('(|inc 1)', 'b'), 'null');
});

test('formatting is that of evident fmt; what cannot be read stays', async () => {
  const { ask } = await open('(let   [a 1]\n     a)');
  const edits = await ask<TextEdit[]>('formatting', { options: { tabSize: 2, insertSpaces: true } });
  assert.equal(
    edits.map(({ newText }) => newText),
    ['(let [a 1] a)\n'],
  );
  for (const text of ['(let [a 1] a)\n', '(let [a 1']) {
    const kept = await open(text);
    assert.equal(await kept.ask<any>('formatting', { options: { tabSize: 2, insertSpaces: true } }), [], text);
  }
});

test('steps stand behind definitions and expressions, where there are no errors', async () => {
  const { ask } = await open('(defn twice [x] (* 2 x))\n(def all (map twice (:items input)))\n(first all)\n');
  const hints = await ask<any[]>('inlayHint', WHOLE);
  assert.equal(
    hints.map(({ position, label }) => `${position.line}:${position.character} ${label}`),
    ['0:24 3 steps', '1:36 ≥ 3 steps, poly(1)', '2:11 2 steps'],
  );
  const broken = await open('(flor 1)');
  assert.equal(await broken.ask<any>('inlayHint', WHOLE), []);
});

test('what was meant is one action away', async () => {
  const text = '(flor (round 2.5 0 :half-upp))';
  const { uri, ask, diagnostics } = await open('(floor (round 2.5 0 :half-upp))');
  const actions = await ask<any[]>('codeAction', { ...WHOLE, context: { diagnostics } });
  assert.equal(
    actions.map(({ title, kind }) => `${kind} ${title}`),
    ['quickfix Write :half-up'],
  );
  assert.is(applied('(floor (round 2.5 0 :half-upp))', actions[0].edit.changes[uri]), '(floor (round 2.5 0 :half-up))');
  assert.equal(
    actions[0].diagnostics.map(({ code }: Diagnostic) => code),
    ['unknown-word'],
  );
  const other = await open(text);
  const [action] = await other.ask<any[]>('codeAction', { ...WHOLE, context: { diagnostics: other.diagnostics } });
  assert.is(applied(text, action.edit.changes[other.uri]), '(floor (round 2.5 0 :half-upp))');
  const unknown = await open('(qqqqqqq 1)');
  assert.equal(await unknown.ask<any>('codeAction', { ...WHOLE, context: { diagnostics: [] } }), []);
});

test('it ends when it is told to', async () => {
  await client.sendRequest('shutdown');
  await client.sendNotification('exit');
  assert.is(await ended, 0);
});

test.run();
