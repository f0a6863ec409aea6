// Artifact worker: one run of an artifact in a worker of the browser.
// In: a message with the artifact's bytes, an input as JSON text and fuel. Out: a message with the result, or why there is none.

import type { Faulted, Finished } from '../../runtime/open-artifact.ts';
import { openArtifact } from '../../runtime/open-artifact.ts';

export interface ArtifactRun {
  readonly bytes: Uint8Array;
  readonly inputJson: string;
  readonly fuel: number;
}

export type ArtifactAnswer = { readonly result: Finished | Faulted } | { readonly failure: string };

self.addEventListener('message', ({ data }: MessageEvent<ArtifactRun>) => {
  let answer: ArtifactAnswer;
  try {
    answer = { result: openArtifact(data.bytes, { vouched: true }).run(data) };
  } catch (error) {
    answer = { failure: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(answer);
});
