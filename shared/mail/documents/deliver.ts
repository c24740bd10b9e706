import { environment } from '../../aws/environment.ts';
import { mailLogo } from '../../files/logo.ts';
import { log } from '../../kernel/log.ts';
import { awaitsDispatch } from '../../store/outbox.ts';
import { companyScope, type Key } from '../../store/table.ts';
import { deliver, type PreparedMail, triedAgainIn } from '../outgoing.ts';
import { NO_ROOM } from '../throttling.ts';
import { sendMessage } from '../send.ts';
import { senderAddress } from '../sender.ts';
import { afterFailure, DocumentWithdrawn, isPermanent, RecipientSuppressed, reasonOf } from './failures.ts';
import { kindOfMail, type SendableKind } from './kind.ts';
import { messageOf } from './message.ts';
import type { DocumentEmail } from './model.ts';
import { SENDING_DELAYS } from './sending-delays.ts';
import type { TrackedLinks } from '../tracking/links.ts';
import { prepareTracking } from '../tracking/prepare.ts';
import { entryOf, isAmong, refusedAmong, type SuppressedAddress, suppressedAmong } from './suppression.ts';

/** Equals the visibility timeout of the queue of these mails. */
const LEASE_SECONDS = 120;

/**
 * Sends an accepted mail, normally once (outgoing.ts). A failed try is counted in the record, which schedules the next try
 * (sending-delays.ts). After the last try, or a permanent error, the mail has failed.
 *
 * @throws when another worker is sending it: the queue will deliver the message again.
 */
export function deliverDocumentEmail(key: Key, kinds: readonly SendableKind[]): Promise<void> {
  const kind = kindOfMail(kinds, key);
  return deliver<DocumentEmail>(key, {
    leaseSeconds: LEASE_SECONDS,
    prepare: email => prepare(kind, email, key),
    sent: email => ({ ...email, deliveryStatus: 'sent' }),
    failed(email, error) {
      const delay = isPermanent(error) ? undefined : SENDING_DELAYS[email.tries];
      const after = afterFailure(email, reasonOf(error), delay === undefined);
      return delay === undefined ? after : triedAgainIn(after, delay);
    },
    since: email => email.sentAt,
    givenUp: email => afterFailure(email, NO_ROOM, true),
    isRepeatedByQueue: false,
    nextTry: ({ id, state, tries }) => (state === 'pending' ? awaitsDispatch(id, SENDING_DELAYS[tries - 1]) : null),
  });
}

/**
 * Reads what a try needs besides the record. Checks the suppression list again: addresses may have bounced since the mail was
 * accepted.
 */
async function prepare(kind: SendableKind, email: DocumentEmail, key: Key): Promise<PreparedMail> {
  const listing = suppressedAmong(companyScope(email.companyId), [email.to, ...email.cc, ...email.bcc]);
  const tracking = email.tracking ? prepareTracking(email, key) : undefined;
  const [link, listed, tracked] = await Promise.all([kind.link?.of(email), listing, tracking]);
  const refused = refusedAmong(listed, email.force ?? false);
  return {
    writes: [...(link?.writes ?? []), ...(tracked?.writes ?? [])],
    send: () => send(kind, email, { refused, link: link?.url, tracked: tracked?.links }),
  };
}

interface Prepared {
  /** Addresses that the mail may not go to. */
  refused: readonly SuppressedAddress[];
  link: string | undefined;
  tracked: TrackedLinks | undefined;
}

async function send(kind: SendableKind, email: DocumentEmail, { refused, link, tracked }: Prepared): Promise<string> {
  try {
    const suppressed = entryOf(refused, email.to);
    if (suppressed) throw new RecipientSuppressed(suppressed.reason);
    const content = await kind.contentOf(email);
    if (!content) throw new DocumentWithdrawn();
    const logo = await mailLogo(content.company.logoPath);
    const { companyId, documentId, id } = email;
    const allowed = (addresses: string[]): string[] => addresses.filter(address => !isAmong(refused, address));
    const recipients = { ...email, cc: allowed(email.cc), bcc: allowed(email.bcc) };
    return await sendMessage(messageOf(kind, recipients, content, link, tracked, logo), {
      from: { name: content.company.name, address: senderAddress() },
      configurationSet: environment('documentMailConfigurationSet'),
      tags: { companyId, [`${kind.item}Id`]: documentId, emailId: id },
    });
  } catch (error) {
    if (!(error instanceof DocumentWithdrawn))
      log.warn('Mail not sent', { emailId: email.id, tries: email.tries, error: (error as Error).name });
    throw error;
  }
}
