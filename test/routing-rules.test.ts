// The rules by which values are read, row by row: each reads its case, and leaves its counter-case alone.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { project } from '../grammar/json-project.ts';
import { gazetteerTable } from '../server/engines/routing/text/gazetteer-table.ts';
import { readTool } from '../server/engines/routing/tools/tools.ts';
import { readContext } from '../server/engines/routing/values/context.ts';
import { fitLeaves, startFitting } from '../server/engines/routing/values/fit.ts';
import type { SpanRule, TextRule } from '../server/engines/routing/values/rules/rule.ts';
import { readBy, readSpan } from '../server/engines/routing/values/rules/rule.ts';
import { readSpans } from '../server/engines/routing/values/spans.ts';
import { rulesFor, SPAN_RULES, spanRulesFor, TEXT_RULES } from '../server/engines/routing/values/table.ts';
import { readClock } from '../server/services/routing/wire/clock.ts';
import { ROOT } from './support/paths.ts';
import { definition } from './support/routing.ts';
import { test } from './support/test.ts';

interface Read {
  readonly value: unknown;
  readonly firm: boolean;
}

/** The candidates of a text for the first parameter of a rule's example, by the rule that read each. */
function read(rule: TextRule | SpanRule, said: string): { readonly own: Read[]; readonly others: Read[] } {
  const [first = ''] = Object.keys(rule.takes);
  const [name, description] = rule.tool ?? ['do_this', 'Do this.'];
  const example = readTool(
    definition(name, description, { type: 'object', properties: rule.takes, required: rule.needs ?? [first] }),
  );
  const source = { path: '/messages/0/content', text: said, age: 0 };
  const { spans } = readSpans([source], rule.now === undefined ? null : readClock(rule.now));
  const asked = rule.isAnswer === true ? { names: new Set([first]), isOwn: true, earlier: new Map() } : null;
  const context = readContext(example, spans, [source], asked);
  const leaf = example.leaves[0]!;
  if ('matches' in rule) {
    const own = readBy(
      rulesFor(leaf).filter((one) => one === rule),
      leaf,
      0,
      context,
    ).map(({ value, firm }) => ({ value: project(value), firm }));
    return { own, others: [] };
  }
  const nothing = context.spans.flatMap((span) => {
    const [want = 'other'] = context.wants;
    const fitted = readSpan(spanRulesFor(span.kind, want), leaf, want, span, context);
    return fitted?.rule === rule && fitted.value === null ? [{ value: null, firm: false }] : [];
  });
  const [candidates = []] = fitLeaves(startFitting(example, spans, [source], asked));
  const shown = (own: boolean): Read[] =>
    candidates
      .filter((one) => (one.rule === rule.name) === own)
      .map(({ value, firm }) => ({ value: project(value), firm }));
  return { own: [...nothing, ...shown(true)], others: shown(false) };
}

for (const rule of [...TEXT_RULES, ...SPAN_RULES]) {
  const [said, value] = rule.case;
  test(`${rule.name} reads its case`, () => {
    const { own } = read(rule, said);
    assert.ok(
      own.some((one) => JSON.stringify(one.value) === JSON.stringify(value) && one.firm === rule.firm),
      `${said}: ${JSON.stringify(own)}`,
    );
  });
  test(`${rule.name} leaves its counter-case alone`, () => {
    const { own, others } = read(rule, rule.counterCase);
    assert.equal(
      own.filter(({ firm }) => firm || !rule.firm),
      [],
      rule.counterCase,
    );
    // A rule that something is no value must not keep a value from the others.
    if (value === null) assert.ok(others.length > 0, rule.counterCase);
  });
}

test('the table of places is what its script writes', () => {
  const table = readFileSync(join(ROOT, 'server/engines/routing/text/gazetteer.ts'), 'utf8');
  assert.is(table, gazetteerTable());
});

test('every rule has a name of its own', () => {
  const names = [...TEXT_RULES, ...SPAN_RULES].map(({ name }) => name);
  assert.is(new Set(names).size, names.length);
  for (const rule of [...TEXT_RULES, ...SPAN_RULES]) {
    assert.match(rule.name, /^[a-z]+(?:-[a-z]+)*$/u);
    assert.ok(rule.reads.length > 10 && rule.why.length > 10, rule.name);
  }
});

test.run();
