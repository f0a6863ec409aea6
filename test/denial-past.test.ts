// Denial of what was, of questions in general, of titles, and what is told of others in the present: a case and a counter-case of each rule.
// The sentence around a place in brackets is read by the reference; that the runtime reads the same is a law in locate-wasm.test.ts.

import * as assert from 'uvu/assert';
import { locate } from '../runtime/locate/locate.ts';
import { test } from './support/test.ts';

type Standing = 'denied' | 'told' | 'said';

const SENTENCES: Readonly<Record<Standing, readonly string[]>> = {
  denied: [
    // What used to be, and what was once.
    'We used to have a [stall] by the gate',
    'The fair used to come with [ponies] every spring until your people sold them',
    'I once had a [stall] here',
    'I was once in the [choir]',
    'we had a [ghost] in the attic until your priest came',
    'last time you [overfed] the ducks',
    'some time ago I had a [stall]',
    // What is over, in the same clause.
    'The [moth] problem has been solved.',
    'the [burst hose] outside is fixed now and the lawn is dry',
    'My [saddle] has arrived, thank you',
    'The [prize] has been paid in our bank',
    'The [hen house] was mended by your son',
    'The [hen house] has been repaired within the hour.',
    'the [organ] is working again',
    'the [organ] works again, thanks',
    'the [mangle is broken] no longer',
    'the [tombola] was the best in years',
    'Your [tombola] was very quick',
    // What is over, in the next one.
    'we had no [swans], but it is all fixed now',
    'there was a [wasp] in the hall but that has been sorted',
    'we had a [wasp]. The problem is solved.',
    'we had a [wasp]. Your beekeeper has sorted it',
    'we had a [wasp] but I found it',
    'my [goat] was gone, but it has turned up again!',
    'we had a [wasp], everything is fine again',
    'both [goats] were lame, all good now',
    // Behind more of the thing, and further away.
    'The [moth] in the choir has been removed.',
    'the [blisters] from the march are gone now',
    'the [quarrel] with my order is settled, I hear',
    'The [blight] on the roses was dealt with in May',
    "About the [fight] after the match: the coach rang everybody, the boys shook hands at once, so that's settled.",
    'A [swan] sat on the jetty and nobody of us could get to the boats the whole day. It has been removed now.',
    'my [goat] ran off - found it!',
    'I lost my [harmonica]. Turns out it was in the piano.',
    'I lost my [harmonica] but found out that it was on the piano',
    // What was given.
    'The verger gave us our [hymn books] on Sunday.',
    'they have given me my [prize]',
    // Cases.
    'Should one of the goats [fall ill], whom do I ask?',
    'Should the organ be [too loud], what then?',
    'If the verger were to [resign], who would ring the bells?',
    'If the verger resigns, what would his [pension] be?',
    'If it freezes, how long would I have to wait, and could I [skate] at once?',
    'Were I to [resign], what would be due?',
    "Had I wanted a [stall], I'd have asked for one.",
    "I'd have said so had I wanted a [stall]",
    'Had the organ been [broken], I would have written sooner.',
    // What was given thanks for, and what the writer did.
    'Thanks for the quick [harvest]',
    'thank you very much for your [harvest] in May',
    'I have already mended the [fence]',
    'I fixed a [fence] myself',
    // Questions in general.
    'Do you usually sell [hay] by the bale?',
    'Is [hay] generally sold by the bale?',
    'In general, how long does [hay] keep?',
    'How do you handle it in general when a guest brings a [horse]?',
    'Can one [shear] a goat?',
    'Are [moles] something one has to like?',
    'Until when can one [enter a pig]?',
    'May one [fish]?',
    'Do guests often [fish] here?',
    'Does a visitor pay for the [hay]?',
    'What about the [hay] if a guest eats it?',
    'Do I have to [shear] it?',
    'do I need to [enter a pig]?',
  ],
  told: [
    // Others in the present.
    'My neighbour has a [goat] and it bleats',
    "my sister's [goat is lame]",
    'A friend has the same mower and hers [leaks]',
    'The caretaker says that you need a [permit]',
    'There are [moles] in the lawn, my uncle says.',
    'The [bells] ring on Monday, the landlord told me, who should know.',
    // Titles and names.
    'I read your brochure [Hay and Straw]',
    'do you have the book "The [Lame] Goat"?',
    'is the course "[VPN] for shepherds" full?',
    'your newsletter [Hay] Harvest came twice',
    'I met the [Refund] team at the fair',
  ],
  said: [
    'the [moth] in the choir has been there since May',
    'The [moth] in the choir has been removed badly',
    'the [quarrel] with my order is annoying',
    'We have a [moth], and the choir is in the church.',
    'A mouse ran in. My son caught it, but the [cheese] is gone with it',
    'a [pipe] burst. Your man has mended it, but the floor is wet',
    'My [goat] was stolen. Turns out it was my uncle',
    'Turns out it was in the piano: the [harmonica] is broken',
    'The verger gave us our [bill] twice',
    'nobody gave me my [prize]',
    'when will you give me my [prize]?',
    'they have not given me my [prize]',
    'the verger gave me the [wrong hymn book]',
    'Should the lamp be [red]?',
    'Should the lamp be [red], or green?',
    'Should I [return] it, I wonder',
    'If it was late, how do I get a [prize]?',
    'Had to call twice because of a [leak], still here',
    'Had you [mended] it before I came?',
    'not only had I [paid twice], I was shouted at as well',
    'How does one get a [stall] with you?',
    'There are [moles] in the lawn, my uncle says so too.',
    'There are [moles] in the lawn, your gardener says.',
    'I am used to the [ponies]',
    'We used to have a [stall], and now we have none',
    'we used to have a [stall] but it was sold',
    'It used to work. Now it has a [leak]',
    'we were once again [overfed]',
    'Once more I ask for a [stall]',
    'the [shop] was shut until May',
    'every time it rains the [roof] drips',
    'The [moth] problem has been solved twice and it comes back',
    'the [hose] is fixed and drips again',
    'My [saddle] has arrived in pieces',
    'My [saddle] has arrived in the wrong colour',
    'The [hen house] was mended badly',
    'has the [hen house] been mended?',
    'I want the [hen house] mended by May',
    'the [organ] works only at night',
    'the [organ] does not work again',
    'the [tombola] would be great',
    'the [tombola] was at the best place',
    'there is a [wasp] in the hall and it is here to stay',
    'the [goat] is lame. It had been cured in May',
    'the [goat] was lame yesterday. It turned out to be the hoof',
    'the [fence] is down, please come, it had gone off',
    'please look at the [goat]. It is fixed now',
    'the [goat] is lame. It is fine, I can wait',
    'thanks for your answer about my [harvest]',
    'thanks, and I need the [harvest] now',
    'you mended the gate and the [fence] is down',
    'Usually I feed the goat, but my [hay] is wet',
    'Can I have [hay]?',
    'Can one of you [shear] my goat?',
    'Is one [lame]?',
    'Do guests see my [address]?',
    'Are the guests who left the [hay] back?',
    'Could somebody [shear] my goat?',
    'we have guests and need [hay]',
    'How do I [fish] here?',
    'why do I have to [fish]?',
    'My neighbour will come with a [goat]',
    'My neighbour broke my [window]',
    'My neighbour [hit me]',
    'my sister has moved in with me and a [goat]',
    'my friend asks for a [goat]',
    'He needs a [permit]',
    'I read your brochure about [Hay]',
    'I would rather book for [Thursday]',
    'the course [Monday] is full',
    'a guide in [German] please',
    '[Hay] team, please call',
    'the brochure came. [Hay] did not',
  ],
};

for (const [standing, sentences] of Object.entries(SENTENCES)) {
  for (const marked of sentences) {
    test(`${marked} is ${standing}`, () => {
      const [, before = '', phrase = '', after = ''] = /^(.*)\[(.*)\](.*)$/.exec(marked)!;
      const place = locate(`${before}${phrase}${after}`, phrase);
      assert.is(place?.start, Buffer.byteLength(before));
      assert.is(place?.negated ? 'denied' : place?.quoted ? 'told' : 'said', standing);
      // What is denied here without a `no` is over or general: that it is not so is not said.
      assert.is(place?.moot ?? false, standing === 'denied' && !/ no /.test(marked));
    });
  }
}

test.run();
