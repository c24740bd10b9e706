import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seal, unseal } from '#shared/base/kernel/seal.ts';

const bytes = fc.uint8Array({ maxLength: 300 });

describe('seal', () => {
  test('encrypted data can be decrypted with the same secret and purpose', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), bytes, (secret, purpose, data) => {
        expect(new Uint8Array(unseal(secret, purpose, seal(secret, purpose, data)))).toEqual(data);
      }),
    );
  });

  test('another secret, another purpose or one changed byte fails', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), bytes, fc.nat(), (secret, purpose, data, place) => {
        const sealed = seal(secret, purpose, data);
        expect(() => unseal(`${secret}x`, purpose, sealed)).toThrow();
        expect(() => unseal(secret, `${purpose}x`, sealed)).toThrow();
        const changed = Buffer.from(sealed);
        const at = place % changed.length;
        changed[at] = (changed[at] ?? 0) ^ 1;
        expect(() => unseal(secret, purpose, changed)).toThrow();
        expect(() => unseal(secret, purpose, sealed.subarray(0, sealed.length - 1))).toThrow();
      }),
    );
  });

  test('the same data encrypted twice looks different, and reveals nothing', () => {
    const data = Buffer.from('a secret that must not be seen');
    const [first, second] = [seal('key', 'test', data), seal('key', 'test', data)];
    expect(first.equals(second)).toBe(false);
    expect(first.includes(data)).toBe(false);
  });
});
