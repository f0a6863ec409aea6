// The reader, the canonical text, the hash and the formatter: limits, places, and laws over random scripts.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { programHash } from '../compiler/hash.ts';
import { parseDecimal } from '../grammar/decimal.ts';
import { DIAGNOSTICS_MAX } from '../grammar/diagnostic.ts';
import type { Form } from '../grammar/form.ts';
import { format } from '../grammar/format.ts';
import { canonical, canonicalPlaces } from '../grammar/printer.ts';
import type { Reading } from '../grammar/reader.ts';
import { decodeScript, read, SCRIPT_BYTES_MAX } from '../grammar/reader.ts';
import { NESTING_MAX, NODES_MAX } from '../grammar/scan.ts';
import { Source } from '../grammar/span.ts';
import { chooser, programs, write } from './support/scripts.ts';
import { test } from './support/test.ts';

function readText(script: string | Uint8Array): Reading {
  const { source, reporter } = decodeScript(script);
  return read(source, reporter);
}

function codes(script: string | Uint8Array): string[] {
  return readText(script).diagnostics.map(({ code }) => code);
}

function canonicalOf(script: string): string {
  const { forms, state, diagnostics } = readText(script);
  assert.is(state, 'whole', `${script}\n${JSON.stringify(diagnostics)}`);
  return canonical(forms);
}

/** Forms without their places. */
function bare(forms: readonly Form[]): unknown {
  return JSON.parse(
    JSON.stringify(forms, (name, value: unknown) =>
      name === 'span' ? undefined : typeof value === 'bigint' ? `${value}n` : value,
    ),
  );
}

test('canonical text: one space, no comments, sorted keys, sugar and names kept', () => {
  assert.is(canonicalOf('( +  1,2.50 ; note\n 3 )\n\n#_ gone :x'), '(+ 1 2.5 3)\n:x');
  assert.is(canonicalOf('{:b 1 "a" 2 :a-c 3}'), '{"a" 2 :a-c 3 :b 1}');
  assert.is(
    canonicalOf('(let [{:or {b 1 a 2} :keys [b a]} input] (-> a (+ b)))'),
    '(let [{:keys [b a] :or {a 2 b 1}} input] (-> a (+ b)))',
  );
  assert.is(canonicalOf('{"\\uff5e" 1 "\\ud83d\\ude00" 2}'), '{"～" 1 "😀" 2}');
  assert.is(canonicalOf('"\\u0041\\/\\u001f\\u007f\\t"'), '"A/\\u001f\u007f\\t"');
  assert.is(
    canonicalOf('1.0 -0 0e999 1e21 1e20 0.0000001 1500e-3'),
    '1\n0\n0\n1e+21\n100000000000000000000\n1e-7\n1.5',
  );
  assert.is(canonicalOf(''), '');
});

test('the hash is SHA-256 of the language id, a line end and the canonical text', () => {
  assert.is(programHash('(+ 1 2)'), 'd32c696f71af90dd8dba8893ea656982d4e7bc294854cf98f3462c5217a23bcc');
});

test('#_ leaves out the next form, stacks, and needs one', () => {
  assert.is(canonicalOf('#_ #_ a b c'), 'c');
  assert.is(canonicalOf('#_ a #_ b c'), 'c');
  assert.is(canonicalOf('(x #_ (y #_ z) {:a #_ 9 1})'), '(x {:a 1})');
  assert.equal(codes('(#_)'), ['unexpected-token']);
  assert.equal(codes('#_'), ['unexpected-token']);
  assert.equal(codes('#_ {:a} 1'), ['unexpected-token'], 'what is left out must be readable');
  assert.equal(codes('#_ 1.2.3 1'), ['bad-number']);
});

test('numbers follow the JSON grammar; those with a fraction keep 18 digits, whole ones all', () => {
  for (const text of ['+1', '.5', '1.', '01', '-01', '1e', '1_000', '0x10', '12:30', '1/2', '2nd']) {
    assert.equal(codes(text), ['bad-number'], text);
  }
  assert.equal(codes('123456789012345678'), []);
  assert.equal(codes('1234567890123456789'), []);
  assert.equal(codes(`-${'9'.repeat(5_000)}`), []);
  assert.equal(codes('1234567890123456789.5'), ['bad-number']);
  assert.equal(codes('0.1234567890123456789'), ['bad-number']);
  assert.equal(codes('1e1000000000000000'), ['bad-number']);
  assert.is(
    canonicalOf('12345678901234567890123 -1234567890123456789e3'),
    '12345678901234567890123\n-1234567890123456789000',
  );
  assert.equal(codes('123456789012345678000'), []);
  assert.equal(codes('1234567890.123456780000'), []);
  assert.equal(codes('9.99e399'), []);
  assert.equal(codes('1e400'), ['bad-number']);
  assert.equal(codes('1e-400'), []);
  assert.equal(codes('9e-401'), ['bad-number']);
});

test('strings follow the JSON grammar', () => {
  for (const text of ['"\\q"', '"\\u12"', '"\\ud800"', '"\\udc00\\ud800"', '"a\nb"', '"a\tb"', '"\u0001"'])
    assert.equal(codes(text), ['bad-string'], text);
  assert.is(canonicalOf('"\\ud83d\\ude00"'), '"😀"');
});

test('text that is not plain UTF-8 is bad-text', () => {
  assert.equal(codes('\ufeff1'), ['bad-text']);
  assert.equal(codes('"a\0"'), ['bad-text']);
  assert.equal(codes('"\ud800"'), ['bad-text']);
  assert.equal(codes(new Uint8Array([0x31, 0x20, 0xff])), ['bad-text']);
  assert.equal(codes(new Uint8Array([0xef, 0xbb, 0xbf, 0x31])), ['bad-text']);
  const [problem] = readText(new Uint8Array([0xc3, 0xa9, 0x20, 0xff])).diagnostics;
  assert.equal([problem?.start, problem?.column], [3, 3]);
});

test('the limits hold at the limit and not one past it', () => {
  assert.equal(codes('['.repeat(NESTING_MAX) + ']'.repeat(NESTING_MAX)), []);
  assert.equal(codes('['.repeat(NESTING_MAX + 1) + ']'.repeat(NESTING_MAX + 1)), ['nesting-too-deep']);
  assert.equal(codes('1 '.repeat(NODES_MAX)), []);
  assert.equal(codes('1 '.repeat(NODES_MAX + 1)), ['script-too-large']);
  assert.equal(codes('#_ 1 '.repeat(NODES_MAX) + '1'), ['script-too-large'], 'discarded nodes count');
  assert.equal(
    codes('[1 2] '.repeat(NODES_MAX / 4) + '1 2 3 4 5 '.repeat(NODES_MAX / 20)),
    [],
    'a pair of brackets is one node',
  );
  assert.equal(codes(`"${'a'.repeat(SCRIPT_BYTES_MAX - 2)}"`), []);
  assert.equal(codes(`"${'a'.repeat(SCRIPT_BYTES_MAX - 1)}"`), ['script-too-large']);
  assert.equal(codes(`"${'é'.repeat(SCRIPT_BYTES_MAX / 2 - 1)}"`), []);
  assert.equal(codes(`"${'é'.repeat(SCRIPT_BYTES_MAX / 2)}"`), ['script-too-large']);
});

test('100,000 brackets are refused with one diagnostic', () => {
  for (const open of ['(', '[', '{', '#_(', '(()']) {
    const script = open.repeat(Math.floor(200_000 / (open.length + 1)));
    assert.equal(codes(script), ['nesting-too-deep'], open);
  }
});

test('places are UTF-8 bytes, lines that end at LF, and columns of code points', () => {
  const source = new Source('"größe😀" x\r\ny');
  assert.equal(source.place({ start: 10, end: 11 }), { start: 14, end: 15, line: 1, column: 10 });
  assert.equal(source.place({ start: 13, end: 14 }), { start: 17, end: 18, line: 2, column: 1 });
  assert.is(source.line(1), '"größe😀" x');
});

test('law: a place is the same whether counted from the start or from a checkpoint', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 900 }), fc.nat(), (text, seed) => {
      const source = new Source(text);
      let start = text.length === 0 ? 0 : seed % text.length;
      if ((text.charCodeAt(start) & 0xfc00) === 0xdc00) start -= 1;
      const before = text.slice(0, start);
      const line = before.split('\n');
      assert.equal(source.place({ start, end: text.length }), {
        start: Buffer.byteLength(before),
        end: Buffer.byteLength(text),
        line: line.length,
        column: [...line.at(-1)!].length + 1,
      });
    }),
  );
});

test('law: white space, commas, comments, #_ and the order of map entries never change the canonical text', () => {
  fc.assert(
    fc.property(programs, fc.array(fc.nat()), fc.array(fc.nat()), (forms, one, other) => {
      assert.is(canonicalOf(write(forms, chooser(one))), canonicalOf(write(forms, chooser(other))));
    }),
  );
});

test('law: reading the canonical text gives the same forms and numbers, and the same canonical text', () => {
  fc.assert(
    fc.property(programs, fc.array(fc.nat()), (forms, choices) => {
      const first = readText(write(forms, chooser(choices)));
      const text = canonical(first.forms);
      const again = readText(text);
      assert.equal(bare(again.forms), bare(first.forms));
      assert.is(canonical(again.forms), text);
    }),
  );
});

test('law: canonicalPlaces cuts every form out of the canonical text', () => {
  fc.assert(
    fc.property(programs, (forms) => {
      const first = readText(write(forms, chooser([])));
      const text = Buffer.from(canonical(first.forms));
      const places = canonicalPlaces(first.forms);
      const seen: number[] = [];
      const visit = (form: Form): void => {
        seen.push(form.node);
        const { start, end } = places[form.node]!;
        assert.is(text.subarray(start, end).toString(), canonical([form]));
        if (form.kind === 'list' || form.kind === 'vector') form.items.forEach(visit);
        if (form.kind === 'map')
          form.entries.forEach(({ key, value }) => {
            visit(key);
            visit(value);
          });
      };
      first.forms.forEach(visit);
      assert.equal(
        seen,
        seen.map((_, index) => index),
        'nodes are numbered depth first',
      );
      assert.is(places.length, seen.length);
    }),
  );
});

function formatted(script: string): string {
  const result = format(script);
  assert.is(result.kind, 'formatted', script);
  return result.kind === 'formatted' ? result.text : '';
}

test('law: fmt keeps the canonical text, all comments and all #_, and formats to itself', () => {
  const count = (text: string, part: RegExp): number => text.match(part)?.length ?? 0;
  fc.assert(
    fc.property(programs, fc.array(fc.nat()), (forms, choices) => {
      const script = write(forms, chooser(choices));
      const text = formatted(script);
      assert.is(canonicalOf(text), canonicalOf(script));
      assert.is(formatted(text), text);
      assert.is(count(text, /;/g), count(script, /;/g));
      assert.is(count(text, /#_/g), count(script, /#_/g));
    }),
    { numRuns: 300 },
  );
});

test('fmt refuses what cannot be read, and leaves what it would make too large', () => {
  assert.is(format('(1').kind, 'unreadable');
  const wide = `(${'f'.repeat(20)} `.repeat(250) + '1 '.repeat(19_000) + ')'.repeat(250);
  const text = formatted(wide);
  assert.is(formatted(text), text);
  assert.is(canonicalOf(text), canonicalOf(wide));
});

test('law: no text makes the reader throw, and it reads a whole or says what is wrong', () => {
  const pieces = fc.constantFrom(
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '"',
    ';',
    '#_',
    '#',
    "'",
    '\\',
    ':',
    '1',
    '1e',
    '.',
    '-',
    'a',
    ' ',
    '\n',
    ',',
    'é',
    '😀',
    '\ud800',
    '\0',
    '\ufeff',
    'nil',
    ':a',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
        fc.string({ unit: 'binary', maxLength: 80 }),
      ),
      (text) => {
        reads(text);
      },
    ),
    { numRuns: 2_000 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      reads(bytes);
    }),
    { numRuns: 1_000 },
  );
});

function reads(script: string | Uint8Array): void {
  const { state, diagnostics } = readText(script);
  assert.is(
    state === 'whole',
    diagnostics.every(({ severity }) => severity === 'warning'),
  );
}

test('texts made to be slow are read to their end', () => {
  // How long they take, bench/hostile.ts says.
  const slow: readonly (readonly [text: string, state: Reading['state'], diagnostics: number])[] = [
    [`1${'0'.repeat(200_000)}1`, 'whole', 0],
    [`1${'0'.repeat(200_000)}.1`, 'patched', 1],
    [`"${'\\\\'.repeat(100_000)}`, 'broken', 1],
    ['"'.repeat(200_001), 'broken', 1],
    ['; \n'.repeat(60_000), 'whole', 0],
    [`${':'.repeat(200_000)}`, 'patched', 1],
    [`{${':a 1 '.repeat(4_000)}}`, 'patched', DIAGNOSTICS_MAX],
    [`${'a'.repeat(250_000)}`, 'whole', 0],
    ["'".repeat(200_000), 'broken', DIAGNOSTICS_MAX],
    ['#_'.repeat(100_000), 'broken', DIAGNOSTICS_MAX],
    [`1.${'0'.repeat(200_000)}e5`, 'whole', 0],
  ];
  assert.is(parseDecimal(`1${'0'.repeat(200_000)}1`)?.exponent, 0);
  for (const [text, state, count] of slow) {
    const reading = readText(text);
    assert.equal([reading.state, reading.diagnostics.length], [state, count], text.slice(0, 20));
  }
});

test.run();
