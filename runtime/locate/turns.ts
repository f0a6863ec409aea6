// Turns: the elements of a conversation that are not the writer's, in a list of records or in the lists a record holds.
// In: a JSON value. Out: the paths of such elements.

import type { Json } from '../../grammar/json.ts';
import { pointer } from '../../grammar/json-pointer.ts';
import { SPEAKER_WORDS } from './speaker-words.ts';
import type { Speaker } from './transcript.ts';
import { speakerOf } from './transcript.ts';
import { bytesOf } from './zones.ts';

/** JSON Pointers of the turns of those who answer. Where a turn is a customer's, only those of customers are the writer's. */
export function othersTurns(value: Json): string[] {
  if (Array.isArray(value)) return othersIn(value, '');
  if (!(value instanceof Map)) return [];
  return [...value].flatMap(([key, member]) => (Array.isArray(member) ? othersIn(member, pointer([key])) : []));
}

function othersIn(turns: readonly Json[], path: string): string[] {
  const speakers = turns.map(speakerIn);
  const isAsked = speakers.includes('asker');
  return speakers.flatMap((speaker, at) => {
    const isOthers = isAsked ? speaker !== null && speaker !== 'asker' : speaker === 'answerer';
    return isOthers ? [path + pointer([at])] : [];
  });
}

function speakerIn(turn: Json): Speaker | null {
  if (!(turn instanceof Map)) return null;
  const key = SPEAKER_WORDS.SPEAKER_KEYS.find((name) => typeof turn.get(name) === 'string');
  return key === undefined ? null : speakerOf(bytesOf(turn.get(key) as string));
}
