import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { readTrust, type Trust } from '#shared/authority/einvoice/signature/trust.ts';
import { verifySignature } from '#shared/authority/einvoice/signature/verify.ts';
import { attackCases, wrappingCases } from '../../support/einvoice/signature-attacks.ts';
import { plainCases, type SignatureCase } from '../../support/einvoice/signature-cases.ts';
import { BETWEEN, FILE, FORGED, type Lab, openLab, referenceTo, sha256 } from '../../support/einvoice/signature-lab.ts';

let lab: Lab;
/** The simulator's anchor and list, and the lab's own authority. */
let trust: Trust;
beforeAll(async () => {
  lab = await openLab();
  trust = readTrust({ anchors: lab.material.trustAnchor + lab.authority.anchor, revocationLists: lab.material.revocationList });
});

const verdictOf = ({ signature, signed, submitted = signed }: SignatureCase) =>
  verifySignature(
    { signature: Buffer.from(signature), signed: Buffer.from(signed), submitted: Buffer.from(submitted), between: BETWEEN },
    trust,
  );

/** The names are known before the keys are: tables are built when the tests run. */
const checked = async (rows: SignatureCase[]) =>
  Object.fromEntries(await Promise.all(rows.map(async one => [one.name, (await verdictOf(one)).error?.code ?? null] as const)));
const expected = (rows: SignatureCase[]) => Object.fromEntries(rows.map(({ name, error }) => [name, error]));

describe('signatures get the code of the interface', () => {
  it('valid, tampered with, expired, revoked, foreign, without a time-stamp or with a bad one', async () => {
    const rows = plainCases(lab);
    expect(await checked(rows)).toEqual(expected(rows));
  });

  it.each([
    ['a file without a signature has no time of one', '<answer/>', 'no_signature', null],
    ['one that cannot be read is dated by the response', '<answer', 'signature_mismatch', BETWEEN.answered],
  ])('%s', async (_, text, code, signedAt) => {
    const bytes = Buffer.from(text);
    const verdict = await verifySignature({ signature: bytes, signed: bytes, submitted: bytes, between: BETWEEN }, trust);
    expect([verdict.error?.code, verdict.signedAt]).toEqual([code, signedAt]);
  });

  it('a file of more than 1,000 ids is rejected, of which no more are read', async () => {
    const many = (count: number): string =>
      `<a>${Array.from({ length: count }, (_, at) => `<b Id="i${at}"/>`).join('')}<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/></a>`;
    const messageOf = async (count: number) => {
      const bytes = Buffer.from(many(count));
      return (await verifySignature({ signature: bytes, signed: bytes, submitted: bytes, between: BETWEEN }, trust)).error
        ?.message;
    };
    expect(await messageOf(1_000)).not.toContain('ids');
    for (const count of [1_001, 100_000]) expect(await messageOf(count)).toContain('more than 1000 ids');
  });

  it('all eight wrapping attacks are rejected', async () => {
    const rows = wrappingCases(lab);
    expect(rows).toHaveLength(8);
    expect(await checked(rows)).toEqual(expected(rows));
  });

  it('the known vulnerabilities of XML signature libraries are rejected', async () => {
    const rows = attackCases(lab);
    expect(await checked(rows)).toEqual(expected(rows));
  });

  it('xmlsec1 agrees, except about properties that it does not check (recorded; `node test/conformance/signature.ts` measures it)', () => {
    const rows = [...plainCases(lab), ...wrappingCases(lab), ...attackCases(lab)];
    const otherwise = rows.filter(({ error, xmlsec1 }) => (error === null) !== xmlsec1);
    expect(otherwise.filter(({ beyond }) => beyond === undefined).map(({ name }) => name)).toEqual([]);
    // It accepts more than we do, never less.
    expect(otherwise.filter(({ error }) => error === null)).toEqual([]);
    expect(rows.filter(({ beyond }) => beyond === undefined).length).toBeGreaterThan(30);
  });
});

describe('pinned seals', () => {
  /** Of a forged invoice that a taxpayer signed, whose certificate is from the authority's issuer. */
  const forged = () => {
    const taxpayer = lab.certify(lab.authority.issuer, 'seal', {
      subject: { organization: 'Rau Platnic SRL', commonName: 'Ion Popescu' },
    });
    const signature = lab.sign({ references: referenceTo(FILE, sha256(FORGED)), by: taxpayer });
    return {
      taxpayer,
      bytes: { signature: Buffer.from(signature), signed: Buffer.from(FORGED), submitted: Buffer.from(FORGED) },
    };
  };
  const fingerprintOf = (pem: string) => new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase();

  it.each<[string, 'none' | 'seal' | 'both', string | null]>([
    ['without a pin everybody under the trusted root is believed', 'none', null],
    ['with one a taxpayer under the same root is not', 'seal', 'invalid_chain'],
    ['of several pinned certificates each is believed', 'both', null],
  ])('%s', async (_, pinned, code) => {
    const seal = lab.certify(lab.authority.issuer, 'seal').certificate;
    const { taxpayer, bytes } = forged();
    const seals = { none: undefined, seal: [fingerprintOf(seal)], both: [seal, taxpayer.certificate].map(fingerprintOf) }[pinned];
    const verdict = await verifySignature({ ...bytes, between: BETWEEN }, { ...lab.authority.trust, seals });
    expect(verdict.error?.code ?? null).toBe(code);
    if (code === null) return;
    expect(verdict.error?.message).toBe(
      'The signature is not by a seal of the tax authority, but by the certificate of O=Rau Platnic SRL, CN=Ion Popescu.',
    );
    expect(verdict).toMatchObject({ certificateChainValid: false, xmlIntegrityValid: true });
  });

  it('an expired, revoked or foreign certificate keeps its own code', async () => {
    const seals = [fingerprintOf(lab.material.certificates.valid)];
    const codes = plainCases(lab).map(async one => {
      const bytes = { signature: Buffer.from(one.signature), signed: Buffer.from(one.signed) };
      const submitted = Buffer.from(one.submitted ?? one.signed);
      return (await verifySignature({ ...bytes, submitted, between: BETWEEN }, { ...lab.trust, seals })).error?.code;
    });
    expect(await Promise.all(codes)).toEqual(expect.arrayContaining(['certificate_expired', 'certificate_revoked', undefined]));
  });
});
