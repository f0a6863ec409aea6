// Denial of what is thought, cannot be done, is parted from its denial by an aside, or is answered behind: a case and a counter-case of each
// rule. The sentence around a place in brackets is read by the reference; that the runtime reads the same is a law in locate-wasm.test.ts.

import * as assert from 'uvu/assert';
import { locate } from '../runtime/locate/locate.ts';
import { test } from './support/test.ts';

const DENIED = [
  "I don't think I need a [goat]",
  'I do not suppose we need a [goat]',
  "we don't feel we want a [stall]",
  "I don't really think I need a [stall]",
  'I doubt we need a [shepherd]',
  'I doubt that we need a [shepherd]',
  "I don't believe it is [lame]",
  'Nor do I want a [stall]',
  'it leaks, nor do we want a [tombola]',
  'none of the farmers wants a [tombola]',
  'noone ordered a [tombola]',
  "We don't, thankfully, need a [shepherd]",
  'Do not, under any circumstances, send a [shepherd]',
  'We did not, as you wrote, order a [stall]',
  'Scrap the [tombola], bring the ponies.',
  'Never mind the [tombola], we have ponies.',
  'never mind about the [tombola]',
  "Don't bother with the [tombola]",
  'The last thing I want is a [tombola].',
  'the last thing we need is another [tombola]',
  'We are no longer after a [tombola]',
  'I turned down the [prize]',
  'We have declined the [prize]',
  'I said no to the [prize]',
  'I would like a [stall]. Actually, scrap that.',
  'Somebody of us asked for a [stall] beside the church door in the shade of the big tree. Forget it.',
  "[Hay] isn't something we need",
  'the [stall] was never ordered',
  '[blessed] by nobody',
  '[blessed] by no one',
  'Harvest: [blessed] (not)',
  'stall: [tombola] = no',
  '[tombola]=no',
  'un-[blessed]',
  'I don;t want a [tombola]',
  'a [shepherd] - not needed',
  'A [shepherd] — not necessary',
  '[shepherd]: not required',
  '[shepherd], no',
  'Do I want a [goat]? No.',
  'A [goat]? Certainly not.',
  'a [stall]? absolutely not',
  'a [stall]? not at all',
  '[Lame]? Hardly.',
  '[fenced]: false',
  'a [tombola] is absolutely out of the question',
  'I cannot [lend] this',
  "We can't [lend] the mower",
  'The hay cannot be [delivered]',
  "it couldn't be [delivered]",
  'We are unable to [lend] your mower',
  "I can't report a [wasp]",
];

const SAID = [
  "I can't believe I need a [goat]",
  "I don't doubt we need a [shepherd]",
  'no doubt we need a [shepherd]',
  'I think I need a [shepherd]',
  "I don't know why I need a [permit]",
  "I don't think I have received my [hay]",
  "I don't believe the [mower] works",
  'I have no idea, we need a [shepherd]',
  'not grazing need a [shepherd]',
  'none of the gates shut need a [shepherd]',
  'We did not, I need a [shepherd], get a key',
  'I hope not, but now, send a [shepherd]',
  'a [shepherd], no questions asked',
  'a [shepherd] - not a farmer',
  '[Shepherd]? Not yet here',
  'Did I get a [stall]? No!',
  'Have you got a [goat]? No idea',
  'I scrap cars and sell [hay]',
  'Forget the ponies, I want a [tombola]',
  "I don't mind the [bells]",
  'sorry to bother you about the [bells]',
  "Don't bother calling, just send the [hay]",
  'The last thing I heard was a [bang]',
  'the last thing on my list is a [goat]',
  'You turned down my [prize]',
  'they declined my [hay]',
  'They said no to my [prize]',
  "this isn't something I can mend: the [lamp] is out",
  'the [hay] was never delivered',
  '[blessed] by the verger',
  '[blessed] (not yet paid)',
  '[tombola] = yes',
  're-[blessed]',
  'I want a fan;the [lamp] is out',
  'The gate, no, the [fence]',
  'I want a [goat], not a cow',
  'my [hay]: not received',
  'a [wasp] - never seen one like it',
  'it does not, however often I try, start: send a [shepherd]',
  "I can't [praise] it enough",
  "I couldn't [love] this farm more",
  "I can't [log in] any more",
  "can't you [send] the shepherd?",
  "why can't you [lend] it?",
  "it couldn't be [better]",
  "I can't find my [goat]",
];

for (const [sentences, isDenied] of [
  [DENIED, true],
  [SAID, false],
] as const)
  for (const marked of sentences)
    test(`${marked} is ${isDenied ? '' : 'not '}denied`, () => {
      const [, before = '', phrase = '', after = ''] = /^(.*)\[(.*)\](.*)$/.exec(marked)!;
      const place = locate(`${before}${phrase}${after}`, phrase);
      assert.is(place?.start, Buffer.byteLength(before));
      assert.is(place?.negated ?? false, isDenied);
      assert.is(place?.moot ?? false, false);
    });

test.run();
