// docs/log.md tells the truth: its session is run with a real service, and every flag it names is one. `--update` rewrites what the
// commands print; what is another in every run is cut.

import * as assert from 'uvu/assert';
import { readConfig } from '../server/config.ts';
import { Page, testSamples } from './support/samples.ts';
import { openSession, sessionSamples } from './support/session.ts';
import { test } from './support/test.ts';

const page = new Page('docs/log.md');
const session = await openSession('docs-log');

/** Ids, times, digests by the key of the service and what is hashed over them; and the program, which changes with the rule. */
function cut(text: string): string {
  return text
    .replaceAll(/(log|req)_[0-9a-f]{32}/g, '$1_…')
    .replaceAll(/^(log_…) {2}\S+/gm, '$1  …')
    .replaceAll(/"program_hash":"[^"]*"/g, '"program_hash":"…"')
    .replaceAll(/"steps":\d+/g, '"steps":…')
    .replaceAll(/"time":"[^"]*"/g, '"time":"…"')
    .replaceAll(/(hmac-sha256|sha256):[0-9a-f]{64}/g, '$1:…')
    .replaceAll(/"(signature|salt|public_key|digest_key)":"[^"]*"/g, '"$1":"…"');
}

testSamples(page, sessionSamples(page, session, cut));

test('every flag of the service that the page names is one', () => {
  const reading = readConfig(['--help'], {});
  const help = reading.kind === 'help' ? reading.text : '';
  const named = new Set(page.text.match(/(?<![\w-])--(?:log|audit|signing|run)[a-z-]*/g));
  assert.ok(named.size > 6);
  for (const flag of named) assert.ok(help.includes(flag), flag);
});

test.run();
