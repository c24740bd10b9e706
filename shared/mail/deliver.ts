import { instant, now } from '../kernel/clock.ts';
import { getItem } from '../store/read.ts';
import type { Key } from '../store/table.ts';
import { ConditionFailed, transact, update, type Write } from '../store/transact.ts';
import type { Mail, MailItem, MailParameters, MailRequest } from './requests.ts';
import { type Message, sendMessage } from './send.ts';

/** A mail as a template writes it, and what must be stored before it may go out. */
export interface Letter {
  message: Message;
  writes: Write[];
}

/** Template to what writes its letter; null when there is nothing to send any more. */
export type Letters = { [T in keyof MailParameters]: (request: MailParameters[T]) => Promise<Letter | null> };

/** Longer than a worker may run, and not longer than its message stays hidden from others. */
const LEASE_SECONDS = 60;

/**
 * Sends a requested mail, once. The mail service knows no idempotency, so the item tells how far a delivery came: it is marked
 * before sending, so that two deliveries of one message do not send side by side, and after, so that a later delivery does not
 * send again. Only a worker that dies between sending and the second mark leaves a mail that goes out twice; the other order
 * would leave one that never does.
 *
 * @throws when another worker is sending it, or sending failed: the queue will deliver the message again.
 */
export async function deliverMail(key: Key, letters: Partial<Letters>): Promise<void> {
  const item = await getItem<MailItem>(key);
  if (!item || isDone(item.data)) return;
  const { id, request } = item.data;
  const write = letters[request.template] as ((request: MailRequest) => Promise<Letter | null>) | undefined;
  if (!write) throw new Error(`Nothing writes mails of the template ${request.template}.`);
  const letter = await write(request);
  if (!letter) return mark(key, item.data.leaseUntil, { state: 'dropped' });
  const leaseUntil = now().getTime() + LEASE_SECONDS * 1000;
  if (!(await claim(key, leaseUntil, letter.writes))) return;
  let messageId: string;
  try {
    messageId = await sendMessage(letter.message, id);
  } catch (error) {
    await mark(key, leaseUntil, { state: 'pending' });
    throw error;
  }
  await mark(key, leaseUntil, { state: 'sent', messageId, sentAt: instant() });
}

const isDone = ({ state }: Mail): boolean => state === 'sent' || state === 'dropped';

/** Takes the mail for this worker, together with what the letter needs stored. False: it was sent meanwhile. */
async function claim(key: Key, leaseUntil: number, writes: Write[]): Promise<boolean> {
  const take = update(key, {
    expression: 'SET #data.#state = :sending, #data.leaseUntil = :until',
    names: { '#data': 'data', '#state': 'state' },
    values: { ':sending': 'sending', ':pending': 'pending', ':until': leaseUntil, ':now': now().getTime() },
    condition: '#data.#state = :pending OR (#data.#state = :sending AND #data.leaseUntil < :now)',
  });
  try {
    await transact([take, ...writes]);
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const found = error.found?.['data'] as Mail | undefined;
    if (!found || isDone(found)) return false;
    throw new Error('Another worker is sending this mail.');
  }
}

/** Notes how far the delivery came, unless another worker took it over. */
async function mark(key: Key, leaseUntil: number, change: Partial<Mail>): Promise<void> {
  const fields = Object.entries(change);
  try {
    await transact([
      update(key, {
        expression: `SET ${fields.map((_, place) => `#data.#f${place} = :f${place}`).join(', ')}`,
        names: { '#data': 'data', ...Object.fromEntries(fields.map(([name], place) => [`#f${place}`, name])) },
        values: { ':lease': leaseUntil, ...Object.fromEntries(fields.map(([, value], place) => [`:f${place}`, value])) },
        condition: '#data.leaseUntil = :lease',
      }),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
