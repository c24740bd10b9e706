import { environment } from '#shared/platform/aws/environment.ts';
import { mailLogo } from '#shared/output/files/logo.ts';
import { log } from '#shared/base/kernel/log.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import type { Key } from '#shared/platform/store/table.ts';
import { deliver, type PreparedMail, triedAgainIn } from '../outgoing.ts';
import { requestOf, sendRequest } from '../send.ts';
import { senderAddress } from '../sender.ts';
import { givenUpReason, isGivenUp } from '../throttling.ts';
import { failing } from './failed/fail.ts';
import {
  DocumentWithdrawn,
  isNeedless,
  isPermanent,
  NotComposed,
  RecipientNoMember,
  RecipientSuppressed,
  reasonOf,
} from './failed/failures.ts';
import { kindOfMail, type SendableKind } from './kind.ts';
import { messageOf } from './message.ts';
import type { DocumentEmail } from './model.ts';
import { strangersAmong } from './sandbox-recipients.ts';
import { SENDING_DELAYS } from './sending-delays.ts';
import type { TrackedLinks } from '../tracking/links.ts';
import { prepareTracking } from '../tracking/prepare.ts';
import { entryOf, isAmong, refusedAmong, type SuppressedAddress, suppressedAmong } from './suppression.ts';

/** Equals the visibility timeout of the queue of these mails. */
const LEASE_SECONDS = 120;

/**
 * Sends an accepted mail, normally once (outgoing.ts). A try that failed at the mail service is counted in the record, which schedules the
 * next try (sending-delays.ts). After the last try, or a permanent error, the mail has failed (failed/fail.ts); so it has when it
 * cannot be composed even after a day.
 *
 * @throws when another worker is sending it, or the mail could not be composed: the queue will deliver the message again.
 */
export function deliverDocumentEmail(key: Key, kinds: readonly SendableKind[]): Promise<void> {
  const kind = kindOfMail(kinds, key);
  return deliver<DocumentEmail>(key, {
    leaseSeconds: LEASE_SECONDS,
    prepare: email => prepare(kind, email),
    sent: email => ({ ...email, deliveryStatus: 'sent' }),
    failed(email, error) {
      if (error instanceof NotComposed) {
        if (!isGivenUp(sinceOf(email))) return { after: { ...email, state: 'pending' } };
        return failing(kind, email, { error: error.cause, reason: NOT_COMPOSED, isTemporary: true });
      }
      const delay = isPermanent(error) ? undefined : SENDING_DELAYS[email.tries];
      if (delay === undefined) return failing(kind, email, { error, reason: reasonOf(error), isTemporary: !isPermanent(error) });
      const after: DocumentEmail = { ...email, state: 'pending', tries: email.tries + 1 };
      return { after: triedAgainIn(after, delay), due: awaitsDispatch(email.id, delay) };
    },
    since: sinceOf,
    givenUp: (email, error) => failing(kind, email, { error, reason: givenUpReason(error), isTemporary: true }),
    isRepeatedByQueue: error => error instanceof NotComposed,
  });
}

/** Of a mail that came back from the dead letters after a day: somebody has to know. */
const NOT_COMPOSED = 'The mail could not be made for 24 hours';

const sinceOf = ({ requeuedAt, sentAt }: DocumentEmail): string => requeuedAt ?? sentAt;

/**
 * Reads what a try needs besides the record. Checks the suppression list again: addresses may have bounced since the mail was
 * accepted.
 */
async function prepare(kind: SendableKind, email: DocumentEmail): Promise<PreparedMail> {
  const listing = suppressedAmong(email.companyId, [email.to, ...email.cc, ...email.bcc]);
  const tracking = email.tracking || email.metadata?.automatic ? prepareTracking(kind, email) : undefined;
  const [link, listed, tracked] = await Promise.all([kind.link?.of(email), listing, tracking]);
  const refused = refusedAmong(listed, email.force ?? false);
  return {
    writes: link?.writes ?? [],
    send: () => send(kind, email, { refused, link: link?.url, tracked }),
  };
}

interface Prepared {
  /** Addresses that the mail may not go to. */
  refused: readonly SuppressedAddress[];
  link: string | undefined;
  /** Of a mail that is tracked, or that its recipient can unsubscribe from. */
  tracked: TrackedLinks | undefined;
}

async function send(kind: SendableKind, email: DocumentEmail, prepared: Prepared): Promise<string> {
  const request = await composed(kind, email, prepared).catch((error: unknown) => {
    throw isNeedless(error) ? error : new NotComposed(error);
  });
  try {
    return await sendRequest(request);
  } catch (error) {
    log.warn('Mail not sent', { emailId: email.id, tries: email.tries, error: (error as Error).name });
    throw error;
  }
}

/** @throws when the mail is not needed any more (`isNeedless`), or a file cannot be made or read */
async function composed(kind: SendableKind, email: DocumentEmail, { refused, link, tracked }: Prepared) {
  const suppressed = entryOf(refused, email.to);
  if (suppressed) throw new RecipientSuppressed(suppressed.reason);
  const content = await kind.contentOf(email);
  if (!content) throw new DocumentWithdrawn();
  const [logo, strangers] = await Promise.all([
    mailLogo(content.company.logoPath),
    strangersAmong(content.company, [email.to, ...email.cc, ...email.bcc]),
  ]);
  if (strangers.includes(email.to)) throw new RecipientNoMember();
  const { companyId, documentId, id } = email;
  const allowed = (addresses: string[]): string[] =>
    addresses.filter(address => !isAmong(refused, address) && !strangers.includes(address));
  const recipients = { ...email, cc: allowed(email.cc), bcc: allowed(email.bcc) };
  return requestOf(messageOf(kind, recipients, content, link, tracked, environment('apiUrl'), logo), {
    from: { name: content.company.name, address: senderAddress() },
    configurationSet: environment('documentMailConfigurationSet'),
    tags: { companyId, [`${kind.item}Id`]: documentId, emailId: id },
  });
}
