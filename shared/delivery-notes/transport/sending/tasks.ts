import * as z from 'zod';
import { instant } from '../../../kernel/clock.ts';
import { addDays } from '../../../kernel/dates.ts';
import { StillProcessing, TaxauthUnavailable } from '../../../taxauth/client/errors.ts';
import type { TransportClient } from '../../../taxauth/client/transport-client.ts';
import { connectedClient, listed } from './send.ts';
import { type LoadedTransport, readTransport, recordDecision, type RecordedDecision } from './record-decision.ts';
import type { TransportTask } from '../record.ts';

/** The steps of statemachines/submit-transport.asl.json. Each may run twice, or after what it does was done by others. */

export const transportTask = z.object({ companyId: z.guid(), recordId: z.guid(), messageId: z.guid() });

/** The state of a message; `reminder`: when to remind its declarer that the identifier expires on `validUntil`, null where it is too late. */
export interface TransportVerdict {
  state: RecordedDecision['state'];
  reminder: { at: string; validUntil: string } | null;
}

/** Asks the authority once about a message, and records its verdict. @throws `StillProcessing` while there is none */
export async function checkMessage(task: TransportTask): Promise<TransportVerdict> {
  const loaded = await readTransport(task);
  if (loaded?.message.state !== 'uploaded' || !loaded.message.uploadId)
    return verdict({ state: loaded?.message.state ?? 'superseded' });
  const client = await connectedClient(task);
  const { state, errors } = await client.state(loaded.message.uploadId);
  if (state === 'in_process') throw new StillProcessing();
  if (state === 'nok')
    return verdict(
      await recordDecision(task, {
        state,
        errors: errors.length > 0 ? errors : ['The tax authority rejected the declaration without a message.'],
      }),
    );
  return verdict(await recordDecision(task, { state, uit: await identifierOf(client, loaded) }));
}

/** The identifier that an upload answered; where it answered none, that of the authority's list. @throws `TaxauthUnavailable` without one */
async function identifierOf(client: TransportClient, { record, message }: LoadedTransport): Promise<string | null> {
  if (message.uit !== null || message.content.kind !== 'notification') return message.uit;
  const uit = (await listed(client, record, message))?.uit ?? null;
  if (uit === null) throw new TaxauthUnavailable('The tax authority accepted the declaration without naming its identifier.');
  return uit;
}

/** After the last try, or the last poll, without success. */
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
    'The tax authority did not answer, and may have taken the declaration: submitting it again looks for it first.',
  TaxauthUnavailable: 'The tax authority is unavailable.',
  TaxauthUnauthorized: 'The tax authority does not accept the connection of the company.',
  TaxauthRateLimited: 'The limit of the tax authority is reached.',
  Problem: 'The company has no valid connection to the tax authority.',
};

/** In the morning of the day before the identifier ends. */
function verdict({ state, record }: RecordedDecision): TransportVerdict {
  const validUntil = state === 'ok' && record?.status === 'ok' ? record.validUntil : null;
  const at = validUntil && `${addDays(validUntil, -1)}T06:00:00Z`;
  return { state, reminder: at && at > instant() ? { at, validUntil: validUntil ?? '' } : null };
}
