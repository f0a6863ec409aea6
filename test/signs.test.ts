// Signs: texts that say of themselves that nothing is wanted, or that they are about several matters: a case and a counter-case of each
// rule. Read by the reference; that the runtime reads the same is a law in locate-wasm.test.ts.

import * as assert from 'uvu/assert';
import { parseJson } from '../grammar/json.ts';
import { locate, locateAll } from '../runtime/locate/locate.ts';
import { LETTER_BYTES, signsOf } from '../runtime/locate/signs.ts';
import { test } from './support/test.ts';

const IDLE = [
  'Just wanted to say that the [goat] is settling in.',
  'I just really wanted to say the [hay] was super.',
  'The [goat] gives milk like mad. I am only writing to thank you.',
  'The [mower] runs, and that is all I wrote to say: thanks. To say thank you is the least.',
  'The [mower] runs like a clock. You can close this ticket.',
  'The [mower] starts, so this case can be closed.',
  'The [mower] starts. You can close this.',
  'The [hay] came on Monday, nothing further.',
  'The [fence] stands again. Well done to the lads.',
  'Many thanks to Ann. The [fence] stands straight.',
  'Please pass my thanks to Ann for the [fence].',
  'The [goat] came home by itself. No need to send anyone.',
  'The [gate] closes now. You do not have to answer this.',
  'Thank you for the [hay]. No reply needed.',
  'The [goat] may go in spring. Please do not do anything yet.',
  'The [goat] is back. Don’t go to the trouble of answering.',
  'About the [goat]: all is well again.',
  'It is sorted now, the [goat] is in the barn.',
  'The [mower] was unplugged. It runs again.',
  'Fence mended, [gate] oiled, customer happy.',
  '[Gate] oiled at noon. Close.',
  'False alarm, the [goat] was in the barn.',
  'Please ignore my last message about the [goat].',
  'You can bin the form about the [stall], we stay.',
  'About the [hay] I ordered: that’s no longer necessary.',
  'I asked for the [goat] on Monday, we shall not be needing it.',
  'The [goat] stays, there is nothing left to arrange.',
  'The [goat] limps. Never mind, it was a thorn.',
  'Where is the [hay]. Sorry, never mind!',
  'The [goat] limps. Nevermind, all well.',
  'The [goat] limps. Forget it.',
  'I may sell the [goat]. Let me think about it.',
  'Would I sell the [goat], let me sleep on it',
  'Barn swept, [goat] milked, nothing open.',
  'The [hay] is paid, nothing outstanding on this account.',
  'The [goat] may go in spring. There is nothing for you to do.',
  'The [goat] is away. Please do nothing until we write again.',
  'The vet paid for the [goat] himself, so please don’t process it.',
  'I asked for a [goat]. Please don’t bother.',
  'I asked for a [goat]. Don’t bother with a new one.',
  'The [fence] was down. No further action.',
  'The [fence] was down. No further action needed.',
  'The [fence] was down. Fixed it myself.',
  'The [fence] was down. Problem solved.',
  'The [mower] stood still. That worked, thank you.',
  'The [mower] stood still. That fixed it.',
  'The [mower] stood still. Back to normal.',
  'Customer rang about the [mower], all working again, happy for us to close',
  'The [mower] stood still. All good, thanks.',
  'The [mower] stood still. Ticket closed.',
  'The [mower] was seen to at noon. Closing this ticket.',
  'It may rain on the [fair]. I’ll let you know.',
  'The [tap] is dry now. Nothing more to do.',
  'The [hay] was in the barn. Sorry for the trouble.',
  'The [hay] was in the barn. Apologies for the confusion.',
  'The [form] went through. Ignore ticket 12, please.',
  'I asked for the [mower]. You can ignore this.',
  'I asked for the [mower]. Please disregard.',
  'The vet decides about the [goat]. We will be in touch.',
  'The [goat] is to be shorn. Please wait until Monday.',
  'I asked for a [goat] and have one now, so please don’t go to any trouble.',
  // Asked, and nothing to do all the same.
  'Out of curiosity, who invented the [mower]?',
  'Just curious, do you mend a [mower]?',
  'Just out of interest, who mends a [mower]?',
  'My sister asked about the [goat] out of interest only.',
  'For my thesis I need to know how a [mower] works.',
  'Must a farm have a [fence] by law? Asking for my dissertation.',
  'What is a [goat] worth? I’m writing a piece for the paper.',
  'For a school project: what does a [goat] eat?',
  'Can you settle an argument: does a [goat] eat hay?',
  'I’m a reporter with the Echo. Who mends your [fence]?',
  'Are you looking for a [shepherd]?',
  'This is an automated message: the [hay] is on its way. Can you be there?',
  'AUTOMATED: the [fair] is closed on Monday.',
  'The [mower] is in stock. Auto-generated.',
  'The [hay] arrives on Tuesday. This mailbox is not monitored.',
  'Your [hay] arrives on Tuesday. Please do not reply to this email.',
  'The [fence] was seen to. No customer action required.',
  'The [goat] limps. Oh forget it, it was a thorn.',
  'The [goat] limps. Ah never mind, it was a thorn.',
  'I asked for a [goat]. Please drop my request from Monday.',
  'I asked for a [goat]. I withdraw the application.',
  'I sold the [goat] on Monday. Please consider the sale as not made.',
  'We may sell the [goat], we have not decided yet.',
  'We may sell a [goat]. Do not reserve anything for now.',
  'We may sell a [goat]. Don’t fetch anything yet.',
  'I would like to apply for the job of shepherd. I have sheared [sheep] for years.',
  'I am looking for a position. I can mend a [fence].',
  'I can mend a [fence]. CV attached.',
  'I can mend a [fence]. Please find enclosed my CV.',
  'Dear farmer, get 15% off our [fence] until Sunday.',
  'Tired of the [fence]? Click here!',
  'Tired of the [fence]? Our paint helps. Unsubscribe.',
  'Your man mended the [fence]. It’s perfect, thank you so much.',
  'The [mower] runs, that was great, thanks.',
  'I am out of the office until Monday. About the [fair] please write to the barn.',
  'We are out of office, the [fair] is on.',
  'The [goat] is in the barn. Call off the search!',
  'I am at sea. For urgent questions about a [goat] please contact the barn. Can it wait?',
  'Dear customers, can you bring the [mower] by noon?',
  'Dear guests,\n\nthe [fair] begins at ten. Do you have a ticket?',
  'To all members: please oil the [gate].',
  'Conditions of hire. The [mower] is to be cleaned. Do you agree?',
];

const WANTED = [
  'Just wanted to say that the [goat] limps. Could you have a look?',
  'Just to say that the [goat] limps. Please send somebody.',
  'I only wanted to say that I need a [shepherd].',
  'Only the [goat] has nothing to say',
  'Just before dawn the [goat] ran to the road',
  'You can close my account and the [stall].',
  'The [gate] cannot be closed.',
  'We went no further with the [fence]',
  'The [steak] was well done',
  'Many thanks to you all, the [hay] is late again.',
  'The ticket for the [fair] never came.',
  'No need to ring, just let me know when the [hay] comes.',
  'The neighbours do not answer, the [goat] is in their garden.',
  'The [mower] stopped working again.',
  'The [mower] works again but the blade is loose.',
  'There is nothing left of the [hay].',
  'All is well with the hay, the [goat] limps.',
  'I am not happy. The [goat] limps.',
  'The [goat] was in the barn. Now it is gone.',
  'You ignore my messages about the [goat].',
  'My bin form was about the [stall].',
  'We are not being helped with the [goat].',
  'Never mind the hay, the [goat] limps.',
  'We never mind the rain, and the [goat] limps.',
  'Never mind, I want another [goat].',
  'Don’t forget it. The [goat] limps.',
  'Let me have the [goat].',
  'There is nothing open on Sundays, and the [goat] limps.',
  'There was nothing for me to do but sell the [goat].',
  'Please do nothing but mend the [fence].',
  'Don’t bother me with letters, mend the [fence].',
  'There has been no further action since May, the [fence] is down.',
  'That worked until Monday, now the [mower] stands still.',
  'It worked until Monday. The [mower] stands still.',
  'The ticket closed by itself and the [fence] is down.',
  'The closing date of the [fair] is wrong.',
  'The [mower] went back to a normal sound and then burnt.',
  '[done]',
  'I am curious why my [hay] is late.',
  'My automatic [gate] does not open.',
  'I want a [mower]. Automatic, as now.',
  'The automated [gate] does not open, can you come?',
  'The barn is not monitored and my [goat] was stolen.',
  'You do not reply to my mail about the [fence].',
  'The [lift] is out of use.',
  'I wanted to let you know that the [fence] is down.',
  'Please let me know when the [hay] comes.',
  'I am writing a letter about the [fence].',
  'The [mower] stands still and I need it for my thesis.',
  'Are you looking for my [goat]?',
  'Sorry for the late reply, the [fence] is down.',
  'Sorry to bother you, the [fence] is down.',
  'I have been in touch about the [fence] three times.',
  'Nothing more was done about the [fence].',
  'You ignore this [fence].',
  'scrap me, the [fence] is down',
  'Please drop the letter about the [goat] at the door.',
  'Please consider the [goat] as sold.',
  'We have decided. Fetch the [goat].',
  'I do not want anything but the [goat].',
  'The job on the [fence] was left undone.',
  'A CV joint of the [mower] broke.',
  'You promised 15% off the [fence].',
  'When I click to pay for the [goat] nothing happens.',
  'Unsubscribe me from the [goat] letter.',
  'My position on the [goat] has not changed.',
  'It’s perfect, thank you, but the [gate] squeaks.',
  'The hay is perfect. Thank you for it, could you send a [goat]?',
  'The office is out of [hay].',
  'I am out of the office until Monday, please call me about the [goat].',
  'The [goat] ran off the road.',
  'It is urgent, the [goat] limps.',
  'For an urgent letter I need a [stamp].',
  'Dear customer service, the [fence] is down.',
  'Dear people, the [fence] is down.',
  'Your customers, me among them, wait for [hay].',
  'The conditions of the [stall] are terrible.',
];

const SEVERAL = [
  'Two things: the [goat] limps, and where is the hay.',
  'Hello, two quick questions. When does the [fair] start.',
  'I have a few things, first the [fence] is down',
  'There are three matters, one is the [fence]',
  'I have a couple of things about the [stall]',
  'The [fence] is down. Also, my boots stand in your barn.',
  'The [fence] is down and I also need hay.',
  'Can you mend the [fence] and can you also send hay.',
  '2 things: the [goat] limps.',
  'The [fence] is down. One more thing: my boots stand in your barn.',
  'The [fence] is down. Separately, we need hay.',
  'Can you mend the [fence] on Monday, and also look at the goat.',
  'I would like hay, and also I need a [fence].',
  'Please (a) mend the [fence] and (b) send hay.',
  'Two bits: the [goat] limps, and where is the hay.',
];

const ONE = [
  'After two questions I gave up on the [form].',
  'All these things about the [goat] are wonderful.',
  'The thing is that the [goat] limps.',
  'The [goat] limps, it also coughs.',
  'The [mower] stopped, I have also tried the other plug.',
  'The [mower] stopped. Also tried the other plug.',
  'The [goat] limps.\n> Can you also send hay',
  'One good thing is that the [goat] sleeps.',
  'We were billed separately for the [hay].',
  'Barn 4 (b) has no [hay].',
  'The goat bits are for the [mower].',
];

const placeIn = (marked: string) => {
  const [, before = '', phrase = '', after = ''] = /^(.*)\[(.*)\](.*)$/s.exec(marked)!;
  return locate(`${before}${phrase}${after}`, phrase);
};

for (const [texts, isIdle] of [
  [IDLE, true],
  [WANTED, false],
] as const)
  for (const marked of texts)
    test(`${marked} ${isIdle ? 'wants nothing' : 'may want something'}`, () => {
      assert.is(signsOf(Buffer.from(marked.replace(/[[\]]/g, ''))).idle, isIdle);
      if (isIdle) assert.is(placeIn(marked)?.negated, true);
    });

for (const [texts, isSeveral] of [
  [SEVERAL, true],
  [ONE, false],
] as const)
  for (const marked of texts)
    test(`${JSON.stringify(marked)} is about ${isSeveral ? 'several matters' : 'one matter'}`, () => {
      assert.is(signsOf(Buffer.from(marked.replace(/[[\]]/g, '').replace(/\n>.*/s, '\n> '))).several, isSeveral);
      assert.is(placeIn(marked)?.several ?? false, isSeveral);
    });

test('what is denied stays denied where nothing is wanted', () => {
  const place = placeIn('Just wanted to say that I do not want a [goat].');
  assert.is(place?.negated, true);
  assert.is(place?.moot, undefined);
});

test('what a text denies by a phrase itself stays where nothing is wanted', () => {
  const place = placeIn('Thank you for the hay. [No reply needed].');
  assert.is(place?.moot, undefined);
});

test('what a text about a job says of the job stays', () => {
  const [place] = locateAll('I would like to apply for the job of shepherd. CV attached.', ['apply for the job']);
  assert.not.ok(place?.negated);
});

test('what a text denies by a phrase itself is settled by the element that closes its list', () => {
  const [place] = locateAll(parseJson(Buffer.from('["There is no hay at all","Sorted."]')), ['no hay']);
  assert.is(place?.moot, true);
});

test(`a text of ${LETTER_BYTES} bytes is looked through, and a longer one is not`, () => {
  const text = (bytes: number): Uint8Array => Buffer.from('Two things: hay. '.padEnd(bytes, 'and straw '));
  assert.is(signsOf(text(LETTER_BYTES)).several, true);
  assert.is(signsOf(text(LETTER_BYTES + 1)).several, false);
});

const mootIn = (json: string): boolean[] =>
  locateAll(parseJson(Buffer.from(json)), ['goat']).map(({ moot }) => moot === true);

for (const [json, moot] of [
  ['[{"text":"The goat limps."},{"text":"Did you look in the barn?"},{"text":"There it is, all good!"}]', [true]],
  ['{"log":["goat limps","seen near the road","Sorted."],"note":"the goat limps"}', [true, false]],
  ['[["goat","Sorted."],"goat"]', [true, false]],
  ['[["goat","hay"],["goat","Sorted."]]', [true, true]],
  ['[{"text":"The goat limps."},{"text":"Sorted. Can you send hay?"}]', [false]],
  ['["Sorted.","The goat limps."]', [false]],
  ['{"a":"The goat limps.","b":"Sorted."}', [false]],
  ['["goat","1","2","3","4","5","6","7","8","9","goat","Sorted."]', [true, true]],
  ['[{"text":"The goat limps."},{"text":"Sorted!"},{"text":"Glad to hear that, bye."}]', [true]],
  ['[{"text":"The goat limps."},{"text":"Sorted!"},{"text":"Is there anything else?"}]', [true]],
  ['[{"text":"The goat limps."},{"text":"Sorted!"},{"text":"Which one was it?"}]', [false]],
  ['[{"text":"The goat limps."},{"text":"Sorted!"},{"text":"It is not."}]', [false]],
  ['[{"text":"The goat limps."},{"text":"Sorted!"},{"text":"It still limps."}]', [false]],
  ['[{"text":"The goat limps."},{"text":"Sorted!"},{"text":"A goat, please"}]', [true, false]],
  [`["goat","Sorted.","${'Good to hear. '.repeat(6)}"]`, [false]],
  ['["goat","1","2","3","4","5","6","7","8","goat","Sorted.","Bye."]', [true, true]],
  ['["goat","Bye."]', [false]],
  ['[{"text":"The goat limps."},{"state":"closed"}]', [false]],
  ['[{"text":"no goat at all"},{"text":"Sorted."}]', [false]],
  ['["goat","1","Sorted.","3","4","5","6","7","8","9","goat","12"]', [false, false]],
] as const)
  test(`${json}: a list that one of its last elements closes`, () => assert.equal(mootIn(json), moot));

test.run();
