// The tap: reads along while the SDK reads a response, and keeps the answer as it was written.
// In: the bytes of one HTTP response and the id of the request it answers. Out: the raw `result`, before the SDK sees it.
// Why: the SDK parses with JSON.parse, which rounds numbers and reorders keys; what a tool wrote must reach the caller.

import type { Json } from '../../grammar/json.ts';
import { JsonError, JsonNumber, parseJson } from '../../grammar/json.ts';
import type { RawAnswer } from './capture.ts';
import { MESSAGE_DEPTH_MAX } from './capture.ts';

export interface Tap {
  /** To be called with every chunk before it is handed on. */
  push(chunk: Uint8Array): void;
  /** To be called at the end of the body. */
  end(): void;
}

/** Told what was found for the request. */
type OnRaw = (answer: RawAnswer) => void;

/** The body's size is bounded by whoever pushes. */
export function createTap(isEventStream: boolean, id: number, onRaw: OnRaw): Tap {
  return isEventStream ? tapEvents(id, onRaw) : tapBody(id, onRaw);
}

function tapBody(id: number, onRaw: OnRaw): Tap {
  const chunks: Uint8Array[] = [];
  return {
    push(chunk) {
      chunks.push(chunk);
    },
    end() {
      offer(Buffer.concat(chunks), id, onRaw);
    },
  };
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const DATA = Buffer.from('data:');
const SPACE = 32;

/** Of the event stream format only what carries messages: `data` lines, joined by line feeds, up to a blank line. */
function tapEvents(id: number, onRaw: OnRaw): Tap {
  let parts: Buffer[] = [];
  let data: Buffer[] = [];
  let previous = 0;

  const endLine = (line: Buffer): void => {
    if (line.length === 0) {
      // Some servers begin with an event that only carries an id.
      if (data.some((part) => part.length > 0))
        offer(
          Buffer.concat(data.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from('\n'), part]))),
          id,
          onRaw,
        );
      data = [];
    } else if (line.subarray(0, DATA.length).equals(DATA)) {
      data.push(line.subarray(line[DATA.length] === SPACE ? DATA.length + 1 : DATA.length));
    }
  };
  return {
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let from = 0;
      for (let at = 0; at < bytes.length; at += 1) {
        const byte = bytes[at] as number;
        if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
          // CR LF is one end of line.
          if (byte === CARRIAGE_RETURN || previous !== CARRIAGE_RETURN) {
            parts.push(bytes.subarray(from, at));
            endLine(Buffer.concat(parts));
            parts = [];
          }
          from = at + 1;
        }
        previous = byte;
      }
      parts.push(Buffer.from(bytes.subarray(from)));
    },
    end() {},
  };
}

function offer(text: Buffer, id: number, onRaw: OnRaw): void {
  let message: Json;
  try {
    message = parseJson(text, { depthMax: MESSAGE_DEPTH_MAX });
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    // Whether this was the answer is for the SDK to say; if it was, it can only be handed on as a text.
    onRaw({ kind: 'unreadable', text: text.toString('utf8'), reason: error.code });
    return;
  }
  const own = message instanceof Map ? message.get('id') : undefined;
  const result = message instanceof Map ? message.get('result') : undefined;
  if (own instanceof JsonNumber && own.text === String(id) && result instanceof Map) onRaw({ kind: 'result', result });
}
