import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalAddress, limitSubject, networkOf } from '#shared/platform/lambda/limits/address.ts';

describe('the normal form of an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0:0:0:0:0:9', '2001:db8::9'],
    ['2001:0db8::0009', '2001:db8::9'],
    ['2001:db8::9%eth0', '2001:db8::9'],
    ['::1', '::1'],
    ['::', '::'],
    // No IPv4-mapped address.
    ['::192.0.2.1', '::c000:201'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['not an address', 'not an address'],
    ['1:2:3', '1:2:3'],
    ['::1]#login', '::1]#login'],
  ])('%s is %s', (spelled, expected) => {
    expect(canonicalAddress(spelled)).toBe(expected);
    expect(canonicalAddress(expected)).toBe(expected);
  });
});

test.each([
  ['192.0.2.77', '192.0.2.0'],
  ['::ffff:192.0.2.77', '192.0.2.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['::1', '::'],
  ['local', 'local'],
])('of the address %s the network %s is recorded', (address, expected) => expect(networkOf(address)).toBe(expected));

describe('the network that requests are counted for', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['local', 'local'],
  ])('%s for %s', (address, expected) => expect(limitSubject(address)).toBe(expected));

  const group = fc.integer({ min: 0, max: 0xffff }).map(number => number.toString(16));
  test('every address of a network counts for the network, and two networks count apart', () => {
    fc.assert(
      fc.property(
        fc.array(group, { minLength: 4, maxLength: 4 }),
        fc.array(group, { minLength: 4, maxLength: 4 }),
        fc.array(group, { minLength: 4, maxLength: 4 }),
        (network, one, other) => {
          fc.pre(!network.slice(0, 4).every(part => part === '0'));
          const subject = limitSubject([...network, ...one].join(':'));
          expect(limitSubject([...network, ...other].join(':').toUpperCase())).toBe(subject);
          expect(limitSubject(['fe', ...network.slice(1), ...one].join(':')) === subject).toBe(network[0] === 'fe');
        },
      ),
    );
  });
});
