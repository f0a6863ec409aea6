// The tap: reads the answer to a request as it was written, before the SDK does, and leaves the SDK a stub of it.
// In: the bytes of one HTTP response and the id of the request it answers. Out: the raw `result`, and the bytes for the SDK.
// Why: the SDK parses with JSON.parse, which rounds numbers and reorders keys, and reads megabytes in one turn; what a tool wrote must
// reach the caller, and nobody needs it twice.

import type { Json } from '../../grammar/json.ts';
import { JsonError, JsonNumber, parseJsonInParts } from '../../grammar/json.ts';
import type { RawAnswer } from './capture.ts';
import { MESSAGE_DEPTH_MAX, stubAnswer } from './capture.ts';
import { inTurns } from './turns.ts';

export interface Tap {
  /** To be called with every chunk, one after the other; answers what of the body can be read now. */
  push(chunk: Uint8Array): Promise<Uint8Array>;
  /** To be called at the end of the body; answers the rest of it. */
  end(): Promise<Uint8Array>;
}

/** Told what was found for the request. */
type OnRaw = (answer: RawAnswer) => void;

/** The body's size is bounded by whoever pushes. */
export function createTap(isEventStream: boolean, id: number, onRaw: OnRaw): Tap {
  return isEventStream ? tapEvents(id, onRaw) : tapBody(id, onRaw);
}

const NOTHING = new Uint8Array();

function tapBody(id: number, onRaw: OnRaw): Tap {
  const chunks: Uint8Array[] = [];
  return {
    async push(chunk) {
      chunks.push(chunk);
      return NOTHING;
    },
    async end() {
      const body = Buffer.concat(chunks);
      return (await offer(body, id, onRaw)) ? stubOf(id) : body;
    },
  };
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const DATA = Buffer.from('data:');
const SPACE = 32;

/** Of the event stream format only what carries messages: `data` lines, joined by line feeds, up to a blank line. */
function tapEvents(id: number, onRaw: OnRaw): Tap {
  /** Of the line and of the event that have not ended: all bytes, and what the event's lines carry. */
  let line: Buffer[] = [];
  let event: Buffer[] = [];
  let data: Buffer[] = [];
  let previous = 0;

  /** The event for the SDK when it has ended; null before. */
  const endLine = async (): Promise<Buffer | null> => {
    const text = withoutEnd(Buffer.concat(line));
    line = [];
    if (text.subarray(0, DATA.length).equals(DATA))
      data.push(text.subarray(text[DATA.length] === SPACE ? DATA.length + 1 : DATA.length));
    if (text.length > 0) return null;
    const written = Buffer.concat(event);
    const message = Buffer.concat(data.flatMap((part, at) => (at === 0 ? [part] : [Buffer.from('\n'), part])));
    event = [];
    data = [];
    // Some servers begin with an event that only carries an id.
    const isAnswer = message.length > 0 && (await offer(message, id, onRaw));
    return isAnswer ? Buffer.concat([Buffer.from('event: message\ndata: '), stubOf(id), Buffer.from('\n\n')]) : written;
  };
  return {
    async push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      const ended: Buffer[] = [];
      let from = 0;
      const take = (to: number): void => {
        if (to === from) return;
        line.push(bytes.subarray(from, to));
        event.push(bytes.subarray(from, to));
        from = to;
      };
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at] as number;
        const isSecond = byte === LINE_FEED && previous === CARRIAGE_RETURN;
        previous = byte;
        // CR LF is one end of line. The second half goes with the next line, or after the event that ended with the first.
        if (isSecond && event.length === 0 && from === at) {
          ended.push(bytes.subarray(at, at + 1));
          from = at + 1;
        }
        if (isSecond || (byte !== LINE_FEED && byte !== CARRIAGE_RETURN)) continue;
        take(at + 1);
        const written = await endLine();
        if (written !== null) ended.push(written);
      }
      take(bytes.length);
      return Buffer.concat(ended);
    },
    end: async () => Buffer.concat(event),
  };
}

/** A line without its end, and without the second half of the end before it. */
function withoutEnd(line: Buffer): Buffer {
  return line.subarray(line[0] === LINE_FEED && line.length > 1 ? 1 : 0, -1);
}

function stubOf(id: number): Buffer {
  return Buffer.from(JSON.stringify(stubAnswer(id)));
}

/** Whether it is the answer, with a result. */
async function offer(text: Buffer, id: number, onRaw: OnRaw): Promise<boolean> {
  let message: Json;
  try {
    message = await inTurns(parseJsonInParts(text, { depthMax: MESSAGE_DEPTH_MAX }));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    // Whether this was the answer is for the SDK to say; if it was, it can only be handed on as a text.
    onRaw({ kind: 'unreadable', text: text.toString('utf8'), reason: error.code });
    return false;
  }
  const own = message instanceof Map ? message.get('id') : undefined;
  const result = message instanceof Map ? message.get('result') : undefined;
  if (!(own instanceof JsonNumber && own.text === String(id) && result instanceof Map)) return false;
  onRaw({ kind: 'result', result });
  return true;
}
