import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { SIGNATURE_ERRORS } from '#shared/authority/einvoice/signature/verdict.ts';
import { verifySignature } from '#shared/authority/einvoice/signature/verify.ts';
import { BETWEEN, DOCUMENT, type Lab, openLab } from '../../support/einvoice/signature-lab.ts';

let lab: Lab;
let signatures: Buffer[];
beforeAll(async () => {
  lab = await openLab();
  const xades = { format: 'XAdES', timestamp: true } as const;
  signatures = [lab.seal(), lab.seal({ form: 'enveloped' }), lab.seal(xades), lab.seal({ ...xades, form: 'enveloped' })].map(
    text => Buffer.from(text),
  );
});

const document = Buffer.from(DOCUMENT);
const checked = (signature: Uint8Array, signed: Uint8Array = document) =>
  verifySignature({ signature, signed, submitted: signed, between: BETWEEN }, lab.trust);

/** Bytes changed, cut out, doubled or inserted, anywhere. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  length: fc.nat(40),
  by: fc.oneof(
    fc.uint8Array({ maxLength: 4 }),
    fc.constantFrom('<', '>', '"', '&', '<!-- -->', '<x/>', ' ', '=').map(Buffer.from),
  ),
  kind: fc.constantFrom('replace', 'cut', 'double', 'insert'),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function changedBy(bytes: Buffer, { at, length, by, kind }: Change): Buffer {
  const start = Math.floor(at * bytes.length);
  const end = Math.min(bytes.length, start + length);
  const middle = { replace: by, cut: Buffer.alloc(0), double: bytes.subarray(start - length, end), insert: by }[kind];
  const after = kind === 'insert' || kind === 'double' ? start : kind === 'replace' ? start + by.length : end;
  return Buffer.concat([bytes.subarray(0, start), middle, bytes.subarray(after)]);
}

describe('random changes of the files', () => {
  it('a changed signature file has a documented result; a valid one is still over this very document', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(3), fc.array(change, { minLength: 1, maxLength: 3 }), async (which, changes) => {
        const file = changes.reduce(changedBy, signatures[which] ?? document);
        const { error } = await checked(file);
        expect(error === null || SIGNATURE_ERRORS.includes(error.code)).toBe(true);
        if (error === null) expect((await checked(file, Buffer.from(DOCUMENT.replace('100', '999')))).error).not.toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  it('a changed document is never valid', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(0, 2), change, async (which, one) => {
        const file = changedBy(document, one);
        fc.pre(!file.equals(document));
        expect((await checked(signatures[which] ?? document, file)).error?.code).toBe('signature_mismatch');
      }),
      { numRuns: 60 },
    );
  });
});
