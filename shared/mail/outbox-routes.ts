import { type Change, type Dispatch, onCreation, type OutboxRoute } from '../store/outbox.ts';
import { SENDING_DELAYS } from './documents/sending-delays.ts';

/** A mail without a document is sent when it is asked for. */
export const mailRoute: OutboxRoute = {
  kind: 'mail',
  dispatches: onCreation(({ pk, sk }) => [{ queue: 'email', body: { pk, sk } }]),
};

/** A mail with a document is sent when it is asked for, and again some time after each try that failed. */
export const documentMailRoutes: OutboxRoute[] = (['invoice-email', 'proforma-email', 'delivery-note-email'] as const).map(
  kind => ({
    kind,
    dispatches: sendings,
  }),
);

function sendings({ before, after }: Change): Dispatch[] {
  const mailOf = (item: Change['after']) => item?.['data'] as { tries: number; state: string } | undefined;
  const tries = (item: Change['after']): number => mailOf(item)?.tries ?? -1;
  if (!after || mailOf(after)?.state !== 'pending' || tries(after) <= tries(before)) return [];
  const body = { pk: after['pk'], sk: after['sk'] };
  const delaySeconds = SENDING_DELAYS[tries(after) - 1];
  return [{ queue: 'document-email', body, ...(delaySeconds !== undefined && { delaySeconds }) }];
}
