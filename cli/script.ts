// Script: a file of script text, checked, with its problems drawn the way a person wants to read them.

import { type CheckOptions, type CheckResult, check } from '../compiler/check.ts';
import { renderAll } from '../grammar/render.ts';
import { Source } from '../grammar/span.ts';
import { note, printJson, readBytes } from './command.ts';
import { modulesBeside } from './modules.ts';

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
  const result = check(bytes, { modules: modulesBeside(path), ...options });
  return {
    name: path === '-' ? 'standard input' : path,
    // Of bytes that are no text a person sees what can be shown.
    source: result.modules.length > 0 ? result.source : new Source(new TextDecoder().decode(bytes)),
    result,
  };
}

/** The text of a script that holds the modules it uses; as it is where it uses none, or has errors. */
export function linkedText(path: string): string {
  const bytes = readBytes(path);
  const { ok, modules, canonical } = checkBytes(path, bytes).result;
  return ok && modules.length > 0 ? canonical! : new TextDecoder().decode(bytes);
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
