import { lookup as lookUp } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setting } from '#shared/platform/settings/settings.ts';
import { isLoopback, isPublicAddress } from './public-addresses.ts';

/** Resolves a host name to IP addresses. @throws Error with the code of the system's resolver */
export type Resolve = (hostname: string) => Promise<string[]>;

/** The receiver is not allowed, so nothing is sent to it. The message is for the owner of the endpoint. */
export class ReceiverRefused extends Error {
  override name = 'ReceiverRefused';
}

/** Resolves with the system's resolver: hosts file and DNS. */
export const resolveHost: Resolve = async hostname => (await lookUp(hostname, { all: true })).map(({ address }) => address);

/** Milliseconds that the creation of an endpoint waits for DNS. */
const PATIENCE_MS = 2_000;

/**
 * Whether the host of a URL is currently on the public internet, for early feedback when an endpoint is created. Every later post
 * checks again (`postWebhook`).
 *
 * @returns `refused` for a URL that is never posted to: not https, with credentials, or with an address that is not public;
 *   `unresolved` when the name has no address, or DNS gave none within 2 seconds
 */
export async function resolvesToPublic(url: string, resolve = resolveHost): Promise<'public' | 'refused' | 'unresolved'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'unresolved'>(settle => {
    timer = setTimeout(() => settle('unresolved'), PATIENCE_MS);
  });
  const resolved = async (): Promise<'public' | 'refused' | 'unresolved'> => {
    try {
      await allowedAddresses(receiverUrl(url), resolve);
      return 'public';
    } catch (error) {
      return error instanceof ReceiverRefused ? 'refused' : 'unresolved';
    }
  };
  return Promise.race([resolved(), late]).finally(() => clearTimeout(timer));
}

/** Parses a URL and checks scheme and credentials, but not yet the addresses of its host. @throws ReceiverRefused */
export function receiverUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new ReceiverRefused('The URL is not valid.');
  const isPlain = url.protocol === 'http:' && isLoopbackAllowed();
  if (url.protocol !== 'https:' && !isPlain) throw new ReceiverRefused('The URL is not https.');
  if (url.username || url.password) throw new ReceiverRefused('The URL holds credentials.');
  return url;
}

/**
 * The addresses of a receiver, after checking that each of them is allowed. `URL` has already normalized every spelling of an IP
 * address (`0x7f.1`, `2130706433`, `[::ffff:127.0.0.1]`); such a host is not resolved.
 *
 * @throws ReceiverRefused when one of the addresses is not allowed; Error (`ENOTFOUND`) when the name has none
 */
export async function allowedAddresses(url: URL, resolve: Resolve): Promise<string[]> {
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (addresses.length === 0) throw Object.assign(new Error('No address.'), { code: 'ENOTFOUND' });
  if (!addresses.every(isAllowedAddress)) {
    throw new ReceiverRefused('The address of the receiver is not allowed: it is not on the public internet.');
  }
  return addresses;
}

/** The host of a URL: a name, or an IP address (IPv6 without brackets). */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Whether a receiver may have the address: a public one, or with `WEBHOOKS_ALLOW_LOOPBACK=1` a loopback one. */
export const isAllowedAddress = (address: string): boolean =>
  isPublicAddress(address) || (isLoopback(address) && isLoopbackAllowed());

const isLoopbackAllowed = (): boolean => setting('WEBHOOKS_ALLOW_LOOPBACK') === '1';
