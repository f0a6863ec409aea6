// Irregular: English words whose forms no ending tells, and their British and American spellings. In: a word. Out: the words it is
// another form of.
// Why a list of our own: the grammar of English closes it. Left out are forms that are at least as often another word, which a
// phrase would then be found in ("left", "saw", "rose", "bit", "shot", "stuck", "leaves", "lives"), invariant verbs, verbs that
// say nothing alone (be, do, get, have), and comparatives that turn a judgement around ("should be faster" is not fast).

import { baseForms } from '../../../runtime/locate/inflection.ts';

/** A word and its forms, by commas. */
const ROWS = `
become became, begin began begun, bend bent, bite bitten, bleed bled, blow blew blown, break broke broken, bring brought, build built,
burn burnt, buy bought, catch caught, choose chose chosen, come came, creep crept, deal dealt, dig dug, draw drew drawn, dream dreamt,
drink drank, drive drove driven, eat ate eaten, fall fell fallen, feed fed, feel felt, fight fought, find found, flee fled, fly flew flown,
forbid forbade forbidden, foresee foresaw foreseen, forget forgot forgotten, forgive forgave forgiven, freeze froze frozen, give gave given,
go went gone, grow grew grown, hang hung, hear heard, hide hid hidden, hold held, keep kept, kneel knelt, know knew known, lay laid, lead led,
lean leant, learn learnt, lend lent, lose lost, make made, mean meant, meet met, mislead misled, mistake mistook mistaken,
misunderstand misunderstood, outgrow outgrew outgrown, overhear overheard, overpay overpaid, oversee oversaw overseen,
oversleep overslept, overtake overtook overtaken, pay paid, prove proven, rebuild rebuilt, redo redid redone, repay repaid, resell resold,
rewrite rewrote rewritten, ride rode ridden, ring rang rung, run ran, say said, seek sought, sell sold, send sent, sew sewn,
shake shook shaken, shine shone, show shown, shrink shrank shrunk, sing sang sung, sink sank sunk, sit sat, sleep slept, slide slid,
smell smelt, spend spent, spill spilt, spin spun, spoil spoilt, stand stood, steal stole stolen, sting stung, stink stank stunk,
strike struck, swear swore sworn, sweep swept, swell swollen, swim swam swum, swing swung, take took taken, teach taught, tear tore torn,
tell told, think thought, throw threw thrown, undergo underwent undergone, understand understood, undo undid undone, wake woke woken,
wear wore worn, weep wept, win won, withdraw withdrew withdrawn, withhold withheld, write wrote written,
child children, man men, woman women, foot feet, tooth teeth, goose geese, mouse mice, knife knives, wife wives, half halves, shelf shelves,
loaf loaves, thief thieves, wolf wolves, calf calves, scarf scarves, grandchild grandchildren, fireman firemen, policeman policemen,
postman postmen, workman workmen, tradesman tradesmen, salesman salesmen, chairman chairmen, fisherman fishermen, analysis analyses,
crisis crises, diagnosis diagnoses, criterion criteria, curriculum curricula, fungus fungi, stimulus stimuli,
bad worse worst, big bigger biggest, cold colder coldest, dark darker darkest, deep deeper deepest, dirty dirtier dirtiest, dry drier driest,
heavy heavier heaviest, hot hotter hottest, large larger largest, loud louder loudest, narrow narrower narrowest, noisy noisier noisiest,
old older oldest, rude ruder rudest, slow slower slowest, small smaller smallest, tall taller tallest, thick thicker thickest,
thin thinner thinnest, warm warmer warmest, weak weaker weakest, wet wetter wettest, wide wider widest, young younger youngest`;

/** Words that are spelled in two ways. Left out are pairs of which one is also another word (metre, tyre, cheque, storey, kerb). */
const SPELLINGS = `
behaviour behavior, colour color, favour favor, favourite favorite, flavour flavor, harbour harbor, honour honor, humour humor, labour labor,
neighbour neighbor, odour odor, parlour parlor, rumour rumor, vapour vapor, centre center, theatre theater, litre liter, fibre fiber,
analyse analyze, apologise apologize, authorise authorize, cancellation cancelation, categorise categorize, customise customize,
finalise finalize, itemise itemize, normalise normalize, optimise optimize, organise organize, organiser organizer,
organisation organization, personalise personalize, prioritise prioritize, realise realize, recognise recognize, specialise specialize,
summarise summarize, synchronise synchronize, sterilise sterilize, immunise immunize, paralyse paralyze, visualise visualize,
enrol enroll, enrolment enrollment, fulfil fulfill, instalment installment, skilful skillful, traveller traveler, jeweller jeweler,
jewellery jewelry, counsellor counselor, catalogue catalog, dialogue dialog, grey gray, cosy cozy, licence license, defence defense,
offence offense, mould mold, mouldy moldy, plough plow, pyjamas pajamas, aluminium aluminum, anaesthetic anesthetic,
anaemia anemia, diarrhoea diarrhea, haemorrhage hemorrhage, oestrogen estrogen, paediatric pediatric, paediatrician pediatrician,
orthopaedic orthopedic, gynaecologist gynecologist, manoeuvre maneuver, mum mom, doughnut donut, yoghurt yogurt`;

/** The rows by each of their words. */
const ROWS_OF = new Map<string, readonly string[]>();
for (const row of ROWS.split(',')) {
  const words = row.trim().split(' ');
  for (const word of words) ROWS_OF.set(word, words);
}
const SPELLED = new Map(
  SPELLINGS.split(',').flatMap((row) => {
    const words = row.trim().split(' ');
    return words.map((word) => [word, words]);
  }),
);

/** Other words that are forms of the same one, of which no ending tells: of `buying` or `buy` it is `bought`, of `bought` `buy`. */
export function irregularForms(word: string): readonly string[] {
  const forms = baseForms(word);
  const row =
    ROWS_OF.get(word) ??
    forms.map((form) => ROWS_OF.get(form)).find((found) => found !== undefined && forms.includes(found[0]!)) ??
    forms.map((form) => SPELLED.get(form)).find((found) => found !== undefined);
  return row === undefined ? [] : row.filter((other) => !forms.includes(other));
}
