import { readCompany } from '#shared/platform/access/records.ts';
import { errorLines, validateMessage } from '#shared/authority/etransport/validate.ts';
import type { Listed } from '#shared/authority/etransport/protocol.ts';
import { writeMessage } from '#shared/authority/etransport/xml/write.ts';
import { putEvidence } from '#shared/output/files/evidence.ts';
import { instant, now } from '#shared/base/kernel/clock.ts';
import { unavailable } from '#shared/base/kernel/errors.ts';
import { retryOnContention, transact } from '#shared/platform/store/transact.ts';
import { TaxauthAnswerLost, TaxauthError, TaxauthRefused } from '#shared/authority/taxauth/client/errors.ts';
import type { TransportClient } from '#shared/authority/taxauth/client/transport-client.ts';
import { authorityTransportClient } from '#shared/authority/taxauth/connections/authority-client.ts';
import { connectionOf } from '#shared/authority/taxauth/connections/find-connection.ts';
import { messageOf } from '../content.ts';
import { type LoadedTransport, readTransport, recordDecision, type RecordedDecision } from './record-decision.ts';
import { changeRecord, readRecord, type SentMessage, type TransportRecord, type TransportTask, withMessage } from '../record.ts';

/**
 * Sends a message to the authority, in steps such that the process may die between any two of them:
 *
 * validated → marked as attempted (one write) → uploaded → upload id recorded (one write).
 *
 * Once a message is marked, the authority may have it. Before it is sent again, it is searched for by its reference in the
 * authority's list, and it is not sent again before the authority must have listed it. So a lost answer never leads to a second
 * declaration.
 */

/** Milliseconds after which the authority is taken to have listed every message that it has received. */
const LISTED_AFTER_MS = 600_000;

/**
 * A client for the declaring company.
 *
 * @throws 503 without a valid connection; the user may renew it while the state machine retries
 */
export async function connectedClient({ companyId }: Pick<TransportTask, 'companyId'>): Promise<TransportClient> {
  const company = await readCompany(companyId);
  const access = company && (await connectionOf(company));
  if (!access) throw unavailable('The company has no valid connection to the tax authority.', { retryAfter: 60 });
  return authorityTransportClient(access);
}

/**
 * Sends a waiting message, unless its notes were cancelled meanwhile or it violates a rule. Idempotent.
 *
 * @returns `uploaded`, or the final state of a message that was not uploaded
 * @throws the errors of taxauth/client/errors.ts; 503 without a connection
 */
export async function sendMessage(task: TransportTask): Promise<Pick<RecordedDecision, 'state'>> {
  const loaded = await readTransport(task);
  if (!loaded) return { state: 'superseded' };
  const { message } = loaded;
  if (message.state !== 'waiting') return { state: message.state };
  const { state } = message.attemptedAt === null ? await sendFirst(task, loaded) : await sendAgain(task, loaded);
  return { state };
}

async function sendFirst(task: TransportTask, loaded: LoadedTransport): Promise<RecordedDecision> {
  if (isWithdrawn(loaded)) return recordDecision(task, { state: 'withdrawn' });
  const errors = findingsOf(loaded);
  if (errors.length > 0) return recordDecision(task, { state: 'validation_failed', errors });
  const client = await connectedClient(task);
  return upload(task, loaded, client, await earlierIdentifier(client, loaded.record));
}

async function sendAgain(task: TransportTask, loaded: LoadedTransport): Promise<RecordedDecision> {
  const { record, message } = loaded;
  const client = await connectedClient(task);
  const found = await listed(client, record, message);
  if (found?.uploadId) return recordUpload(task, found.uploadId, found.uit);
  if (found)
    return recordDecision(task, found.isValid ? { state: 'ok', uit: found.uit } : { state: 'nok', errors: found.errors });
  if (!isListedBy(message.attemptedAt) || isWithdrawn(loaded))
    throw new TaxauthAnswerLost('The tax authority may have taken the message; it does not list it yet.');
  return upload(task, loaded, client, await earlierIdentifier(client, record));
}

/** Whether there is nothing left to declare: all notes were cancelled, or removed, before the message was sent. */
function isWithdrawn({ record, message, notes }: LoadedTransport): boolean {
  if (message.content.kind !== 'notification' && message.content.kind !== 'correction') return false;
  const inForce = record.parts.filter(({ noteId, isRemoved }) => {
    const note = notes.get(noteId);
    return !isRemoved && note && note.status !== 'cancelled' && (note.transportRecords ?? []).includes(record.id);
  });
  return inForce.length === 0;
}

/** The rules that the message violates, as lines of `etransportErrorMessage`; empty if it is valid. */
function findingsOf({ record, message, notes }: LoadedTransport): string[] {
  const { errors } = validateMessage(messageOf(record, message, notes, record.uit));
  return errors.length > 0 ? errorLines(errors).split('\n') : [];
}

async function upload(
  task: TransportTask,
  { record, message, notes }: LoadedTransport,
  client: TransportClient,
  earlier: string | null,
): Promise<RecordedDecision> {
  const xml = writeMessage(messageOf(record, message, notes, record.uit ?? earlier));
  // Stored as evidence of what was declared.
  await putEvidence(transportKey(task), Buffer.from(xml), 'application/xml');
  const attemptedAt = instant();
  const { state } = await changeWaiting(task, { attemptedAt }, message.attemptedAt);
  if (state !== 'waiting') return { state };
  try {
    const { uploadId, uit } = await client.upload(record.declarant ?? '', xml);
    return await recordUpload(task, uploadId, uit ?? earlier);
  } catch (error) {
    if (error instanceof TaxauthRefused) return recordDecision(task, { state: 'nok', errors: error.errors });
    // The authority did not receive the message, so the next attempt need not search for it.
    if (error instanceof TaxauthError && !(error instanceof TaxauthAnswerLost))
      await changeWaiting(task, { attemptedAt: message.attemptedAt }, attemptedAt);
    throw error;
  }
}

/** The bucket key of a message's XML. */
export const transportKey = ({ companyId, recordId, messageId }: TransportTask): string =>
  `companies/${companyId}/transports/${recordId}/${messageId}.xml`;

/** Records that the authority has received the message. */
const recordUpload = (task: TransportTask, uploadId: string, uit: string | null): Promise<RecordedDecision> =>
  changeWaiting(task, { state: 'uploaded', uploadId, uit });

/**
 * Changes a message that is still waiting.
 *
 * @param attemptedAt the value that this task wrote or read: another value means that another task is sending the message. Omitted
 * for changes that are valid whichever task sent the message
 * @returns the state of the message afterwards, even if another task has changed it
 * @throws `TaxauthAnswerLost` when another task is sending it
 */
const changeWaiting = (
  task: TransportTask,
  change: Partial<SentMessage>,
  attemptedAt?: string | null,
): Promise<RecordedDecision> =>
  retryOnContention(async () => {
    const item = await readRecord(task.companyId, task.recordId);
    const message = item?.data.messages.find(({ id }) => id === task.messageId);
    if (!item || message?.state !== 'waiting') return { state: message?.state ?? 'superseded' };
    if (attemptedAt !== undefined && message.attemptedAt !== attemptedAt)
      throw new TaxauthAnswerLost('The message is being sent by another task.');
    await transact([changeRecord(item, withMessage(item.data, task.messageId, change))]);
    return { state: change.state ?? 'waiting' };
  });

const DAY_MS = 86_400_000;
/** The authority lists messages of this many days. */
const MOST_DAYS = 60;

/** How many days the list must cover to include a message of that time (ISO 8601). */
const daysSince = (at: string): number => Math.ceil((now().getTime() - Date.parse(at)) / DAY_MS) + 1;

const isListedBy = (attemptedAt: string | null): boolean => now().getTime() - Date.parse(attemptedAt ?? '') >= LISTED_AFTER_MS;

/** The entry of a message in the authority's list, found by its reference; undefined if it is not listed. */
export async function listed(
  client: TransportClient,
  record: TransportRecord,
  message: SentMessage,
): Promise<Listed | undefined> {
  const messages = await client.list(record.declarant ?? '', daysSince(message.attemptedAt ?? message.createdAt));
  return messages.find(({ reference }) => reference === message.reference);
}

/**
 * The identifier of an earlier declaration of the same record that this service gave up, because its answer was lost or the
 * authority did not decide within a day, but that the authority has accepted. The new message then corrects that declaration
 * instead of repeating it.
 *
 * @throws `TaxauthAnswerLost` while the authority has not decided on it, or may not list it yet
 */
async function earlierIdentifier(client: TransportClient, { declarant, messages, uit }: TransportRecord): Promise<string | null> {
  if (uit !== null) return null;
  const unknown = messages.filter(isUnknown);
  const [oldest] = unknown;
  if (!oldest) return null;
  const known = await client.list(declarant ?? '', daysSince(oldest.attemptedAt ?? ''));
  const identifiers = await Promise.all(
    unknown.map(async message => {
      const found = known.find(({ reference }) => reference === message.reference);
      return found ? found.isValid && found.uit : unlistedIdentifier(client, message);
    }),
  );
  return identifiers.find(each => typeof each === 'string') ?? null;
}

/** Whether the authority may have accepted a declaration that was given up. Identifiers older than its list have expired. */
const isUnknown = ({ content, state, attemptedAt }: SentMessage): boolean =>
  content.kind === 'notification' &&
  state === 'upload_failed' &&
  attemptedAt !== null &&
  now().getTime() - Date.parse(attemptedAt) < MOST_DAYS * DAY_MS;

/** @throws `TaxauthAnswerLost` while the authority has not decided on the message, or may not list it yet */
async function unlistedIdentifier(client: TransportClient, { uploadId, uit, attemptedAt }: SentMessage): Promise<string | null> {
  const state = uploadId === null ? null : (await client.state(uploadId)).state;
  if (state === 'in_process' || (state === null && !isListedBy(attemptedAt)))
    throw new TaxauthAnswerLost('The tax authority has not decided on an earlier declaration of the transport yet.');
  return state === 'ok' ? uit : null;
}
