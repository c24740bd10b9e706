import { findCompany } from '#shared/platform/access/named-companies.ts';
import { environment } from '#shared/platform/aws/environment.ts';
import { membershipKey } from '#shared/platform/access/records.ts';
import { epochIn } from '#shared/platform/access/epoch.ts';
import type { Membership } from '#shared/platform/access/model.ts';
import { epochSeconds } from '#shared/base/kernel/clock.ts';
import { conflict, forbidden, gone, Problem } from '#shared/base/kernel/errors.ts';
import { randomHex, sha256 } from '#shared/base/kernel/ids.ts';
import { log } from '#shared/base/kernel/log.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Item, type Key, lookupKey } from '#shared/platform/store/table.ts';
import { commitPlainly, ConditionFailed, create, remove, retryOnContention, transact } from '#shared/platform/store/transact.ts';
import { findConnectLink, readConnectLink, readLinkList, statusOf, type TokenLink, useLink } from './link-store.ts';
import { consentUrl, exchangeCode, ExchangeFailed } from './oauth.ts';
import { mayConnect } from './rules.ts';
import { saveToken } from './save-token.ts';

/** An OAuth consent in progress, with its user. Item `TAXAUTHSTATE#<hash of the OAuth state>`; expires after ten minutes. */
interface Consent {
  userId: string;
  organizationId: string;
  companyId: string | null;
  /** `TokenLink.hash` of the link by which the consent was started; null if the user started it. */
  linkHash: string | null;
  /** `Account.epoch` of the user when the consent or its link was made. */
  epoch?: number;
}

const STATE_SECONDS = 600;
const DEFAULT_DAYS = 90;

const stateKey = (state: string): Key => lookupKey('TAXAUTHSTATE', sha256(state));

/** Starts a consent; returns the URL to redirect the browser to. @throws 503 when not configured */
export async function beginConsent(consent: Consent): Promise<string> {
  const state = randomHex(32);
  const address = consentUrl(state);
  const expiresAt = epochSeconds() + STATE_SECONDS;
  await transact([create({ ...stateKey(state), kind: 'taxauth-state', data: consent, expiresAt })]);
  return address;
}

/** Starts the consent of a link; returns the URL to redirect the browser to. @throws 404; 409 used; 410 expired; 503 */
export async function beginLinkConsent(linkToken: string): Promise<string> {
  const link = usable(await findConnectLink(linkToken));
  const { userId, organizationId, companyId, hash } = link;
  return beginConsent({ userId, organizationId, companyId, linkHash: hash, ...epochIn(link) });
}

function usable(link: TokenLink): TokenLink {
  const status = statusOf(link);
  if (status === 'used') throw conflict('The link has already been used; ask for a new one.', { reason: 'link_used' });
  if (status === 'expired') throw gone('The link has expired; ask for a new one.');
  return link;
}

/** How a consent ended: the query parameter `status` of the web application's URL. */
export type ConsentOutcome = 'connected' | 'denied' | 'invalid' | 'failed';

/**
 * Completes a consent: deletes its state, exchanges the code and saves the token for the user who started it.
 *
 * @param answer the query of the authority's redirect (RFC 6749 §4.1.2)
 * @returns the URL of the web application to redirect the browser to; it contains only the outcome
 */
export async function endConsent(answer: { state?: string | undefined; code?: string | undefined }): Promise<string> {
  const consent = answer.state ? await takeConsent(answer.state) : undefined;
  const outcome = !consent ? 'invalid' : !answer.code ? 'denied' : await save(consent, answer.code);
  return `${environment('appUrl')}/settings/taxauth?status=${outcome satisfies ConsentOutcome}`;
}

/** Reads and deletes the consent of a state; undefined if there is none, or another request has deleted it. */
async function takeConsent(state: string): Promise<Consent | undefined> {
  const item = await getItem<Item & { data: Consent }>(stateKey(state));
  if (!item) return undefined;
  try {
    await transact([remove(stateKey(state), { expression: 'attribute_exists(pk)' })]);
    return item.data;
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

async function save(consent: Consent, code: string): Promise<ConsentOutcome> {
  try {
    const value = await exchangeCode(code);
    await retryOnContention(() => saveFor(consent, value));
    return 'connected';
  } catch (error) {
    // Refusals become the outcome `failed`; every other error is a fault of this service and is thrown.
    if (!(error instanceof ExchangeFailed || error instanceof Problem)) throw error;
    log.warn('consent of the tax authority not saved', { organizationId: consent.organizationId, error: error.message });
    return 'failed';
  }
}

/** @throws 403 if the user has left the organization, or lost the rights in it, since the consent or its link was made */
async function saveFor({ userId, organizationId, companyId, linkHash, epoch }: Consent, value: string): Promise<void> {
  const [membership, company, link, links] = await Promise.all([
    getItem<Item & { data: Membership }>(membershipKey(userId, organizationId)),
    companyId ? findCompany(companyId) : undefined,
    linkHash ? readConnectLink(linkHash).then(usable) : undefined,
    readLinkList(userId),
  ]);
  if (!membership || !mayConnect(membership.data, companyId, company))
    throw forbidden('organization_access', 'The user may no longer connect the organization.');
  const wish = { value, label: null, days: DEFAULT_DAYS, owner: { id: userId, epoch }, membership: membership.data, company };
  await saveToken(wish, commitPlainly, token => (link ? useLink(link, links, token.id) : []));
}
