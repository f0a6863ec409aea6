// Substitution: puts a result into the SDK's answer without passing through the SDK.
// In: the SDK's Response, the id of the request and what is to be sent as its result. Out: the Response to send. Nothing else of
// it changes: errors, progress and keep-alives go through as they are.

import { writeJson } from '../../grammar/json-write.ts';

interface Substitution {
  /** Of the request that is answered. */
  readonly id: unknown;
  /** Is asked for when the answer passes by: a stream begins before the result is there. */
  readonly printed: () => object | undefined;
  /** Is told when nothing more of the answer passes by. */
  readonly onEnd: () => void;
}

export function substitute(response: Response, { id, printed, onEnd }: Substitution): Response {
  const type = response.headers.get('content-type') ?? '';
  const replace = (text: string): string => replaceResult(text, id, printed());
  if (response.body !== null && type.startsWith('text/event-stream'))
    return withBody(response, response.body.pipeThrough(eventStream(replace, onEnd)));
  if (response.body !== null && type.startsWith('application/json'))
    return withBody(response, response.body.pipeThrough(whole(replace, onEnd)));
  onEnd();
  return response;
}

function withBody(response: Response, body: ReadableStream): Response {
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(body, { status: response.status, headers });
}

function replaceResult(text: string, id: unknown, printed: object | undefined): string {
  if (printed === undefined) return text;
  const message = JSON.parse(text) as { readonly id?: unknown; readonly result?: object };
  if (message.result === undefined || !isSameId(message.id, id)) return text;
  const members = printed instanceof Map ? Object.fromEntries(printed as Map<string, unknown>) : printed;
  return writeJson({ ...message, result: { ...message.result, ...members } });
}

/** The id of the request is read losslessly, the SDK's is not: only its text can be compared. */
function isSameId(answered: unknown, asked: unknown): boolean {
  return answered === asked || JSON.stringify(answered) === writeJson(asked);
}

/** The whole text at once. */
function whole(replace: (text: string) => string, onEnd: () => void): TransformStream<Uint8Array, Uint8Array> {
  const chunks: Uint8Array[] = [];
  return new TransformStream({
    transform: (chunk) => void chunks.push(chunk),
    flush(controller) {
      onEnd();
      controller.enqueue(Buffer.from(replace(Buffer.concat(chunks).toString('utf8')), 'utf8'));
    },
    cancel: onEnd,
  });
}

/** Event by event. The SDK writes a message as one line of `data:`. */
function eventStream(replace: (text: string) => string, onEnd: () => void): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  let rest = '';
  const send = (events: string): string =>
    events.replace(/^data: (.+)$/gm, (_line, data: string) => `data: ${replace(data)}`);
  return new TransformStream({
    transform(chunk, controller) {
      rest += decoder.decode(chunk, { stream: true });
      const end = rest.lastIndexOf('\n\n') + 2;
      if (end < 2) return;
      controller.enqueue(Buffer.from(send(rest.slice(0, end)), 'utf8'));
      rest = rest.slice(end);
    },
    flush(controller) {
      onEnd();
      if (rest !== '') controller.enqueue(Buffer.from(send(rest), 'utf8'));
    },
    cancel: onEnd,
  });
}
