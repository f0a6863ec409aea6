// Turns: the elements of a conversation that are not the writer's. The reference is runtime/locate/turns.ts.

import { elementAt } from '../collection/list';
import { keyAt, mapCount, valueAt } from '../collection/map';
import { TAG_MAP, TAG_STRING } from '../shared/values';
import { textBytes, textData } from '../text/text';
import { addressOf, tagOf } from '../value/value';
import { isWord } from './settled';
import { SPEAKER_KEYS } from './table';
import { ANSWERER, ASKER, NONE, speakerOf } from './transcript';

/** Whether a list has turns of those who ask or answer: bits of who speaks in it. */
export function speakersIn(header: i32, count: i32): i32 {
  let speakers = 0;
  for (let at = 0; at < count; at++) speakers |= speakerIn(elementAt(header, at));
  return speakers;
}

/** Whether an element of a list with these speakers is the turn of another. */
export function isOthers(speakers: i32, turn: i64): bool {
  const speaker = speakerIn(turn);
  return (speakers & ASKER) != 0 ? speaker != NONE && speaker != ASKER : speaker == ANSWERER;
}

function speakerIn(turn: i64): i32 {
  if (tagOf(turn) != TAG_MAP) return NONE;
  const header = addressOf(turn);
  for (let key = SPEAKER_KEYS; load<u8>(key) != 0; key += 1 + (load<u8>(key) as i32)) {
    for (let at = 0; at < mapCount(turn); at++) {
      const value = valueAt(header, at);
      if (tagOf(value) != TAG_STRING || !isWord(keyAt(header, at), key)) continue;
      const data = textData(addressOf(value));
      return speakerOf(data, data + textBytes(addressOf(value)));
    }
  }
  return NONE;
}
