// Ticket: one request as a help desk would send it, with 8 questions over a state of about 2 KB.
// In: nothing. Out: the body, and bodies with the same questions about other states. Why here: several benches speak of this request, and it must be the same one.

import { writeJson } from '../grammar/json-write.ts';

const PARAGRAPH =
  'The order 4711 arrived on Tuesday, but the box was open and one of the two lamps is broken. I would like a replacement, not a refund, and somebody should pick the broken one up. ';
const writeState = (order: number): unknown => ({
  subject: 'Broken lamp',
  messages: Array.from({ length: 11 }, (_, at) => ({
    from: at % 2 === 0 ? 'customer' : 'support',
    text: `${at + 1}. ${PARAGRAPH.replace('4711', String(order))}`,
  })),
  tier: 'gold',
});
const QUESTIONS = Object.fromEntries(
  Array.from({ length: 8 }, (_, at) => [
    `q${at}`,
    {
      type: 'choice',
      instructions: 'Which team?',
      criteria: {
        returns: [`replacement ${at}`, 'replacement', 'pick up', ['broken', 'box']],
        billing: 'invoice, charged twice, refund policy',
        technical: 'does not start, error, crash',
        delivery: { phrases: ['late', 'not arrived', `parcel ${at}`], not_for: ['arrived on'] },
      },
    },
  ]),
);

const writeTicket = (order: number): string => writeJson({ state: writeState(order), questions: QUESTIONS });

export const TICKET_BODY = writeTicket(4711);

const TICKETS = 64;

/** A back end asks the same questions about one ticket after the other. */
export const TICKET_BODIES = Array.from({ length: TICKETS }, (_, at) => writeTicket(1000 + 97 * at));
