import { describe, expect, test } from 'vitest';
import { deployedSources, foundIn } from './deployed-sources.ts';

const sources = deployedSources();
const example = new Map([['a.ts', "createHash('md5'); createCipheriv('aes-128-ecb', key); createHash(name); Math.random()"]]);

const NAMED = /\bcreate(?:Hash|Hmac|Cipheriv|Decipheriv)\('([^']+)'/g;
const CHOSEN = /\bcreate(?:Hash|Hmac|Cipheriv|Decipheriv)\((\w+)/;
const RANDOM = /\b(Math\.random)\b/g;

describe('V11 deployed code', () => {
  test('V11.2.1, V11.3, V11.4.1 ciphers and hashes that deployed code names are AES-256-GCM and SHA-256', () => {
    expect(foundIn(example, NAMED)).toEqual(['aes-128-ecb', 'md5']);
    expect(foundIn(sources, NAMED)).toEqual(['aes-256-gcm', 'sha256']);
  });

  test('V11.4.3 only the verification of signatures of others uses a hash by its name, and none signs with SHA-1 or MD5', () => {
    const choosing = [...sources].filter(([, source]) => CHOSEN.test(source));
    expect(choosing.map(([path]) => path).toSorted()).toEqual([
      'shared/authority/einvoice/signature/algorithms.ts',
      'shared/authority/einvoice/signature/timestamp-token.ts',
    ]);
    // Older time-stamps name the certificate of their signer by SHA-1 (RFC 2634 §5.4); it signs nothing.
    const weak = choosing.flatMap(([, source]) => source.match(/.*'(?:md5|sha1)'.*/gi) ?? []);
    expect(weak.map(line => line.trim())).toEqual(["{ type: '1.2.840.113549.1.9.16.2.12', byDefault: 'sha1' },"]);
  });

  test('V11.5.1, V6.5.3 all random values come from the secure generator', () => {
    expect(foundIn(example, RANDOM)).toEqual(['Math.random']);
    expect(foundIn(sources, RANDOM)).toEqual([]);
  });
});
