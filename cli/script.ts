// Script: a file of script text, checked, with its problems drawn the way a person wants to read them.

import { type CheckOptions, type CheckResult, check } from '../compiler/check.ts';
import { renderAll } from '../grammar/render.ts';
import { Source } from '../grammar/span.ts';
import { note, printJson, readBytes } from './command.ts';

export interface ScriptFile {
  readonly name: string;
  readonly source: Source;
  readonly result: CheckResult;
}

export function checkFile(path: string, options?: CheckOptions): ScriptFile {
  return checkBytes(path, readBytes(path), options);
}

/** As `checkFile`, of bytes that were read from the file. */
export function checkBytes(path: string, bytes: Uint8Array, options?: CheckOptions): ScriptFile {
  return {
    name: path === '-' ? 'standard input' : path,
    source: new Source(new TextDecoder().decode(bytes)),
    result: check(bytes, options),
  };
}

/** Draws what is wrong with a script on standard error. */
export function drawDiagnostics({ name, source, result }: ScriptFile): void {
  if (result.diagnostics.length > 0) note(renderAll(result.diagnostics, source, name));
}

/** Says why a script is not run or built: for people, and for programs as `check --json` says it. */
export function refuseScript(file: ScriptFile, json: boolean): void {
  drawDiagnostics(file);
  if (json) printJson(checkReport(file.result));
}

/** The part of a check that goes to programs, as on the wire. */
export function checkReport(result: CheckResult): Record<string, unknown> {
  const { ok, hash, canonical, defines, builtins, diagnostics, recursion, growth, steps } = result;
  return { ok, hash, canonical, defines, builtins, diagnostics, recursion, growth, steps };
}
