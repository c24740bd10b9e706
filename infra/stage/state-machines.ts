import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackgroundEntry } from '../catalogue.ts';

/** A state machine of `statemachines/`; AWS and the local runtime run the same definition. */
export interface StateMachineFile {
  /** `submit-invoice` of `statemachines/submit-invoice.asl.json`. */
  name: string;
  definition: string;
}

const folder = join(import.meta.dirname, '../../statemachines');

export async function stateMachineFiles(): Promise<StateMachineFile[]> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.asl.json')).sort();
  return Promise.all(
    files.map(async file => ({ name: file.replace(/\.asl\.json$/, ''), definition: await readFile(join(folder, file), 'utf8') })),
  );
}

/** `functions/tasks/upload-invoice.ts` → `UploadInvoiceFunction`: how a definition names the task, as `${UploadInvoiceFunction}`. */
export const substitutionName = (entry: Pick<BackgroundEntry, 'file'>): string =>
  (entry.file.split('/').at(-1) ?? '')
    .replace(/\.ts$/, '')
    .split('-')
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('') + 'Function';

/** The values of `${…}` in definitions, by substitution name. @param nameOf returns the name or the ARN of a task's function */
export const taskSubstitutions = (
  background: readonly BackgroundEntry[],
  nameOf: (entry: BackgroundEntry) => string,
): Record<string, string> =>
  Object.fromEntries(
    background.filter(entry => entry.handler.definition.kind === 'task').map(entry => [substitutionName(entry), nameOf(entry)]),
  );
