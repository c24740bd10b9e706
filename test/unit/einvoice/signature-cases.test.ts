import { beforeAll, describe, expect, it } from 'vitest';
import { readTrust, type Trust } from '#shared/authority/einvoice/signature/trust.ts';
import { verifySignature } from '#shared/authority/einvoice/signature/verify.ts';
import { attackCases, wrappingCases } from '../../support/einvoice/signature-attacks.ts';
import { plainCases, type SignatureCase } from '../../support/einvoice/signature-cases.ts';
import { BETWEEN, type Lab, openLab } from '../../support/einvoice/signature-lab.ts';

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
