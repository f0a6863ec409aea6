// Denial: each cue with a sentence that it denies and one that it does not; how far it reaches, and what is none after all.

import * as assert from 'uvu/assert';
import { locate } from '../runtime/locate/locate.ts';
import { test } from './support/test.ts';

// What is looked for stands between brackets.
const DENIED = [
  'I want no [refund]',
  'we never [refund]',
  'I do not want a [refund]',
  'I dont want a [refund]',
  'don’t [refund] me',
  'don&#39;t want a [refund]',
  "I don't want my [refund] yet",
  'not the [charger]',
  '[refund] not needed',
  'A [refund] is not needed.',
  '[Refund]? No.',
  '[Allergies]: none',
  'A [refund] is out of the question',
  'instead of a [refund] I want a new one',
  "I'd like a voucher rather than a [refund]",
  'nobody mentioned a [refund]',
  'hardly a [refund]',
  'none of the [refund]',
  'if I wanted a [refund] I would say so',
  'I would have [cancelled]',
  'in case of a [refund]',
  "I don't want a refund, a voucher or a [discount]",
  "I can't find a [charger]",
  '[Refund] unnecessary',
  'this is [gluten]-free',
  'I no longer need a [refund]',
  'no [leak], just noise',
  'not a [complaint]',
  'would rather have a voucher than a [refund]',
  'they refuse to [refund]',
  'what if I [cancel]',
  'anything but a [refund]',
  'the [refund] is not what I asked for',
  'a [refund] is the last thing I need',
  'everything except a [refund]',
  'free of [pets]',
  'the room is [smoke]-free',
  '[Leak]: none known',
  '[Leaks] - none',
  'neither a [refund] nor a voucher',
  'neither a voucher nor a [refund]',
  'I decided against a [refund]',
  'they failed to [repair] it',
  'it stopped [working]',
  'should I ever [cancel]',
  'in the event of a [cancellation] who pays',
  'apart from a [refund] we can offer a voucher',
  'lack of [heating]',
  'nothing [broken]',
  'no one [called]',
  'a [refund] would not help',
  "a [refund] isn't necessary",
  'the [refund] is no longer needed',
  'I haven’t asked for a [refund]',
  "I DON'T WANT A [REFUND]",
  'never ordered a [lamp]',
  'without [breakfast]',
  'not yet [paid]',
  'I never said I wanted to [cancel]',
  "I'm not saying that I [cancel]",
  'if the [boiler] fails again, whom do I call?',
  'If something got [scratched], who pays?',
  '[Thank you] for nothing',
  "I don't mean the [app]",
  'the [repair] was done yesterday',
  'The [leak] is fixed.',
  'my [heating] has been repaired, thanks',
  'the [wifi] is fine again',
  'Would you [refund] me if it came late?',
  'would they [repair] it if the pump broke?',
  'If you ever showed it again, I would [book] at once',
  'If it arrived late, would you [refund] me?',
];

const SAID = [
  "I haven't received my [refund]",
  "They didn't repair the [leak]",
  'It does not work and I want a [refund]',
  'Not happy - [refund] me',
  'Not happy: [refund] me',
  'not happy so [refund] me',
  '[Refund]? Not yet',
  'not only a [refund]',
  'no doubt I want a [refund]',
  "can't wait to get a [refund]",
  "don't hesitate to [refund]",
  "I don't know how to get a [refund]",
  'no idea where my [refund] is',
  "why can't I get a [refund]",
  "why don't you [refund] me",
  'still no [refund]',
  'let me know if I can get a [refund]',
  "I don't want a refund, send a [replacement]",
  'cannot [log in]',
  "can't you [refund] me",
  'the [charger] does not work',
  "if you can't fix it, [refund] me",
  'not working need [refund]',
  'No, I want a [refund]',
  'No I want a [refund]',
  'no leak, just [noise]',
  'nothing about my [refund]',
  'no answer to my [refund] request',
  "I don't think the [refund] is late",
  "couldn't recommend it enough, [refund]",
  'No refund and I want a [voucher]',
  'I did not order a lamp and a [chair]',
  'not just a [leak]',
  'without a doubt a [leak]',
  'none except a [refund]',
  'I am still waiting, still no [refund]',
  'I would have liked a [refund]',
  'see if I get a [refund]',
  'if they cancel I want a [refund]',
  'the [charger] does not fit',
  'the [charger] is not there',
  'I asked them twice and never heard back about my [refund]',
  "It isn't that, the [refund] is missing",
  "don't you [refund]?",
  "isn't it a [leak]?",
  'No, the [leak] is back',
  'never fails to [leak]',
  'not the first [leak]',
  "you couldn't be more [helpful]",
  "I don't understand the [invoice]",
  "I don't know why the [heating] is off",
  "she won't stop [calling]",
  'nothing less than a [refund]',
  'not least the [noise]',
  'no wonder the [heating] is off',
  'in any case a [refund]',
  'not cheap but [good]',
  'better than a [refund]',
  'I said I wanted to [cancel]',
  'tell me if the [boiler] is covered',
  'let me know if the [boiler] is covered',
  'if it leaks, [repair] it',
  'the [leak] is not fixed',
  'the [leak] was fixed badly',
  'is the [leak] fixed?',
  'when will the [repair] be done?',
  'I want the [leak] to be fixed',
  'please call when the [leak] is fixed',
  '[thank you] for the help',
  'would you please [refund] me if it arrived late',
  'I would like a [refund] if it came late',
  'would you [refund] me if I was charged twice',
  'would you [refund] me if it has not arrived',
  'I would be glad of a [refund] if it came late',
  'could you [refund] me if it came late',
  'would you like a [refund] if it came late',
];

// What somebody else did, had or says; what is the writer's, or told for help, is not.
const TOLD = [
  "my neighbour's dog was [hit by a car] last year",
  'a friend of mine got a [fine] for parking',
  'My sister [passed] with you in 2019',
  'Friends of ours [lost] half their crockery',
  "My sister's [heating] broke",
  'my brother switched to another [supplier]',
  'a woman said that the [lift] is broken',
  'My wife says you [refunded] her',
  'We heard that [scarlet fever] is going round',
  "my son's teacher told me your staff were [rude]",
  'The lady below says that I make [noise]',
  'my neighbour was here and she got a [refund]',
];

const OWN = [
  'my dog was [hit by a car]',
  'My neighbour wants a [refund]',
  "my friend can't [log in]",
  'my sister would like to [cancel]',
  'my neighbour broke my [window]',
  'My sister moved out, please [cancel]',
  'my brother is ill so I [cancel]',
  'I told my neighbour, [cancel] it',
  'I said that I [cancel]',
  'I was told my [refund] would come',
  'it says my [membership] is blocked',
  'your letter says the [rent] is due',
  'your colleague told me to [cancel]',
  "I haven't heard back about my [refund]",
  'Tell me when the [refund] comes',
  'my wife is [ill]',
];

for (const [sentences, isDenied] of [
  [DENIED, true],
  [SAID, false],
] as const) {
  for (const marked of sentences) {
    test(`${marked} is ${isDenied ? '' : 'not '}denied`, () => {
      const [, before = '', phrase = '', after = ''] = /^(.*)\[(.*)\](.*)$/.exec(marked)!;
      const place = locate(`${before}${phrase}${after}`, phrase);
      assert.is(place?.start, Buffer.byteLength(before));
      assert.is(place?.negated ?? false, isDenied);
    });
  }
}

for (const [sentences, isTold] of [
  [TOLD, true],
  [OWN, false],
] as const) {
  for (const marked of sentences) {
    test(`${marked} is ${isTold ? '' : 'not '}told of somebody else`, () => {
      const [, before = '', phrase = '', after = ''] = /^(.*)\[(.*)\](.*)$/.exec(marked)!;
      const place = locate(`${before}${phrase}${after}`, phrase);
      assert.is(place?.start, Buffer.byteLength(before));
      assert.is(place?.quoted ?? false, isTold);
    });
  }
}

test('a cue reaches a place from 256 bytes before it, and not from further', () => {
  // Words are none of the ends of a clause; the cue stands right after the space that the reach begins with.
  const reach = (bytes: number): boolean | undefined =>
    locate(`x never ${'y '.repeat((bytes - 6) / 2)}refund`, 'refund')?.negated;
  assert.equal([reach(254), reach(256), reach(258)], [true, undefined, undefined]);
});

test.run();
