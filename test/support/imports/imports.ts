import type * as z from 'zod';
import type { ImportKind } from '#shared/documents/imports/input.ts';
import type { importResultSchema } from '#shared/documents/imports/schema.ts';
import type { Answered, Refusal } from '../contract.ts';

export type Imported = z.output<typeof importResultSchema>;

interface Requests {
  request<T>(method: string, path: string, body?: unknown): Promise<Answered<T>>;
}

/** The imports of a company. */
export const importsOf = ({ request }: Requests) => {
  const send = (kind: ImportKind, csv: string, confirm?: string) =>
    request<Imported & Refusal>('POST', '/imports', { kind, csv, ...(confirm !== undefined && { confirm }) });
  return {
    send,
    /** Previews a file, and confirms what the preview has shown. */
    store: async (kind: ImportKind, csv: string) => send(kind, csv, (await send(kind, csv)).body.confirmation ?? ''),
  };
};

/** What came of each row, for comparisons. */
export const outcomesOf = ({ rows }: Imported) => rows.map(({ line, outcome }) => [line, outcome]);

/** What is wrong with each refused row, by column. */
export const columnsOf = ({ rows }: Imported) =>
  rows
    .filter(({ outcome }) => outcome === 'refused')
    .map(({ line, errors }) => [line, ...errors.map(({ column }) => column).toSorted()]);
