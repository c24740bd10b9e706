import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import { instant, secondsSince } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { TaxauthUnavailable } from '#shared/authority/taxauth/client/errors.ts';
import { askAgain, planOf } from '#shared/authority/taxauth/client/still-processing.ts';
import type { TransportClient } from '#shared/authority/taxauth/client/transport-client.ts';
import { connectedClient, listed } from './send.ts';
import { type LoadedTransport, readTransport, recordDecision, type RecordedDecision } from './record-decision.ts';
import type { TransportTask } from '../record.ts';

/** The steps of statemachines/submit-transport.asl.json. All are idempotent. */

export const transportTask = z.object({ companyId: companyId(), recordId: z.guid(), messageId: z.guid() });

/**
 * The state of a message; `reminder`: when to mail that the identifier expires on `validUntil`, null if that time is past or not
 * known.
 */
export interface TransportVerdict {
  state: RecordedDecision['state'];
  reminder: { at: string; validUntil: string } | null;
}

/** Seconds from the upload to each question: at once, after 5, 15 and 30 minutes and an hour, then every 2 hours; the last after 24 hours. */
export const QUESTIONS = planOf([0, 300, 900, 1_800, 3_600, ...Array<number>(11).fill(7_200), 600]);

/** Asks the authority once for the state of a message, and records its decision. @throws `StillProcessing` while there is none */
export async function checkMessage(task: TransportTask): Promise<TransportVerdict> {
  const loaded = await readTransport(task);
  if (loaded?.message.state !== 'uploaded' || !loaded.message.uploadId)
    return verdict({ state: loaded?.message.state ?? 'superseded' });
  const client = await connectedClient(task);
  const { state, errors } = await client.state(loaded.message.uploadId);
  if (state === 'in_process') {
    const again = askAgain(QUESTIONS, secondsSince(loaded.message.attemptedAt ?? loaded.message.createdAt));
    if (again) throw again;
    return recordTransportFailure(task, 'StillProcessing');
  }
  if (state === 'nok')
    return verdict(
      await recordDecision(task, {
        state,
        errors: errors.length > 0 ? errors : ['The tax authority rejected the declaration without a message.'],
      }),
    );
  return verdict(await recordDecision(task, { state, uit: await identifierOf(client, loaded) }));
}

/** The identifier in the answer to the upload, else the one in the authority's list. @throws `TaxauthUnavailable` without one */
async function identifierOf(client: TransportClient, { record, message }: LoadedTransport): Promise<string | null> {
  if (message.uit !== null || message.content.kind !== 'notification') return message.uit;
  const uit = (await listed(client, record, message))?.uit ?? null;
  if (uit === null) throw new TaxauthUnavailable('The tax authority accepted the declaration without naming its identifier.');
  return uit;
}

/** Records that a message failed, after the last attempt to send it or the last poll. @param failure the name of the error */
export const recordTransportFailure = async (task: TransportTask, failure: string): Promise<TransportVerdict> =>
  verdict(
    await recordDecision(task, {
      state: 'upload_failed',
      errors: [REASONS[failure] ?? `The declaration could not be sent (${failure}).`],
    }),
  );

const REASONS: Partial<Record<string, string>> = {
  StillProcessing: 'The tax authority gave no answer within 24 hours.',
  TaxauthAnswerLost:
    'The tax authority did not answer and may have the declaration. Submit it again: the service looks for it before sending.',
  TaxauthUnavailable: 'The tax authority is unavailable.',
  TaxauthUnauthorized: 'The tax authority does not accept the connection of the company.',
  TaxauthRateLimited: 'The request limit of the tax authority is reached.',
  Problem: 'The company has no valid connection to the tax authority.',
};

/** The reminder is sent at 06:00 UTC on the day before the last day of the identifier. */
function verdict({ state, record }: RecordedDecision): TransportVerdict {
  const validUntil = state === 'ok' && record?.status === 'ok' ? record.validUntil : null;
  const at = validUntil && `${addDays(validUntil, -1)}T06:00:00Z`;
  return { state, reminder: at && at > instant() ? { at, validUntil: validUntil ?? '' } : null };
}
