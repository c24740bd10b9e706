import { localDay } from '#shared/base/kernel/clock.ts';
import { type AuditedNumber, gapsOf } from '#shared/documents/audit/series.ts';
import type { AuditedHeader } from '#shared/documents/common/audited-kind.ts';
import type { PersonRef } from '#shared/model/document.ts';
import { cancellationOf, givenBy, historyOf, type ToldEvent } from '#shared/model/register/history.ts';
import type { DatedNumber } from '#shared/model/register/period.ts';
import type { RegisteredNumber } from '#shared/documents/common/numbering.ts';
import type { CounterChange } from '#shared/records/catalogue/series/counter-changes.ts';
import { formatNumber, type Series } from '#shared/records/catalogue/series/store.ts';

/** The entries of a control file: one for each number, and one for each range of numbers that no document has. Pure. */

/**
 * `issued`: in force, whatever its status; `draft`: has its number, and can be changed; `removed`: after its retention; `gone`: nothing says
 * where its document is; `missing`: no document has taken the number.
 */
export const NUMBER_STATES = ['issued', 'draft', 'cancelled', 'deleted', 'removed', 'gone', 'missing'] as const;
export type NumberState = (typeof NUMBER_STATES)[number];

export interface ControlEntry {
  sequence: number;
  /** The last number of a range that is missing; otherwise `sequence`. */
  lastSequence: number;
  number: string;
  state: NumberState;
  status: string | null;
  documentId: string | null;
  issueDate: string | null;
  /** When the number was given, and by whom. */
  numberedAt: string | null;
  numberedBy: PersonRef | null;
  partner: { name: string; cif: string | null } | null;
  /** The invoice that it takes back or corrects. */
  parentNumber: string | null;
  currency: string | null;
  total: string | null;
  /** The e-invoice, or of a delivery note the declaration of its transport with its identifier (UIT); null when none was sent. */
  taxauth: { status: string; uploadIndex: string | null; uit: string | null } | null;
  cancelled: { at: string | null; by: PersonRef | null; reason: string | null } | null;
  /** When the document was deleted or removed. */
  removedAt: string | null;
  /** Of numbers that are missing: the changes of the counter that left them out. */
  counterChanges: CounterChange[];
  history: ToldEvent[];
  /** Findings of the audit, and what is unusual. */
  problems: readonly string[];
  notes: readonly string[];
}

/** How a number in the register is dated. @param days the dates of issue of documents by id */
export const dated = (taken: RegisteredNumber, days: ReadonlyMap<string, string>): DatedNumber => ({
  day: days.get(taken.invoiceId) ?? taken.expired?.issueDate ?? null,
  deletedOn: taken.deletedAt && localDay(taken.deletedAt),
});

/**
 * The entries between two numbers, in their order.
 *
 * @param from the first number; those before the first one that the series has given are no gap
 */
export function entriesOf(
  series: Series,
  numbers: readonly AuditedNumber[],
  { from, to }: { from: number; to: number },
  counterChanges: readonly CounterChange[],
): ControlEntry[] {
  const gaps = gapsOf(
    numbers.map(({ taken }) => taken),
    from,
    to,
  );
  return [...numbers.map(number => entryOf(series, number)), ...gaps.map(gap => missing(series, gap, counterChanges))].toSorted(
    (a, b) => a.sequence - b.sequence,
  );
}

function entryOf(series: Series, { taken, document, events, problems, notes }: AuditedNumber): ControlEntry {
  const number = { seriesId: series.id, sequence: taken.sequence };
  const given = givenBy(events, number);
  const state = stateOf(taken, document);
  return {
    ...{ sequence: taken.sequence, lastSequence: taken.sequence, number: taken.number, state, documentId: taken.invoiceId },
    status: document?.status ?? null,
    issueDate: document?.issueDate ?? taken.expired?.issueDate ?? null,
    numberedAt: given?.at ?? document?.issuedAt ?? null,
    numberedBy: given?.by ?? null,
    partner: document && partnerOf(document),
    parentNumber: document?.parentDocument?.number ?? null,
    currency: document?.currency ?? null,
    total: document?.total ?? null,
    taxauth: document && sentOf(document),
    cancelled: document && state === 'cancelled' ? cancelled(document, cancellationOf(events)) : null,
    removedAt: document ? null : (taken.deletedAt ?? taken.expired?.at ?? null),
    counterChanges: [],
    history: historyOf(events, number),
    ...{ problems, notes },
  };
}

function stateOf({ deletedAt, expired }: RegisteredNumber, document: AuditedHeader | null): NumberState {
  if (document) return document.status === 'cancelled' ? 'cancelled' : document.status === 'draft' ? 'draft' : 'issued';
  return deletedAt ? 'deleted' : expired ? 'removed' : 'gone';
}

/** Without the number of a person (CNP). */
function partnerOf({ client, receiverName, receiverCif }: AuditedHeader): ControlEntry['partner'] {
  if (client) return { name: client.name, cif: client.vatCode ?? client.cif };
  return receiverName ? { name: receiverName, cif: receiverCif ?? null } : null;
}

function sentOf({
  taxauthStatus,
  taxauthUploadIndex,
  etransportStatus,
  etransportUploadId,
  etransportUit,
}: AuditedHeader): ControlEntry['taxauth'] {
  if (taxauthStatus) return { status: taxauthStatus, uploadIndex: taxauthUploadIndex ?? null, uit: null };
  return etransportStatus
    ? { status: etransportStatus, uploadIndex: etransportUploadId ?? null, uit: etransportUit ?? null }
    : null;
}

const cancelled = (
  { cancelledAt, cancellationReason: reason }: AuditedHeader,
  event: ReturnType<typeof cancellationOf>,
): ControlEntry['cancelled'] => ({ at: cancelledAt ?? event?.at ?? null, by: event?.by ?? null, reason });

const missing = (series: Series, gap: { from: number; to: number }, changes: readonly CounterChange[]): ControlEntry => ({
  ...{ sequence: gap.from, lastSequence: gap.to, state: 'missing' as const },
  number: [gap.from, ...(gap.to > gap.from ? [gap.to] : [])].map(one => formatNumber(series, one)).join(' – '),
  ...{ status: null, documentId: null, issueDate: null, numberedAt: null, numberedBy: null, partner: null },
  parentNumber: null,
  ...{ currency: null, total: null, taxauth: null, cancelled: null, removedAt: null },
  counterChanges: changes.filter(({ from, to }) => from < gap.to && to >= gap.from),
  ...{ history: [], problems: [], notes: [] },
});
