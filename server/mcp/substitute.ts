// Substitution: puts a result into the SDK's answer without passing through the SDK.
// In: the SDK's Response to one message and what is to be sent as its result. Out: the Response to send. Nothing else of
// it changes: errors, progress and keep-alives go through as they are.

import { writeJson } from '../../grammar/json-write.ts';

/**
 * `printed` is asked for when the answer passes by: a stream begins before the result is there. `onEnd` is told when nothing more of it
 * passes by.
 */
export function substitute(response: Response, printed: () => object | undefined, onEnd: () => void): Response {
  const type = response.headers.get('content-type') ?? '';
  const replace = (text: string): string => replaceResult(text, printed());
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

/** One message is asked, so what has a result is its answer. */
function replaceResult(text: string, printed: object | undefined): string {
  if (printed === undefined) return text;
  const message = JSON.parse(text) as { readonly result?: object };
  if (message.result === undefined) return text;
  const members = printed instanceof Map ? Object.fromEntries(printed as Map<string, unknown>) : printed;
  return writeJson({ ...message, result: { ...message.result, ...members } });
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
