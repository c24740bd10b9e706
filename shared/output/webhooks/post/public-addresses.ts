import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * The IP addresses that a webhook receiver may have: globally reachable unicast. Sources are the special-purpose registries of
 * IANA, https://www.iana.org/assignments/iana-ipv4-special-registry and https://www.iana.org/assignments/iana-ipv6-special-registry
 * (RFC 6890), and for multicast RFC 5771 and RFC 4291. Globally reachable anycast services in those registries (192.0.0.9, AS112,
 * …) receive no webhooks, so they are blocked with the block that contains them.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network; connects to this machine
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared address space of carriers (CGNAT); metadata of some clouds
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's platform services, as seen from a virtual machine
  '169.254.0.0/16', // link-local; metadata of clouds (169.254.169.254)
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved; broadcast
];

/**
 * The only IPv6 block from which global unicast addresses are allocated (RFC 4291 §2.4, IANA's ipv6-address-space). Outside of it
 * are ::, ::1, IPv4-mapped and -compatible addresses, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard-only, unique local addresses
 * (with the metadata of AWS, fd00:ec2::254), link-local, site-local and multicast.
 */
const GLOBAL_UNICAST = '2000::/3';

/** Special-purpose blocks inside of it. 6to4 and Teredo are refused entirely: they embed IPv4 addresses, including private ones. */
const SPECIAL_IPV6 = [
  '2001::/23', // protocol assignments: Teredo, benchmarks, ORCHID, …
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
];

const specialIpv4 = blocks(SPECIAL_IPV4, 'ipv4');
const globalUnicast = blocks([GLOBAL_UNICAST], 'ipv6');
const specialIpv6 = blocks(SPECIAL_IPV6, 'ipv6');
const loopbackIpv4 = blocks(['127.0.0.0/8'], 'ipv4');
const loopbackIpv6 = blocks(['::1/128'], 'ipv6');

/**
 * Whether an address belongs to the public internet. Accepts addresses as resolvers, sockets and `URL` write them: four decimal
 * numbers, or IPv6 without brackets. Returns false for everything else: other spellings, names, addresses with a zone
 * (`fe80::1%eth0`).
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIpv4.check(address, 'ipv4');
  return isPlainIpv6(address) && globalUnicast.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

/** Whether an address, in the same notation, is a loopback address: 127.0.0.0/8 or ::1. */
export function isLoopback(address: string): boolean {
  if (isIPv4(address)) return loopbackIpv4.check(address, 'ipv4');
  // `BlockList` treats an IPv4-mapped address (::ffff:127.0.0.1) as IPv4; checked as IPv6 against ::1, it does not match.
  return isPlainIpv6(address) && loopbackIpv6.check(address, 'ipv6');
}

const isPlainIpv6 = (address: string): boolean => isIPv6(address) && !address.includes('%');

function blocks(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
