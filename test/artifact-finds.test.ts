// What artifacts leave out of the search: an artifact whose phrases have no numbers, or no edges, finds what a run of the
// service finds, and one whose phrases are only known in a run finds all of it.

import * as assert from 'uvu/assert';
import { compile } from '../runtime/library.ts';
import { openArtifact } from '../runtime/open-artifact.ts';
import { test } from './support/test.ts';

const TEXT = 'We need 20 lamps, no refunds, and 12 hundred C++ books in .NET for 1,000; twenty of them today.';
const WORDS = '"refund" "lamps"';
const NUMBER = '"twenty" "1000" "twelve hundred"';
const EDGE = '"C++" ".NET"';

const SCRIPTS: readonly (readonly [name: string, script: string, places: number])[] = [
  ['words', `(locate-all input [${WORDS}])`, 2],
  ['numbers', `(locate-all input [${WORDS} ${NUMBER}])`, 6],
  ['edges', `(locate-all input [${WORDS} ${EDGE}])`, 4],
  ['both', `(locate-all input [${WORDS} ${NUMBER} ${EDGE}])`, 8],
  ['words and numbers apart', `(concat (locate-all input [${WORDS}]) (locate-all input [${NUMBER}]))`, 6],
  [
    'words, and what the run says',
    `(concat (locate-all input [${WORDS}]) (locate-all input (split (str "twenty;" "C++") ";")))`,
    5,
  ],
];

for (const [name, script, places] of SCRIPTS) {
  test(`an artifact finds what a run finds: ${name}`, async () => {
    const compiled = await compile(script);
    if (compiled.kind !== 'script') throw new Error(JSON.stringify(compiled.check));
    const input = { inputJson: JSON.stringify(TEXT) };
    const here = compiled.run(input);
    const there = openArtifact(await compiled.build(), { vouched: true }).run(input);
    if (here.kind !== 'finished' || there.kind !== 'finished') throw new Error(here.kind + there.kind);
    assert.is(there.outputJson, here.outputJson);
    assert.is(there.steps, here.steps);
    assert.is((JSON.parse(here.outputJson) as unknown[]).length, places);
  });
}

test.run();
