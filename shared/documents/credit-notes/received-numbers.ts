import { sha256 } from '#shared/base/kernel/ids.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { isReversal } from '#shared/model/amounts/settlement.ts';
import { comparedCui } from '#shared/records/parties/clients/store.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item, type Key } from '#shared/platform/store/table.ts';
import { check, create, put, type Write } from '#shared/platform/store/transact.ts';

/**
 * The register of the numbers of received documents: an item for each direction, partner and number. By it, a document that was delivered
 * twice is found, and credit notes and the invoices that they name find each other, whichever comes first.
 */

interface Entry {
  id: string;
  issueDate: string;
}

/** A document that names this number, which has not come yet. */
interface Awaiting {
  id: string;
  /** The date that it states with the number. */
  issueDate: string | null;
}

interface NumberItem extends Item {
  version: number;
  /** The documents with the number, oldest first; those that take back are not among them. */
  invoices: Entry[];
  reversals: Entry[];
  awaiting: Awaiting[];
  /** The documents that came after one with the same number and date (`duplicateOf`), oldest first: they are in no other list. */
  duplicates: Entry[];
}

/** The entry of a number, as it was read; a new one has version 0. */
export interface ReceivedNumber extends Pick<NumberItem, 'version' | 'invoices' | 'reversals' | 'awaiting' | 'duplicates'> {
  key: Key;
}

/** @param partner the tax number of the other party */
export async function readNumber(
  company: CompanyId,
  { direction, partner, number }: { direction: string; partner: string | null; number: string },
): Promise<ReceivedNumber> {
  const hash = sha256(JSON.stringify([direction, partner && comparedCui(partner), number]));
  const key = companyKey(company, `RECEIVED#${hash}`);
  const item = await getItem<NumberItem>(key);
  const { version = 0, invoices = [], reversals = [], awaiting = [], duplicates = [] } = item ?? {};
  return { key, version, invoices, reversals, awaiting, duplicates };
}

/** The id of the first document with the same number, partner and date; null when there is none. */
export const firstOf = ({ invoices, reversals }: ReceivedNumber, issueDate: string): string | null =>
  [...invoices, ...reversals].find(one => one.issueDate === issueDate)?.id ?? null;

/** The only invoice with the number that a document names; undefined when there is none, or there are several. */
export function invoiceNamed({ invoices }: ReceivedNumber, issueDate: string | null): string | undefined {
  const [found, ...others] = invoices.filter(one => issueDate === null || one.issueDate === issueDate);
  return others.length === 0 ? found?.id : undefined;
}

/** The ids of the documents that wait for an invoice of this date, and the number without them. */
export function answered(number: ReceivedNumber, issueDate: string): { ids: string[]; rest: ReceivedNumber } {
  const fits = (one: Awaiting): boolean => one.issueDate === null || one.issueDate === issueDate;
  const [ids, awaiting] = [number.awaiting.filter(fits).map(({ id }) => id), number.awaiting.filter(one => !fits(one))];
  return { ids, rest: { ...number, awaiting } };
}

/** The number with a document that has it. */
export function withDocument(number: ReceivedNumber, document: InvoiceDocument): ReceivedNumber {
  const entry = { id: document.id, issueDate: document.issueDate };
  if (document.received?.duplicateOf) return { ...number, duplicates: [...number.duplicates, entry] };
  return isReversal(document)
    ? { ...number, reversals: [...number.reversals, entry] }
    : { ...number, invoices: [...number.invoices, entry] };
}

/** The write of a changed number; the transaction fails when another one has changed it meanwhile. */
export function numberWrite({ key, version, ...lists }: ReceivedNumber): Write {
  const item = { ...key, kind: 'received-number' as const, version: version + 1, ...lists };
  return version === 0 ? create(item) : put(item, atVersion(version));
}

/** The condition that a number is as it was read. */
export const numberUnchanged = ({ key, version }: ReceivedNumber): Write =>
  check(key, version === 0 ? { expression: 'attribute_not_exists(pk)' } : atVersion(version));

const atVersion = (version: number) => ({
  expression: '#version = :version',
  names: { '#version': 'version' },
  values: { ':version': version },
});
