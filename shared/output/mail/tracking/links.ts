import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from './token.ts';

/**
 * The links of a tracked mail (docs/adr): a tracking pixel that the reader's mail program loads, and links that redirect through
 * the service to their targets. Token and target are signed with a secret of the service, so the service is no open redirect.
 * Pure.
 */
const signatureOf = (secret: string, token: string, target: string): string =>
  keyedHash(secret, 'click', `${token}\n${target}`).toString('hex');

/** Whether the service itself put this target into the mail with this token. */
export function isSigned(secret: string, token: string, target: string, signature: string): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(secret, token, target))];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** Characters. Mail programs truncate longer addresses. */
const LONGEST_TARGET = 1_500;

/** The addresses of the service. */
export interface OwnAddresses {
  apiUrl: string;
  /** The web application, or the service's own pages. */
  appUrl: string;
  /** The host of tracked links, if they have one of their own. */
  trackingUrl?: string | undefined;
}

/** Whether a target is a page of the service or of its web application, which is never a stranger's. */
export const isOwn = (target: string, { apiUrl, appUrl }: OwnAddresses): boolean => {
  const { origin, username, password } = new URL(target);
  return username + password === '' && [apiUrl, appUrl].some(own => new URL(own).origin === origin);
};

/** Hosts that are addresses. `URL` writes all spellings of IPv4 addresses, such as `0x7f.1`, as four numbers. */
const ADDRESS = /^(?:\[.*\]|\d+\.\d+\.\d+\.\d+)$/;

/**
 * A link in the normalized form that is signed (ASCII); undefined for a link that is not tracked. Links to others must be https,
 * without user info, and name a host: the address of the service must not lend its reputation to what names none.
 */
export function targetOf(link: string, own: OwnAddresses): string | undefined {
  const url = URL.parse(link);
  if (!url || url.href.length > LONGEST_TARGET || !/^https?:$/.test(url.protocol)) return undefined;
  if (isOwn(url.href, own)) return url.href;
  const isNamed = url.protocol === 'https:' && url.username + url.password === '' && !ADDRESS.test(url.hostname);
  return isNamed ? url.href : undefined;
}

export interface TrackedLinks {
  /** Address of the tracking pixel. */
  picture: string;
  /** The address that redirects to a link through the service; the link itself when it is not tracked. */
  through(link: string): string;
  /** The page where the recipient unsubscribes; a POST to it unsubscribes at once (RFC 8058). */
  unsubscribe: string;
}

export function trackedLinks(own: OwnAddresses, secret: string, token: string): TrackedLinks {
  const { apiUrl, trackingUrl = apiUrl } = own;
  const mine = `${trackingUrl}/api/v1/t/${token}`;
  return {
    picture: `${mine}/open.gif`,
    unsubscribe: `${apiUrl}/pages/unsubscribe/${token}`,
    through(link) {
      const target = targetOf(link, own);
      if (target === undefined) return link;
      return `${mine}/click?${new URLSearchParams({ to: target, signature: signatureOf(secret, token, target) }).toString()}`;
    },
  };
}

/** A target as it is stored: without tokens of share links, which would open documents, and of other mails. */
export const withoutTokens = (target: string): string => target.replace(/(?<=\/)[\w-]{88}(?![\w-])|[0-9a-f]{64}/g, '…');
