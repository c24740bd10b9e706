import { MAIL_ITEMS } from '#shared/model/kinds.ts';
import { type QueueMessage, rareWork } from '#shared/platform/aws/queues.ts';
import type { Change, Dispatch, OutboxRoute } from '#shared/platform/store/outbox.ts';
import { SENDING_DELAYS } from './documents/sending-delays.ts';
import type { OutgoingMail } from './outgoing.ts';
import type { Mail } from './requests.ts';

/**
 * Queues an account mail when it is requested, and again after each time that the mail service throttled it. Notices, which nobody
 * waits for, have a queue of their own.
 */
export const mailRoute: OutboxRoute = {
  kind: 'mail',
  dispatches: change => sendings(change, isNotice(change) ? notice : body => ({ queue: 'email', body })),
};

const NOTICES: readonly string[] = [
  'due-invoices',
  'authority-warning',
  'past-retention',
] satisfies Mail['request']['template'][];

const isNotice = ({ after }: Change): boolean => NOTICES.includes((after?.['data'] as Mail | undefined)?.request.template ?? '');

/** Queue a mail with a document in the same cases, with a delay after each failed try, and when an operator has it sent after all. */
export const documentMailRoutes: OutboxRoute[] = MAIL_ITEMS.map(kind => ({
  kind,
  dispatches: change => sendings(change, body => ({ queue: 'document-email', body })),
}));

const notice = (body: object): QueueMessage => rareWork('send-notice-email', body);

function sendings({ before, after }: Change, messageOf: (body: object) => QueueMessage): Dispatch[] {
  const delaySeconds = after && delayOf(mailOf(before), mailOf(after));
  if (delaySeconds === undefined) return [];
  return [{ ...messageOf({ pk: after?.['pk'], sk: after?.['sk'] }), ...(delaySeconds > 0 && { delaySeconds }) }];
}

type Sending = Pick<OutgoingMail, 'state' | 'postponement'> & {
  /** Number of failed tries, where the record counts them. */
  tries?: number;
};

const mailOf = (item: Change['after']): Sending | undefined => item?.['data'] as Sending | undefined;

/** Delay in seconds of the queue message that a change of a mail's record calls for; undefined when it calls for none. */
function delayOf(before: Sending | undefined, after: Sending | undefined): number | undefined {
  if (after?.state !== 'pending') return undefined;
  const { tries = 0, postponement } = after;
  if (!before || before.state === 'failed' || tries > (before.tries ?? 0)) return SENDING_DELAYS[tries - 1] ?? 0;
  return postponement && postponement.times > (before.postponement?.times ?? 0) ? postponement.seconds : undefined;
}
