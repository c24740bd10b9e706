import { findOrganization, readCompany } from '#shared/platform/access/records.ts';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { notFound } from '#shared/base/kernel/errors.ts';
import { log } from '#shared/base/kernel/log.ts';
import type { Company } from '#shared/model/company.ts';
import { changeItem } from '#shared/platform/store/change-item.ts';
import { getItems } from '#shared/platform/store/read.ts';
import type { Key } from '#shared/platform/store/table.ts';
import type { DocumentEmail, EmailItem, Reading } from '../documents/model.ts';
import { afterSignal, type Signal } from '../documents/signals.ts';
import { DAYS_TRACKED, readingsKey, type ReadingsItem, readReadings, recorded, withReadings } from './kept-readings.ts';
import { isOwn, isSigned, targetOf, withoutTokens } from './links.ts';
import { ownAddresses } from './prepare.ts';
import { openToken } from './secret.ts';

/** Records opens and clicks of tracked mails, from requests to the service's own tracking links. */

/** The reader of a mail, according to the request. */
export interface Reader {
  userAgent: string | undefined;
  /** The network of their IP address: the address itself is stored nowhere. */
  network: string;
  /** The request is a browser's prefetch: nobody has seen the mail yet. */
  isPrefetch: boolean;
}

/** Records that a mail was opened. Does nothing for an unknown token, and never throws: the pixel is returned in any case. */
export async function noteOpen(token: string, reader: Reader): Promise<void> {
  try {
    const opened = await openToken(token);
    const found = opened && (await find(opened.key));
    if (found) await noteReading(found, 'open', reader);
  } catch (error) {
    log.warn('Open not noted', { error: (error as Error).name });
  }
}

/**
 * Records a click on a link of a mail.
 *
 * @returns the target to redirect to
 * @throws 404 unless the service itself put this target into this mail; for a target of others also when the mail, its company or the
 *   account is gone, and 90 days after the mail
 */
export async function followLink(token: string, target: string, signature: string, reader: Reader): Promise<string> {
  const opened = await openToken(token);
  const own = ownAddresses();
  if (!opened || !isSigned(opened.secret, token, target, signature) || targetOf(target, own) !== target) throw notFound('Link');
  const [found, sender] = await Promise.all([find(opened.key), readCompany(opened.company)]);
  if (!isOwn(target, own) && !(found && (await isLive(found.mail, sender)))) throw notFound('Link');
  if (found) {
    await noteReading(found, 'click', reader, withoutTokens(target)).catch((error: unknown) =>
      log.warn('Click not noted', { error: (error as Error).name }),
    );
  }
  return target;
}

/** A mail with what is kept of its opens and clicks. */
interface Found {
  mail: EmailItem;
  kept: ReadingsItem | undefined;
}

async function find(key: Key): Promise<Found | undefined> {
  const [mail, kept] = await getItems<EmailItem | ReadingsItem>([key, readingsKey(key)]);
  return mail && { mail: mail as EmailItem, kept: kept as ReadingsItem | undefined };
}

/** Whether the links of a mail still lead to other sites: its company and the account are there, and it is not too old. One read. */
async function isLive({ data }: EmailItem, company: Company | undefined): Promise<boolean> {
  if (data.sentAt < instantIn(-DAYS_TRACKED * 86_400) || !company || company.deletedAt !== null) return false;
  const organization = await findOrganization(company.organizationId);
  return organization !== undefined && organization.closedAt === undefined;
}

/** Readings of the same link within as many milliseconds count once: mail programs load a picture repeatedly. */
const SAME_WITHIN = 60_000;

const isKnown = (known: readonly Reading[] | undefined, { at, link }: Reading): boolean =>
  known?.some(one => one.link === link && Math.abs(Date.parse(one.at) - Date.parse(at)) < SAME_WITHIN) ?? false;

/** Stores a reading: at most one a minute for each link, and at most 100 opens and 100 clicks of a mail (documents/signals.ts). */
async function noteReading({ mail, kept }: Found, type: 'open' | 'click', reader: Reader, link?: string): Promise<void> {
  if (reader.isPrefetch) return;
  const at = instant();
  const { userAgent, network } = reader;
  const reading: Reading = {
    at,
    ...(userAgent && { userAgent: userAgent.slice(0, 500) }),
    ipAddress: network,
    ...(link && { link }),
  };
  const signal: Signal = { type, at, messageId: null, addresses: [], permanent: false, reason: null, reading };
  await changeItem<DocumentEmail>(
    mail,
    async data => {
      const stored = data === mail.data ? kept : await readReadings(mail);
      const before = withReadings(data, stored);
      if (isKnown(type === 'open' ? before.metadata?.opens : before.metadata?.clicks, reading)) return null;
      const after = afterSignal(before, signal);
      return after === before ? null : recorded(mail, after, stored);
    },
    mail,
  );
}
