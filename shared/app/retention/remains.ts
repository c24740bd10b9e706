import { firstRecordId, readRecords, recordKey } from '#shared/documents/delivery-notes/transport/record.ts';
import { headersAt } from '#shared/documents/common/headers.ts';
import { documentSortKey } from '#shared/documents/common/items.ts';
import { CREDIT_NOTE_LINKS } from '#shared/documents/credit-notes/links.ts';
import { ATTACHMENTS } from '#shared/documents/invoices/attachments/model.ts';
import { freeBytes } from '#shared/documents/invoices/attachments/limits.ts';
import { answerTaskKey } from '#shared/documents/invoices/received/answers/model.ts';
import { PAYMENTS } from '#shared/documents/payments/store.ts';
import { paymentEntryKeys } from '#shared/documents/fiscal/entries.ts';
import type { Payment } from '#shared/model/payment.ts';
import { linkPrefix } from '#shared/documents/invoices/share-links/model.ts';
import type { DeliveryNote } from '#shared/model/convertible/delivery-note.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import { type Kind, KINDS, STORED_KINDS } from '#shared/model/kinds.ts';
import { purgeFiles } from '#shared/platform/aws/purge-files.ts';
import { emailPrefix } from '#shared/output/mail/documents/kind.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, companyPartition, type Item, type Key } from '#shared/platform/store/table.ts';
import { put, remove, transact, type Write } from '#shared/platform/store/transact.ts';
import type { LookupsOf } from '../company-purge/outside.ts';
import { pagesOfPartition } from '../company-purge/partition-pages.ts';

/**
 * What is left of a document when its header is removed: files, lines, timeline, payments, attachments, mails, share links. The item
 * `C#<company>` / `EXPIRED#<prefix>#<id>`, written in the transaction that removes the header, is removed when all of that is gone.
 */
interface Remains {
  prefix: string;
  id: string;
  /** The ids of the declarations of a delivery note's transport. */
  transports: string[];
}

type RemainsItem = Item & { data: Remains };

const PREFIX = 'EXPIRED#';

/** The write that keeps in mind what is left of a document. */
export function remainsWrite({ prefix }: Pick<Kind, 'prefix'>, header: DocumentHeader): Write {
  const { transportRecords = [], pastTransportRecords = [] } = header as Partial<DeliveryNote>;
  const transports =
    prefix === KINDS.delivery_note.prefix ? [firstRecordId(header.id), ...transportRecords, ...pastTransportRecords] : [];
  const data: Remains = { prefix, id: header.id, transports: [...new Set(transports)] };
  return put({ ...companyKey(header.companyId, `${PREFIX}${prefix}#${header.id}`), kind: 'expired-document', data });
}

/**
 * Removes what is left of documents. Idempotent, also when two run at once.
 *
 * @returns false when `goOn` returned false and something may be left
 */
export async function removeRemains(company: CompanyId, lookups: LookupsOf, goOn: () => boolean): Promise<boolean> {
  for (const item of await queryItems<RemainsItem>({ partition: companyPartition(company), beginsWith: PREFIX })) {
    if (!goOn() || !(await removeOne(company, item.data, lookups, goOn))) return false;
    await transact([remove({ pk: item.pk, sk: item.sk })]);
  }
  return true;
}

async function removeOne(company: CompanyId, remains: Remains, lookups: LookupsOf, goOn: () => boolean): Promise<boolean> {
  const kind = STORED_KINDS.find(({ prefix }) => prefix === remains.prefix);
  if (!kind) return true;
  const { id } = remains;
  if (!(await purgeFiles(`companies/${company}/${kind.folder}/${id}/`, goOn))) return false;
  if (kind.prefix === KINDS.invoice.prefix) await removeAttachments(company, id);
  const prefixes = [documentSortKey(kind, id, ''), emailPrefix(kind, id), linkPrefix(id), `GONE#${id}#A#`];
  for (const prefix of prefixes)
    for await (const page of pagesOfPartition(companyPartition(company), 50, prefix)) {
      // The references to credit notes stay until these are removed: their audits compare them.
      const going = page.filter(({ kind: one }) => one !== CREDIT_NOTE_LINKS.kind);
      const payments = going.filter(one => one.kind === PAYMENTS.kind).map(one => one['data'] as Payment);
      const entries = payments.flatMap(payment => paymentEntryKeys({ companyId: company, id }, payment));
      await removeAll([...going.flatMap(lookups), ...entries, ...going]);
      if (!goOn()) return false;
    }
  await removeAll([answerTaskKey(company, id)]);
  return removeTransports(company, remains.transports, goOn);
}

/** Attachments of which one transaction removes the records and frees the bytes. */
const AT_ONCE = 50;

async function removeAttachments(company: CompanyId, id: string): Promise<void> {
  const attachments = await ATTACHMENTS.read(company, id);
  for (let from = 0; from < attachments.length; from += AT_ONCE) {
    const some = attachments.slice(from, from + AT_ONCE);
    const bytes = some.reduce((sum, { size }) => sum + size, 0);
    const records = some.map(one => remove(ATTACHMENTS.key(company, id, one.id), { expression: 'attribute_exists(pk)' }));
    await transact([...records, freeBytes(company, bytes)]);
  }
}

/** Removes the declarations of transports of which no note is left. */
async function removeTransports(company: CompanyId, ids: readonly string[], goOn: () => boolean): Promise<boolean> {
  for (const { data: record } of await readRecords(company, ids)) {
    const notes = await headersAt(
      KINDS.delivery_note,
      company,
      record.parts.map(({ noteId }) => noteId),
    );
    if (notes.some(note => note !== undefined)) continue;
    if (!(await purgeFiles(`companies/${company}/transports/${record.id}/`, goOn))) return false;
    await removeAll([recordKey(company, record.id)]);
  }
  return true;
}

const removeAll = async (keys: readonly Key[]): Promise<void> =>
  void (await Promise.all(keys.map(({ pk, sk }) => transact([remove({ pk, sk })]))));
