import { createHash } from 'node:crypto';
import { CommandFailed, EXIT } from '../exit-codes.ts';
import { draftsInCsv } from './csv.ts';
import { draftsInJson } from './json.ts';

/** The body of an invoice to draft, as `POST /api/v1/invoices` takes it. */
export type Draft = Record<string, unknown>;

/** A client that a file names by tax number or name. */
export interface Buyer {
  cif?: string;
  name?: string;
}

/** Where a file has an invoice. */
export interface Place {
  /** The value of the column `invoice`. */
  invoice?: string;
  /** The first row of the invoice in a CSV file, its place in a JSON file; both from 1. */
  row: number;
}

/** `invoice B-2 (row 5)`, as messages call it. */
export const nameOf = ({ invoice, row }: Place): string =>
  invoice === undefined ? `invoice ${row}` : `invoice ${invoice} (row ${row})`;

export interface FileDraft {
  place: Place;
  body: Draft;
  buyer?: Buyer;
}

/**
 * The invoices of a CSV or JSON file. Each has an idempotency key that follows from its content.
 *
 * @param name decides the format by its ending
 * @throws CommandFailed when the file cannot be read so, has names that are not known, or has no invoice
 */
export function draftsIn(name: string, text: string): FileDraft[] {
  const drafts = readIn(name, text);
  if (drafts.length === 0) throw new CommandFailed(`${name} has no invoices.`, EXIT.usage);
  const [twice] = drafts.filter(({ body, buyer }) => buyer && body['clientId'] !== undefined);
  if (twice) throw new CommandFailed(`${name}: ${nameOf(twice.place)} has clientId and cif or client: give one.`, EXIT.usage);
  return drafts.map(withKey());
}

function readIn(name: string, text: string): FileDraft[] {
  try {
    return name.toLowerCase().endsWith('.csv') ? draftsInCsv(text) : draftsInJson(text);
  } catch (error) {
    throw new CommandFailed(`${name}: ${(error as Error).message}`, EXIT.usage);
  }
}

/**
 * Adds keys that follow from content: a file that is sent again, after a failure or by mistake, makes no invoice twice. Invoices of one file
 * that are alike are numbered, so that each is made.
 */
function withKey(): (draft: FileDraft) => FileDraft {
  const alike = new Map<string, number>();
  return draft => {
    const content = JSON.stringify({ ...draft.buyer, ...draft.body });
    const before = alike.get(content) ?? 0;
    alike.set(content, before + 1);
    const idempotencyKey = createHash('sha256').update(`${content}#${before}`).digest('hex');
    return { ...draft, body: { idempotencyKey, ...draft.body } };
  };
}
