import type { Actor } from '#shared/platform/access/model.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { invalidFields, notFound } from '#shared/base/kernel/errors.ts';
import { updatedEvent } from '#shared/documents/common/changed-fields.ts';
import type { HeaderChange } from '#shared/documents/common/definition.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { type Outcome, transition } from '#shared/documents/common/transition.ts';
import { isReversal } from '#shared/model/amounts/settlement.ts';
import type { Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import type { InvoiceRow } from '#shared/model/invoice-row.ts';
import { invoiceNotification } from '#shared/output/webhooks/notification.ts';
import { queryRows } from '#shared/platform/store/read.ts';
import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { type IssueRequest, issueOutcome, queueOf } from '../issue.ts';
import { invoicePartitions } from '../list/partitions.ts';
import { readInvoice, type StoredInvoice } from '../read.ts';
import { INVOICES } from '../store.ts';
import { advanceChange, isCorrected, withChanges } from './changes.ts';
import { type Advance, settled, type Settled } from './draft.ts';
import { MAX_ADVANCES, type SettleAdvancesBody } from './input.ts';

/** The latest documents of a client among which its open advances are looked for: a page of the index. */
const ROWS_LOOKED_AT = 1000;

/**
 * Settles advances in a final invoice and issues it (INV-98, INV-99, INV-113): its lines, number and what the advances show are written in one
 * transaction, on condition that the advances are as they were read. If the process dies before it, nothing is written; of two invoices
 * that settle one advance at once, the second decides again on what the first has left.
 *
 * @throws 404; 409 for any status but draft; 422 for a draft that takes back, for what is no open advance, and as issue
 */
export function settleAdvances(request: IssueRequest & { body: SettleAdvancesBody }): Promise<StoredInvoice> {
  const { company, loaded, bankAccounts, configuration, by, commit, body } = request;
  const appearance = { configuration, logoPath: company.logoPath };
  const issues = body.issue !== false;
  let { series } = request;
  const reread = async (): Promise<void> => {
    series = await readSeries(company.id);
  };
  const changing = { commit, reread, ...(issues && { queue: queueOf(loaded.document, series) }) };
  return transition(INVOICES, loaded, 'issue', changing, async ({ document: before, payments }, attempt) => {
    refuseReversal(before);
    const read = await readAdvances(before, body);
    const result = settled(before, read.wanted, payments);
    if (result.draws.length === 0 && body.advances?.length !== 0) throw noneOpen();
    const { document } = result;
    const outcome = issues
      ? named(await issueOutcome(document, { company, series, bankAccounts, appearance, by, payments, attempt }), result)
      : kept(before, document, by);
    const warnings = [...(outcome.extras?.warnings ?? []), ...openWarnings(result, document, read.isCut)];
    return withChanges({ ...outcome, extras: { ...outcome.extras, warnings } }, changesOf(outcome.after, result, read.all, by));
  });
}

function refuseReversal(draft: Invoice): void {
  if (draft.isCreditNote || draft.reverses !== undefined || isReversal(draft))
    throw invalidFields({ uuid: ['must be an invoice that takes back no other one: advances are settled by what charges'] });
}

const noneOpen = () =>
  invalidFields({
    advances: [
      'the client has no open advance that fits: an issued invoice with isAdvance, in the same currency, of a VAT category and rate of the invoice; name others by id',
    ],
  });

interface ReadAdvances {
  /** Those to settle, in order. */
  wanted: Advance[];
  /** Those, and the others that the draft has settled before. */
  all: Map<string, InvoiceDocument>;
  /** Whether the client has more open advances than one invoice settles. */
  isCut: boolean;
}

/**
 * The advances of the request, and those that the draft settles already: the named ones, or all that are open, oldest first. One query, and one
 * parallel round trip.
 *
 * @throws 404 for a named invoice that the company does not have; 422 for one that is named twice, and for too many
 */
async function readAdvances(draft: Invoice, { advances }: SettleAdvancesBody): Promise<ReadAdvances> {
  const own = (draft.draws ?? []).map(({ id }) => id);
  const open = advances ? [] : await openIds(draft);
  const ids = advances ? advances.map(({ id }) => id) : [...new Set([...own, ...open])];
  const twice = ids.findIndex((id, place) => ids.indexOf(id) !== place);
  if (twice >= 0) throw invalidFields({ [`advances.${twice}.id`]: ['must not be named twice'] });
  const taken = ids.slice(0, MAX_ADVANCES);
  const wantedAndOwn = [...new Set([...taken, ...own])];
  if (wantedAndOwn.length > MAX_ADVANCES)
    throw invalidFields({
      advances: [
        `with those that the invoice settles already, must be at most ${MAX_ADVANCES}: take these out first, with advances []`,
      ],
    });
  const stored = new Map(await Promise.all(wantedAndOwn.map(async id => [id, await readInvoice(draft.companyId, id)] as const)));
  if (advances && taken.some(id => !stored.get(id))) throw notFound('Advance invoice');
  const wanted = taken.flatMap((id, place): Advance[] => {
    const one = stored.get(id);
    if (!one) return [];
    const asked = advances && { named: { place, amount: advances[place]?.amount } };
    return [{ document: one.document, isCorrected: isCorrected(one), ...asked }];
  });
  if (!advances) wanted.sort((a, b) => orderOf(a.document).localeCompare(orderOf(b.document)));
  const all = new Map([...stored].flatMap(([id, one]) => (one ? [[id, one.document] as const] : [])));
  return { wanted, all, isCut: ids.length > taken.length };
}

const orderOf = ({ issueDate, createdAt, id }: Invoice): string => `${issueDate}#${createdAt}#${id}`;

/** The ids of the client's open advances among its latest documents, oldest first. A buyer without client record has none. */
async function openIds({ companyId, clientId, currency }: Invoice): Promise<string[]> {
  if (clientId === null) return [];
  const partition = invoicePartitions.client(companyId, clientId);
  const rows = await queryRows<InvoiceRow>('gsi3', { partition }, { descending: true, limit: ROWS_LOOKED_AT });
  return rows.flatMap(row => (row.openAdvance && row.currency === currency ? [row.id] : [])).toReversed();
}

/** The issue, whose timeline entry names what was settled. */
function named(outcome: Outcome<Invoice>, { draws }: Settled): Outcome<Invoice> {
  const { event } = outcome;
  if (event && draws.length > 0) event.metadata = { ...event.metadata, advances: draws.map(({ number }) => number) };
  return outcome;
}

/** The draft, which is not issued. */
function kept(before: InvoiceDocument, document: InvoiceDocument, by: Actor): Outcome<Invoice> {
  const after = { ...document, updatedAt: instant() };
  return {
    after,
    event: updatedEvent(before, after, 'Invoice updated', personOf(by)),
    notifications: [invoiceNotification('invoice.updated', after)],
  };
}

/** The changes of the advances: of those that are drawn now, and of those that were and are not any more. */
function changesOf(final: Invoice, { draws }: Settled, all: ReadAdvances['all'], by: Actor): HeaderChange<Invoice>[] {
  return [...all.values()].flatMap(({ lines: _, ...advance }) => {
    const groups = draws.find(({ id }) => id === advance.id)?.groups;
    const was = advance.drawn?.find(({ id }) => id === final.id)?.groups;
    // One of which the draft draws the same as before stays as it is.
    return JSON.stringify(was) === JSON.stringify(groups) ? [] : [advanceChange(advance, final, personOf(by), groups)];
  });
}

function openWarnings({ left }: Settled, { currency }: Invoice, isCut: boolean): string[] {
  return [
    ...left.map(({ number, amount }) => `${number} stays open by ${amount} ${currency} without VAT.`),
    ...(isCut ? [`The client has more open advances: an invoice settles at most ${MAX_ADVANCES}.`] : []),
  ];
}
