import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackgroundEntry } from './catalogue.ts';

/** The state machines of `statemachines/`, which AWS and the local runtime both run as they are. */
export interface StateMachineFile {
  /** `submit-invoice` of `statemachines/submit-invoice.asl.json`. */
  name: string;
  definition: string;
}

const folder = join(import.meta.dirname, '..', 'statemachines');

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

/** The tasks by the name that definitions give them; `nameOf` says what stands there: a function's name or its ARN. */
export const taskSubstitutions = (
  background: readonly BackgroundEntry[],
  nameOf: (entry: BackgroundEntry) => string,
): Record<string, string> =>
  Object.fromEntries(
    background.filter(entry => entry.handler.definition.kind === 'task').map(entry => [substitutionName(entry), nameOf(entry)]),
  );
