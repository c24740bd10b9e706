import { putFile } from '../aws/put-file.ts';
import { getFile } from '../aws/read-file.ts';
import { invoiceContent, type InvoiceContent } from '../einvoice/ubl/read-content.ts';
import { readUbl } from '../einvoice/ubl/read.ts';
import type { ReadInvoice } from '../einvoice/ubl/read/model.ts';
import { XmlError } from '../einvoice/xml/node.ts';
import { answerTask, recordStep } from '../invoices/received/answers/record.ts';
import { embeddedWrites, storeEmbedded } from '../invoices/received/embedded.ts';
import { mergeSent } from '../invoices/received/merge.ts';
import { storeReceived } from '../invoices/received/store.ts';
import { answerKey } from '../invoices/submission/stored-answer.ts';
import { invoiceOfUpload, uploadIndexWrite } from '../invoices/submission/upload-index.ts';
import { instant } from '../kernel/clock.ts';
import type { Company } from '../model/company.ts';
import type { Invoice } from '../model/invoice.ts';
import { comparedCui } from '../parties/clients/store.ts';
import { companyScope } from '../store/table.ts';
import { transact } from '../store/transact.ts';
import type { AnswerArchive } from '../taxauth/client/archive.ts';
import type { TaxauthClient } from '../taxauth/client/client.ts';
import {
  TaxauthAnswerLost,
  TaxauthArchiveUnusable,
  TaxauthRefused,
  TaxauthUnauthorized,
  TaxauthUnavailable,
} from '../taxauth/client/errors.ts';
import { keptArchive } from '../taxauth/message-archives.ts';
import { messageFolder } from '../taxauth/message-ids.ts';
import { about, noteBuyerMessage } from './buyer-messages.ts';
import { doneMessage, failedMessage, type TaxauthMessage, undeliveredMessage } from './messages/model.ts';
import { messageWrite } from './messages/store.ts';
import { ownDocument } from './own-document.ts';

/** One message of the authority: its archive is downloaded and kept, and what it holds is stored. */

export interface Processing {
  company: Company;
  runId: string;
}

/** The outcome of an open message: a document was stored, or none, or the authority did not deliver its archive. */
export type Processed = 'stored' | 'nothing' | 'undelivered';

/** A message that cannot be read as it came. Whether it is tried again, the message says. */
class Unreadable extends Error {
  override name = 'Unreadable';
}

/**
 * Deals with an open message. What cannot be read is noted on the message, with the reason.
 *
 * @param archive what `archiveOf` gives, as it comes
 * @throws the errors of taxauth/client/errors.ts that say nothing of this one message: a limit is reached, the token is refused;
 *   `MessageDone` when another process dealt with the message meanwhile
 */
export async function processMessage(
  message: TaxauthMessage,
  archive: Promise<AnswerArchive>,
  processing: Processing,
): Promise<Processed> {
  try {
    return (await dealWith(message, await archive, processing)) ? 'stored' : 'nothing';
  } catch (error) {
    const after = isOfMessage(error) ? failedMessage : isUndelivered(error) ? undeliveredMessage : undefined;
    if (!after) throw error;
    await transact([messageWrite(message, after(message, processing.runId, (error as Error).message, instant()))]);
    return after === undeliveredMessage ? 'undelivered' : 'nothing';
  }
}

/** Errors that are about the message: its archive is refused, cut, or holds something that is no invoice. */
const isOfMessage = (error: unknown): boolean =>
  error instanceof Unreadable ||
  error instanceof XmlError ||
  error instanceof TaxauthArchiveUnusable ||
  error instanceof TaxauthRefused ||
  (error instanceof TaxauthUnauthorized && error.reason === 'access');

/** Errors that say nothing of what the archive holds: it did not come. */
const isUndelivered = (error: unknown): boolean => error instanceof TaxauthAnswerLost || error instanceof TaxauthUnavailable;

async function dealWith(message: TaxauthMessage, archive: AnswerArchive, processing: Processing): Promise<boolean> {
  if (archive.errors.length > 0) return noteErrors(message, archive);
  if (archive.buyerMessage) return noteBuyerMessage(message, archive.buyerMessage);
  const { document, documentRoot } = archive;
  const isInvoice = documentRoot === 'Invoice' || documentRoot === 'CreditNote';
  if (message.listed.type !== 'received' && message.listed.type !== 'sent') {
    await transact([messageWrite(message, doneMessage(message, { status: 'ok', outcome: 'skipped' }, instant()))]);
    return false;
  }
  if (document === undefined || !isInvoice) throw new Unreadable('The archive holds no invoice and no credit note of UBL 2.1.');
  const read = readUbl(archive.signedBytes);
  const content = invoiceContent(read);
  if (tooLarge(content)) throw new Unreadable(`The document has ${content.lines.length} lines: more than can be stored.`);
  const known = message.listed.type === 'sent' ? await ownDocument(message, content) : undefined;
  if (known) await mergeDelivered(message, known, content, archive);
  else await storeDelivered(message, { read, content }, archive, processing);
  return known === undefined;
}

/** What the authority says is wrong, with the document that it says it of. */
async function noteErrors(message: TaxauthMessage, { errors, uploadIndex }: AnswerArchive): Promise<boolean> {
  const known = await invoiceOfUpload(companyScope(message.companyId), message.listed.uploadIndex || uploadIndex);
  const problem = errors.join('; ');
  const done = { status: 'error' as const, outcome: 'success' as const, problem, invoice: known ? about(known) : null };
  const write = messageWrite(message, doneMessage(message, done, instant()));
  // Of an answer to a supplier, which is known by the document that it is about.
  const task = known?.answer?.uploadIndex === message.listed.uploadIndex && answerTask(known);
  await (task ? recordStep(task, { to: 'failed', error: problem }, [write]) : transact([write]));
  return false;
}

/** Bytes that one transaction can store of a document; it may hold 4 MB. */
const MOST_BYTES = 3_000_000;

const tooLarge = (content: InvoiceContent): boolean => Buffer.byteLength(JSON.stringify(content)) > MOST_BYTES;

const folder = ({ companyId, id }: TaxauthMessage): string => messageFolder(companyId, id);

/**
 * The archive of a message.
 *
 * @param isFirst whether the message was listed for the first time just now. Messages of what the company sent may have been
 *   downloaded all the same, in search of an upload whose answer was lost.
 * @throws the errors of taxauth/client/errors.ts
 */
export const archiveOf = (
  { companyId, listed }: TaxauthMessage,
  client: TaxauthClient,
  isFirst: boolean,
): Promise<AnswerArchive> =>
  keptArchive(client, { companyId, messageId: listed.id, isNew: isFirst && listed.type === 'received' });

async function storeDelivered(
  message: TaxauthMessage,
  { read, content }: { read: ReadInvoice; content: InvoiceContent },
  archive: AnswerArchive,
  { company }: Processing,
): Promise<void> {
  const scope = companyScope(company.id);
  const xmlPath = `${folder(message)}.xml`;
  // Before the document that names them; the same bytes at every try.
  const [files] = await Promise.all([
    storeEmbedded(read.documents, `${folder(message)}/attachments`),
    putFile(xmlPath, archive.signedBytes, 'application/xml'),
  ]);
  const delivery = {
    direction: message.listed.type === 'received' ? ('incoming' as const) : ('outgoing' as const),
    uploadIndex: message.listed.uploadIndex,
    deliveredAt: message.receivedAt,
    xmlPath,
    received: { messageId: message.listed.id, archivePath: `${folder(message)}.zip` },
  };
  await storeReceived(company, content, delivery, document => {
    const problem =
      document.received?.duplicateOf != null
        ? 'A document with the same number, sender and date is there already.'
        : isOfOthers(content, company)
          ? `The document names neither as seller nor as buyer the company's tax number ${company.cif}.`
          : null;
    const done = { status: problem ? ('warning' as const) : ('ok' as const), outcome: 'success' as const };
    return [
      messageWrite(message, doneMessage(message, { ...done, problem, invoice: about(document) }, instant())),
      uploadIndexWrite(scope, delivery.uploadIndex, document.id),
      ...embeddedWrites(scope, document.id, files),
    ];
  });
}

/** Takes over into a document of the company that the authority has accepted it: the files are stored before the document names them. */
async function mergeDelivered(
  message: TaxauthMessage,
  known: Invoice,
  content: InvoiceContent,
  archive: AnswerArchive,
): Promise<void> {
  const company = companyScope(message.companyId);
  const { uploadIndex, id: messageId } = message.listed;
  const accepted = {
    ...{ uploadIndex, messageId, content, acceptedAt: message.receivedAt, submissionId: message.id },
    xmlPath: `${folder(message)}.xml`,
  };
  await Promise.all([
    putFile(accepted.xmlPath, archive.signedBytes, 'application/xml'),
    known.status !== 'validated' && storeAnswer(message, known),
  ]);
  await mergeSent(company, known.id, accepted, (document, problem) => {
    const done = { status: problem === null ? ('ok' as const) : ('warning' as const), outcome: 'skipped' as const };
    return [messageWrite(message, doneMessage(message, { ...done, problem, invoice: about(document) }, instant()))];
  });
}

/** The archive as the answer to a submission: to that of the upload, or to the one that the message stands for. */
async function storeAnswer(
  message: TaxauthMessage,
  { id: invoiceId, taxauthUploadIndex, taxauthSubmissionId }: Invoice,
): Promise<void> {
  const own = taxauthUploadIndex === message.listed.uploadIndex ? taxauthSubmissionId : null;
  const archive = await getFile(`${folder(message)}.zip`);
  const key = answerKey({ companyId: message.companyId, invoiceId, submissionId: own ?? message.id });
  if (archive) await putFile(key, archive.bytes, 'application/zip');
}

/** Whether both parties have tax numbers, none of them the company's. */
const isOfOthers = ({ seller, client }: InvoiceContent, { cif }: Company): boolean =>
  [seller.cif, client?.cif].every(stated => stated != null && comparedCui(stated) !== comparedCui(cif));
