/** Spellings of IP addresses that webhooks must not reach, as hosts of URLs. */

const IPV4 = {
  loopback: ['127.0.0.1', '127.255.255.254'],
  'this network': ['0.0.0.0', '0.1.2.3'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.254', '192.168.1.1'],
  'carrier-grade NAT': ['100.64.0.1', '100.100.100.200'],
  'link-local and metadata': ['169.254.0.1', '169.254.169.254', '169.254.170.2'],
  'protocol assignments': ['192.0.0.192', '192.88.99.1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1'],
  benchmarks: ['198.18.0.1'],
  multicast: ['224.0.0.1', '239.255.255.255'],
  'reserved and broadcast': ['240.0.0.1', '255.255.255.255'],
};

const IPV6 = {
  'unspecified and loopback': [
    '::',
    '::1',
    '0:0:0:0:0:0:0:0',
    '0:0:0:0:0:0:0:1',
    '0000:0000:0000:0000:0000:0000:0000:0001',
    '::0.0.0.1',
  ],
  'unique local and metadata': [
    'fc00::1',
    'fd00::1',
    'fd00:ec2::254',
    'FD00:0EC2:0:0:0:0:0:254',
    'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  ],
  'link-local': ['fe80::1', 'fe80::a9fe:a9fe', 'febf:ffff::1', 'FE80::1'],
  'site-local': ['fec0::1', 'feff::1'],
  multicast: ['ff02::1', 'ff02::2', 'ff05::1:3', 'ff0e::1'],
  documentation: ['2001:db8::1', '2001:DB8:ffff::1', '3fff::1', '3fff:fff::1'],
  'protocol assignments': ['2001::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:1ff::1'],
  'discard-only, segment routing, not allocated': ['100::1', '5f00::1', '4000::1', '1fff::1', 'e000::1'],
  NAT64: ['64:ff9b::1', '64:ff9b:1::1', '64:ff9b:1:a9fe:a9:fe00::'],
  // The private address as server, and as client (its bits inverted).
  Teredo: [
    '2001:0:7f00:1::1',
    '2001:0:a9fe:a9fe:0:0:5601:5601',
    '2001:0:4136:e378:8000:63bf:80ff:fffe',
    '2001:0000:4136:e378:8000:63bf:3fff:fdd2',
  ],
};

/** Spellings of an IPv4 address that `URL` accepts. */
function ipv4Spellings(address: string): string[] {
  const parts = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number): string => `0x${value.toString(16)}`;
  const octal = (value: number): string => `0${value.toString(8)}`;
  return [
    address,
    `${address}.`,
    String(whole),
    hex(whole),
    hex(whole).toUpperCase(),
    octal(whole),
    parts.map(hex).join('.'),
    parts.map(octal).join('.'),
    parts.map(part => `000${octal(part)}`).join('.'),
    `${hex(a)}.${octal(b)}.${c}.${hex(d)}`,
    `${a}.${b * 65_536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${hex(a)}.${hex(b * 65_536 + c * 256 + d)}`,
    // Wide digits, and percent-encoded ones: both are read as ASCII.
    address.replace(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))),
    address.replaceAll('.', '。'),
    address.replace(/\d/g, digit => `%3${digit}`),
  ];
}

/** An IPv4 address inside of IPv6 ones. */
function embedded(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  return [
    // IPv4-mapped, in three ways, IPv4-translated, IPv4-compatible
    `::ffff:${address}`,
    `::ffff:${hex}`,
    `0:0:0:0:0:FFFF:${hex}`,
    `::ffff:0:${hex}`,
    `::${address}`,
    // NAT64, well-known and local
    `64:ff9b::${address}`,
    `64:ff9b::${hex}`,
    `64:ff9b:1::${hex}`,
    // 6to4
    `2002:${hex}::1`,
    `2002:${hex}::${address}`,
  ];
}

const table: [string, string][] = [
  ...Object.entries(IPV4).flatMap(([kind, addresses]) =>
    addresses.flatMap(address => [
      ...ipv4Spellings(address).map((host): [string, string] => [kind, host]),
      ...embedded(address).map((host): [string, string] => [`${kind} inside of IPv6`, `[${host}]`]),
    ]),
  ),
  ...Object.entries(IPV6).flatMap(([kind, addresses]) => addresses.map((host): [string, string] => [kind, `[${host}]`])),
];

/** Hosts of URLs, without duplicates, with a description. */
export const FORBIDDEN_HOSTS: ReadonlyMap<string, string> = new Map(table.map(([kind, host]) => [host, kind]));

/** Canonical addresses, as resolvers give them. */
export const FORBIDDEN_ADDRESSES: readonly string[] = [
  ...Object.values(IPV4).flat(),
  ...Object.values(IPV4)
    .flat()
    .map(address => `::ffff:${address}`),
  ...Object.values(IPV6).flat(),
];
