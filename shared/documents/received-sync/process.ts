import { getFile } from '#shared/platform/aws/read-file.ts';
import { isRefusal } from '#shared/platform/aws/transient.ts';
import { invoiceContent, type InvoiceContent } from '#shared/authority/einvoice/ubl/read-content.ts';
import { readUbl } from '#shared/authority/einvoice/ubl/read.ts';
import type { ReadInvoice } from '#shared/authority/einvoice/ubl/read/model.ts';
import { XmlError } from '#shared/authority/einvoice/xml/node.ts';
import { putEvidence } from '#shared/output/files/evidence.ts';
import { answerTask, recordStep } from '#shared/documents/invoices/received/answers/record.ts';
import { embeddedWrites, storeEmbedded } from '#shared/documents/invoices/received/embedded.ts';
import { mergeSent } from '#shared/documents/invoices/received/merge.ts';
import { storeReceived } from '#shared/documents/invoices/received/store.ts';
import { answerKey } from '#shared/documents/invoices/submission/stored-answer.ts';
import { invoiceOfUpload, uploadIndexWrite } from '#shared/documents/invoices/submission/upload-index.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { DamagedItem } from '#shared/platform/store/packing/packed.ts';
import { log } from '#shared/base/kernel/log.ts';
import type { Company } from '#shared/model/company.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { lacksRate } from '#shared/model/exchange-rate.ts';
import { comparedCui } from '#shared/records/parties/clients/store.ts';
import { transact } from '#shared/platform/store/transact.ts';
import type { AnswerArchive } from '#shared/authority/taxauth/client/archive.ts';
import type { TaxauthClient } from '#shared/authority/taxauth/client/client.ts';
import {
  TaxauthAnswerLost,
  TaxauthArchiveUnusable,
  TaxauthRefused,
  TaxauthUnauthorized,
  TaxauthUnavailable,
} from '#shared/authority/taxauth/client/errors.ts';
import { keptArchive } from '#shared/authority/taxauth/message-archives.ts';
import { messageFolder } from '#shared/authority/taxauth/message-ids.ts';
import { about, noteBuyerMessage } from './buyer-messages.ts';
import { doneMessage, failedMessage, type TaxauthMessage, undeliveredMessage } from './messages/model.ts';
import { messageWrite } from './messages/store.ts';
import { ownDocument } from './own-document.ts';
import { countStored } from './state.ts';

/** Processes one message of the authority: stores its archive and the document in it. */

export interface Processing {
  company: Company;
  runId: string;
}

/** The outcome of an open message: `undelivered` if its archive could not be downloaded. */
export type Processed = 'processed' | 'undelivered';

/** The archive of a message contains no document that can be stored. `failedMessage` decides whether a later run retries. */
class Unreadable extends Error {
  override name = 'Unreadable';
}

/**
 * Processes an open message. If its archive cannot be read or downloaded, stores the reason in the message's record.
 *
 * @param archive the promise of `archiveOf`: the download may still be in progress
 * @throws errors of taxauth/client/errors.ts that do not concern this message alone: a limit is reached, the token is refused;
 *   `MessageDone` if another process has processed the message in the meantime
 */
export async function processMessage(
  message: TaxauthMessage,
  archive: Promise<AnswerArchive>,
  processing: Processing,
): Promise<Processed> {
  try {
    await dealWith(message, await archive, processing);
    return 'processed';
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const { after, problem } = failure;
    // Not of the document's maker: somebody has to look at it.
    const line = error instanceof DamagedItem ? 'Item damaged' : 'Message of the tax authority not stored';
    if (failure.isOurs) log.error(line, error, { messageId: message.listed.id });
    await transact([messageWrite(message, after(message, processing.runId, problem, instant()))]);
    return after === undeliveredMessage ? 'undelivered' : 'processed';
  }
}

interface Failure {
  /** The record of the message after the failure. */
  after: typeof failedMessage;
  problem: string;
  /** It shows a fault of this service. */
  isOurs?: boolean;
}

/** How a failure to process a message is recorded, so that the messages after it still arrive; undefined: it is not about a message. */
function failureOf(error: unknown): Failure | undefined {
  if (isOfMessage(error)) return { after: failedMessage, problem: (error as Error).message };
  if (isUndelivered(error)) return { after: undeliveredMessage, problem: (error as Error).message };
  // Trying again does not help.
  if (isRefusal(error)) return { after: failedMessage, problem: 'The document cannot be stored.', isOurs: true };
  // A document that this service's code cannot take, or one that it belongs to and that cannot be read; the next run tries again, which may be
  // of a corrected release.
  if (error instanceof TypeError || error instanceof RangeError || error instanceof DamagedItem)
    return { after: undeliveredMessage, problem: 'The document could not be processed.', isOurs: true };
  return undefined;
}

/** Errors that concern this message alone: its archive is refused or unusable, or contains no readable invoice. */
const isOfMessage = (error: unknown): boolean =>
  error instanceof Unreadable ||
  error instanceof XmlError ||
  error instanceof TaxauthArchiveUnusable ||
  error instanceof TaxauthRefused ||
  (error instanceof TaxauthUnauthorized && error.reason === 'access');

/** Errors of a download that failed: the content of the archive is unknown. */
const isUndelivered = (error: unknown): boolean => error instanceof TaxauthAnswerLost || error instanceof TaxauthUnavailable;

async function dealWith(message: TaxauthMessage, archive: AnswerArchive, processing: Processing): Promise<void> {
  if (archive.errors.length > 0) return noteErrors(message, archive);
  if (archive.buyerMessage) return noteBuyerMessage(message, archive.buyerMessage);
  const { document, documentRoot } = archive;
  const isInvoice = documentRoot === 'Invoice' || documentRoot === 'CreditNote';
  if (message.listed.type !== 'received' && message.listed.type !== 'sent') {
    await transact([messageWrite(message, doneMessage(message, { status: 'ok', outcome: 'skipped' }, instant()))]);
    return;
  }
  if (document === undefined || !isInvoice) throw new Unreadable('The archive holds no invoice and no credit note of UBL 2.1.');
  const read = readUbl(archive.signedBytes);
  const content = invoiceContent(read);
  if (tooLarge(content)) throw new Unreadable(`The document has ${content.lines.length} lines: more than can be stored.`);
  const known = message.listed.type === 'sent' ? await ownDocument(message, content) : undefined;
  if (known) await mergeDelivered(message, known, content, archive);
  else await storeDelivered(message, { read, content }, archive, processing);
}

/** Stores the errors that the authority found in a document; if it is an answer to a supplier, the answer has failed. */
async function noteErrors(message: TaxauthMessage, { errors, uploadIndex }: AnswerArchive): Promise<void> {
  const known = await invoiceOfUpload(message.companyId, message.listed.uploadIndex || uploadIndex);
  const problem = errors.join('; ');
  const done = { status: 'error' as const, outcome: 'success' as const, problem, invoice: known ? about(known) : null };
  const write = messageWrite(message, doneMessage(message, done, instant()));
  // The upload may also be an answer to a supplier, which is stored with the received document.
  const task = known?.answer?.uploadIndex === message.listed.uploadIndex && answerTask(known);
  await (task ? recordStep(task, { to: 'failed', error: problem }, [write]) : transact([write]));
}

/** The most bytes of a document's content; a transaction, which has other items too, may have 4 MB. */
const MOST_BYTES = 3_000_000;

const tooLarge = (content: InvoiceContent): boolean => Buffer.byteLength(JSON.stringify(content)) > MOST_BYTES;

const folder = ({ companyId, id }: TaxauthMessage): string => messageFolder(companyId, id);

/**
 * The archive of a message.
 *
 * @param isFirst whether this run has just listed the message for the first time. A message about a sent document may have been
 *   downloaded before all the same, by the search for an upload whose answer was lost.
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
  { company, runId }: Processing,
): Promise<void> {
  const scope = company.id;
  const xmlPath = `${folder(message)}.xml`;
  // Files are stored before the document that names them. A retry writes the same bytes.
  const [files] = await Promise.all([
    storeEmbedded(read.documents, `${folder(message)}/attachments`),
    putEvidence(xmlPath, archive.signedBytes, 'application/xml'),
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
        ? 'The company already has a document with the same number, sender and date.'
        : isOfOthers(content, company)
          ? `Neither the seller nor the buyer of the document has the company's tax number ${company.cif}.`
          : lacksRate(document)
            ? `No rate of ${document.currency} is known for the tax point: state the exchangeRate of the document.`
            : null;
    const done = { status: problem ? ('warning' as const) : ('ok' as const), outcome: 'success' as const };
    return [
      messageWrite(message, doneMessage(message, { ...done, problem, invoice: about(document) }, instant())),
      uploadIndexWrite(scope, delivery.uploadIndex, document.id),
      ...embeddedWrites(scope, document.id, files),
      countStored(scope, runId),
    ];
  });
}

/** Records in a document of the company that the authority accepted it. Files are stored before the document that names them. */
async function mergeDelivered(
  message: TaxauthMessage,
  known: Invoice,
  content: InvoiceContent,
  archive: AnswerArchive,
): Promise<void> {
  const { uploadIndex, id: messageId } = message.listed;
  const accepted = {
    ...{ uploadIndex, messageId, content, acceptedAt: message.receivedAt, submissionId: message.id },
    ...{ xmlPath: `${folder(message)}.xml`, xml: archive.signedBytes },
  };
  await Promise.all([
    putEvidence(accepted.xmlPath, archive.signedBytes, 'application/xml'),
    known.status !== 'validated' && storeAnswer(message, known),
  ]);
  await mergeSent(message.companyId, known.id, accepted, (document, problem) => {
    const done = { status: problem === null ? ('ok' as const) : ('warning' as const), outcome: 'skipped' as const };
    return [messageWrite(message, doneMessage(message, { ...done, problem, invoice: about(document) }, instant()))];
  });
}

/** Stores the archive as the answer to the document's submission; its id is `message.id` if another system uploaded it. */
async function storeAnswer(
  message: TaxauthMessage,
  { id: invoiceId, taxauthUploadIndex, taxauthSubmissionId }: Invoice,
): Promise<void> {
  const own = taxauthUploadIndex === message.listed.uploadIndex ? taxauthSubmissionId : null;
  const archive = await getFile(`${folder(message)}.zip`);
  const key = answerKey({ companyId: message.companyId, invoiceId, submissionId: own ?? message.id });
  if (archive) await putEvidence(key, archive.bytes, 'application/zip');
}

/** Whether both parties have tax numbers and neither is the company's. */
const isOfOthers = ({ seller, client }: InvoiceContent, { cif }: Company): boolean =>
  [seller.cif, client?.cif].every(stated => stated != null && comparedCui(stated) !== comparedCui(cif));
