import { describe, expect, it } from 'vitest';
import { isLoopback, isPublicAddress } from '#shared/output/webhooks/post/public-addresses.ts';
import { FORBIDDEN_ADDRESSES } from '../../support/webhooks/spellings.ts';

describe('public addresses', () => {
  it.each([
    ...['1.0.0.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '52.95.110.1', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
    ...['128.0.0.0', '168.63.129.15', '169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255'],
    ...['192.0.1.0', '192.0.3.0', '192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '198.51.99.255'],
    ...['198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
    ...['2001:200::1', '2001:4860:4860::8888', '2003::1', '2606:4700:4700::1111', '2a05:d014::1', '2001:db7:ffff::1'],
    ...['2001:db9::1', '3fff:1000::1', '2620:4f:7fff::1'],
  ])('%s is public', address => {
    expect(isPublicAddress(address)).toBe(true);
    expect(isLoopback(address)).toBe(false);
  });

  it.each(FORBIDDEN_ADDRESSES)('%s is not public', address => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('the first and the last address of each special block are not public', () => {
    const edges = [
      ...['0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255', '127.0.0.0'],
      ...['127.255.255.255', '169.254.0.0', '169.254.255.255', '172.16.0.0', '172.31.255.255', '192.0.0.0', '192.0.0.255'],
      ...['192.168.0.0', '192.168.255.255', '198.18.0.0', '198.19.255.255', '224.0.0.0', '255.255.255.255', '168.63.129.16'],
      ...['192.0.2.0', '192.0.2.255', '198.51.100.0', '198.51.100.255', '203.0.113.0', '203.0.113.255', '192.88.99.0'],
      ...['192.88.99.255', '192.31.196.0', '192.31.196.255', '192.52.193.0', '192.52.193.255', '192.175.48.0', '192.175.48.255'],
      ...['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
      ...['1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '4000::', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
      ...['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ];
    expect(edges.filter(isPublicAddress)).toEqual([]);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '0177.0.0.1',
    '2130706433',
    '8.8.8',
    '8.8.8.8.',
    ' 8.8.8.8',
    '[2606:4700::1]',
    '8.8.8.8/32',
  ])('%j is no address, so not public', address => {
    expect([isPublicAddress(address), isLoopback(address)]).toEqual([false, false]);
  });

  it.each(['fe80::1%eth0', '2606:4700:4700::1111%1', '::1%lo'])('%s has a zone, so it is not public', address => {
    expect([isPublicAddress(address), isLoopback(address)]).toEqual([false, false]);
  });

  it("this machine's own are 127.0.0.0/8 and ::1, and no other spelling of them", () => {
    expect(['127.0.0.1', '127.255.0.3', '::1'].filter(address => !isLoopback(address))).toEqual([]);
    const others = ['0.0.0.0', '::', '126.0.0.1', '128.0.0.1', '::ffff:127.0.0.1', '::127.0.0.1', '::2', '64:ff9b::7f00:1'];
    expect(others.filter(isLoopback)).toEqual([]);
  });
});
