import { getFile } from '../aws/read-file.ts';
import { putFile } from '../aws/put-file.ts';
import { documentKey } from '../documents/items.ts';
import { numberGuardKey } from '../documents/numbering.ts';
import { readUbl } from '../einvoice/ubl/read.ts';
import { invoiceContent, type InvoiceContent } from '../einvoice/ubl/read-content.ts';
import { XmlError } from '../einvoice/xml/node.ts';
import { storeReceived } from '../invoices/received/store.ts';
import { instant } from '../kernel/clock.ts';
import type { Company } from '../model/company.ts';
import type { Invoice } from '../model/invoice.ts';
import { KINDS } from '../model/kinds.ts';
import { comparedCui } from '../parties/clients/store.ts';
import { getItem, getItems } from '../store/read.ts';
import { type CompanyId, companyKey, companyScope, type Item } from '../store/table.ts';
import { transact } from '../store/transact.ts';
import { type AnswerArchive, readAnswerArchive } from '../taxauth/client/archive.ts';
import type { TaxauthClient } from '../taxauth/client/client.ts';
import { TaxauthAnswerLost, TaxauthRefused, TaxauthUnauthorized } from '../taxauth/client/errors.ts';
import { doneMessage, failedMessage, type TaxauthMessage } from './messages/model.ts';
import { messageWrite } from './messages/store.ts';

/** One message of the authority: its archive is downloaded and kept, and what it holds is stored. */

export interface Processing {
  company: Company;
  client: TaxauthClient;
  runId: string;
}

/** A message that cannot be read as it came. Whether it is tried again, the message says. */
class Unreadable extends Error {
  override name = 'Unreadable';
}

/**
 * Deals with an open message. What cannot be read is noted on the message, with the reason.
 *
 * @returns whether a document was stored
 * @throws the errors of taxauth/client/errors.ts that say nothing of this one message: the authority is down, a limit is reached …;
 *   `MessageDone` when another process dealt with the message meanwhile
 */
export async function processMessage(message: TaxauthMessage, processing: Processing): Promise<boolean> {
  try {
    return await dealWith(message, processing);
  } catch (error) {
    if (!isOfMessage(error)) throw error;
    await transact([messageWrite(message, failedMessage(message, processing.runId, (error as Error).message, instant()))]);
    return false;
  }
}

/** Errors that are about the message: its archive is refused, cut, or holds something that is no invoice. */
const isOfMessage = (error: unknown): boolean =>
  error instanceof Unreadable ||
  error instanceof XmlError ||
  error instanceof TaxauthAnswerLost ||
  error instanceof TaxauthRefused ||
  (error instanceof TaxauthUnauthorized && error.reason === 'access');

async function dealWith(message: TaxauthMessage, processing: Processing): Promise<boolean> {
  const archive = await archiveOf(message, processing.client);
  if (archive.errors.length > 0) {
    const problem = archive.errors.join('; ');
    await transact([messageWrite(message, doneMessage(message, { status: 'error', outcome: 'success', problem }, instant()))]);
    return false;
  }
  const { document, documentRoot } = archive;
  const isInvoice = documentRoot === 'Invoice' || documentRoot === 'CreditNote';
  if (message.listed.type !== 'received' && message.listed.type !== 'sent') {
    await transact([messageWrite(message, doneMessage(message, { status: 'ok', outcome: 'skipped' }, instant()))]);
    return false;
  }
  if (document === undefined || !isInvoice) throw new Unreadable('The archive holds no invoice and no credit note of UBL 2.1.');
  const content = invoiceContent(readUbl(archive.signedBytes));
  if (tooLarge(content)) throw new Unreadable(`The document has ${content.lines.length} lines: more than can be stored.`);
  const known = message.listed.type === 'sent' ? await ownDocument(message, content) : undefined;
  if (known) {
    await transact([
      messageWrite(message, doneMessage(message, { status: 'ok', outcome: 'skipped', invoice: about(known) }, instant())),
    ]);
    return false;
  }
  await storeDelivered(message, content, archive, processing);
  return true;
}

/** Bytes that one transaction can store of a document; it may hold 4 MB. */
const MOST_BYTES = 3_000_000;

const tooLarge = (content: InvoiceContent): boolean => Buffer.byteLength(JSON.stringify(content)) > MOST_BYTES;

const folder = ({ companyId, id }: TaxauthMessage): string => `companies/${companyId}/taxauth/messages/${id}`;

/** The archive, downloaded once: it is in the bucket before anything names it, and one that cannot be read is not kept. */
async function archiveOf(message: TaxauthMessage, client: TaxauthClient): Promise<AnswerArchive> {
  const key = `${folder(message)}.zip`;
  const stored = await getFile(key);
  if (stored) return readAnswerArchive(stored.bytes);
  const bytes = await client.downloadAnswer(message.listed.id);
  const archive = readAnswerArchive(bytes);
  await putFile(key, bytes, 'application/zip');
  return archive;
}

async function storeDelivered(
  message: TaxauthMessage,
  content: InvoiceContent,
  archive: AnswerArchive,
  { company }: Processing,
): Promise<void> {
  const xmlPath = `${folder(message)}.xml`;
  // Before the document that names it; the same bytes at every try.
  await putFile(xmlPath, archive.signedBytes, 'application/xml');
  const delivery = {
    direction: message.listed.type === 'received' ? ('incoming' as const) : ('outgoing' as const),
    uploadIndex: message.listed.uploadIndex,
    deliveredAt: message.receivedAt,
    xmlPath,
    received: { messageId: message.listed.id, archivePath: `${folder(message)}.zip` },
  };
  await storeReceived(company, content, delivery, document => {
    const isDuplicate = document.received?.duplicateOf != null;
    const done = { status: isDuplicate ? ('warning' as const) : ('ok' as const), outcome: 'success' as const };
    const problem = isDuplicate ? 'A document with the same number, sender and date is there already.' : null;
    return [messageWrite(message, doneMessage(message, { ...done, problem, invoice: about(document) }, instant()))];
  });
}

const about = (document: Invoice): TaxauthMessage['invoice'] => ({
  id: document.id,
  number: document.number,
  date: document.issueDate,
  client: document.client?.name ?? document.receiverName,
  total: document.total,
});

/** The document of ours that a message about a sent one is about: with its number, and of its upload or to its receiver. */
async function ownDocument(message: TaxauthMessage, content: InvoiceContent): Promise<Invoice | undefined> {
  const company = companyScope(message.companyId);
  const guards = await getItems<Item & { row: { invoiceId: string } }>(numberKeys(company, content.number));
  const ids = guards.flatMap(guard => (guard ? [guard.row.invoiceId] : []));
  const headers = await Promise.all(
    ids.map(async id => (await getItem<Item & { data: Invoice }>(documentKey(KINDS.invoice, company, id)))?.data),
  );
  return headers.find(header => header !== undefined && isSame(header, message, content));
}

const numberKeys = (company: CompanyId, number: string) =>
  [...new Set([KINDS.invoice, KINDS.credit_note].map(kind => numberGuardKey(kind, number)))].map(sortKey =>
    companyKey(company, sortKey),
  );

function isSame(ours: Invoice, { listed }: TaxauthMessage, content: InvoiceContent): boolean {
  if (ours.taxauthUploadIndex === listed.uploadIndex) return true;
  const [own, stated] = [ours.client?.cif ?? ours.receiverCif, content.client?.cif ?? null];
  return ours.isCreditNote === content.isCreditNote && (own && comparedCui(own)) === (stated && comparedCui(stated));
}
