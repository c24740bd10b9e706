/** Forms of IP addresses. Pure; `node:net` would be loaded at the cold start of every function. */

/** The eight groups of an IPv6 address, as numbers; undefined for other texts. */
function groupsOf(address: string): number[] | undefined {
  // URLs have IPv6 addresses in one form (WHATWG URL, "IPv6 serializer"), and without a zone.
  const [, plain] = /^([\da-f:.]+)(?:%\w+)?$/i.exec(address) ?? [];
  const host = plain?.includes(':') ? URL.parse(`http://[${plain}]`)?.hostname : undefined;
  if (host === undefined) return undefined;
  const [left = '', right] = host.slice(1, -1).split('::');
  const groups = (part = ''): number[] => (part === '' ? [] : part.split(':').map(group => parseInt(group, 16)));
  const [first, last] = [groups(left), groups(right)];
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

/** How many of the first groups of `::ffff:192.0.2.1` say that an IPv4 address follows (RFC 4291, section 2.5.5.2). */
const MAPPED = '0,0,0,0,0,65535';

/**
 * The one form of an address, however it is spelled: IPv6 as in URLs (RFC 5952), IPv4-mapped IPv6 as IPv4. Other texts stay as they are.
 */
export function canonicalAddress(address: string): string {
  const groups = groupsOf(address);
  if (!groups) return address;
  if (groups.slice(0, 6).join(',') === MAPPED)
    return groups
      .slice(6)
      .flatMap(group => [group >> 8, group & 255])
      .join('.');
  return URL.parse(`http://[${groups.map(group => group.toString(16)).join(':')}]`)?.hostname.slice(1, -1) ?? address;
}

/**
 * For whom the requests of an address are counted: an IPv4 address, or the network (/64) of an IPv6 address. A household has at least one
 * such network, and may use all of its addresses.
 */
export function limitSubject(address: string): string {
  const canonical = canonicalAddress(address);
  const network = groupsOf(canonical)?.slice(0, 4);
  return network ? `${network.map(group => group.toString(16)).join(':')}::/64` : canonical;
}

/** The network of an address, which many people share: of IPv4 the first three numbers (/24), of IPv6 the first three groups (/48). */
export function networkOf(address: string): string {
  const canonical = canonicalAddress(address);
  const groups = groupsOf(canonical)?.slice(0, 3);
  if (groups) return canonicalAddress(`${groups.map(group => group.toString(16)).join(':')}::`);
  return canonical.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0');
}
