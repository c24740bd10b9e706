import { lookup as lookUp } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setting } from '../../settings/settings.ts';
import { isLoopback, isPublicAddress } from './addresses.ts';

/** The addresses of a host name. @throws Error with the code of the system's resolver */
export type Resolve = (hostname: string) => Promise<string[]>;

/** A receiver that nothing is sent to. Its message is for the owner of the endpoint. */
export class ReceiverRefused extends Error {
  override name = 'ReceiverRefused';
}

/** As the machine resolves names: its files and DNS. */
export const resolveHost: Resolve = async hostname => (await lookUp(hostname, { all: true })).map(({ address }) => address);

/** Milliseconds that the creation of an endpoint waits for DNS. */
const PATIENCE_MS = 2_000;

/**
 * Whether the host of a URL is on the public internet now, for the creation of endpoints. It decides nothing about a later
 * post, which looks again (`postWebhook`).
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

/** A URL that may be posted to, as far as it says itself. @throws ReceiverRefused */
export function receiverUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new ReceiverRefused('The URL is not valid.');
  const isPlain = url.protocol === 'http:' && isLoopbackAllowed();
  if (url.protocol !== 'https:' && !isPlain) throw new ReceiverRefused('The URL is not https.');
  if (url.username || url.password) throw new ReceiverRefused('The URL holds credentials.');
  return url;
}

/**
 * The addresses of a receiver, each of which may be connected to. `URL` has brought every spelling of an address
 * (`0x7f.1`, `2130706433`, `[::ffff:127.0.0.1]`) into one form; such a host is not resolved.
 *
 * @throws ReceiverRefused when one of them may not; Error when the name has none
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

/** The host of a URL as name or address, IPv6 without brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Whether a receiver may have the address: a public one, and with WEBHOOKS_ALLOW_LOOPBACK this machine's own. */
export const isAllowedAddress = (address: string): boolean =>
  isPublicAddress(address) || (isLoopback(address) && isLoopbackAllowed());

const isLoopbackAllowed = (): boolean => setting('WEBHOOKS_ALLOW_LOOPBACK') === '1';
