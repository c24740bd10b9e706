import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { extension, makeRevocationList } from '../../../infra/local/taxauth/certificate.ts';
import { octets, oid, sequence, tlv } from '../../../infra/local/taxauth/der.ts';
import { makeTimestampToken } from '../../../infra/local/taxauth/timestamp-token.ts';
import { checkCertificate } from '#shared/authority/einvoice/signature/chain.ts';
import { verifyTimestamp } from '#shared/authority/einvoice/signature/timestamp.ts';
import { readTrust } from '#shared/authority/einvoice/signature/trust.ts';
import { SignatureError } from '#shared/authority/einvoice/signature/verdict.ts';
import { AT, type Certified, type Lab, openLab } from '../../support/einvoice/signature-lab.ts';

let lab: Lab;
let root: Certified['issuer'];
beforeAll(async () => {
  lab = await openLab();
  root = lab.authority.issuer;
});

/** The result of a check: a code, or null when it finds nothing. */
async function codeOf(check: Promise<unknown>): Promise<string | null> {
  try {
    await check;
    return null;
  } catch (error) {
    if (error instanceof SignatureError) return error.code;
    throw error;
  }
}

const x509 = (pem: string): X509Certificate => new X509Certificate(pem);

interface Checked {
  carried?: string[];
  revocationLists?: string;
  anchors?: string;
  at?: Date;
}

const checked = (certificate: string, { carried = [], revocationLists = '', anchors, at = AT }: Checked = {}) =>
  codeOf(
    checkCertificate(
      { certificate: x509(certificate), carried: carried.map(x509), use: 'signature', at },
      readTrust({ anchors: anchors ?? lab.authority.anchor, revocationLists }),
    ),
  );

const subject = (commonName: string) => ({ subject: { organization: 'Lab', commonName } });

describe('the certification path (RFC 5280 §6.1)', () => {
  it('leads to an anchor directly, through an included authority, or is the anchor itself', async () => {
    const direct = lab.certify(root, 'seal');
    const intermediate = lab.certify(root, 'authority', subject('Intermediate'));
    const { certificate } = lab.certify(intermediate.issuer, 'seal');
    expect(await checked(direct.certificate)).toBeNull();
    expect(await checked(certificate, { carried: [intermediate.certificate] })).toBeNull();
    expect(await checked(certificate, { anchors: intermediate.certificate })).toBeNull();
    expect(await checked(certificate, { anchors: certificate })).toBeNull();
    expect(await checked(certificate)).toBe('invalid_chain');
    expect(await checked(direct.certificate, { anchors: '' })).toBe('invalid_chain');
  });

  it('a root that the signature includes proves nothing', async () => {
    const other = lab.certify(
      { name: { organization: 'Evil', commonName: 'Evil Root' }, key: lab.certify(root, 'seal').key },
      'seal',
    );
    const evil = lab.certify(other.issuer, 'authority', subject('Evil'));
    const { certificate } = lab.certify(evil.issuer, 'seal');
    expect(await checked(certificate, { carried: [evil.certificate, other.certificate] })).toBe('invalid_chain');
  });

  it('an authority of the trusted name with another key is another authority', async () => {
    const { key } = lab.certify(root, 'seal');
    const { certificate } = lab.certify({ name: root.name, key }, 'seal');
    expect(await checked(certificate)).toBe('invalid_chain');
  });

  it('a signer cannot issue certificates, nor an authority below its path length', async () => {
    const signer = lab.certify(root, 'seal', subject('Signer'));
    const below = lab.certify(signer.issuer, 'seal');
    expect(await checked(below.certificate, { carried: [signer.certificate] })).toBe('invalid_chain');

    for (const [pathLength, expected] of [
      [0, 'invalid_chain'],
      [1, null],
    ] as const) {
      const first = lab.certify(root, 'authority', { ...subject('First'), pathLength });
      const second = lab.certify(first.issuer, 'authority', subject('Second'));
      const { certificate } = lab.certify(second.issuer, 'seal');
      expect(await checked(certificate, { carried: [second.certificate, first.certificate] }), `${pathLength}`).toBe(expected);
    }
  });

  it('an authority may not sign documents', async () => {
    expect(await checked(lab.certify(root, 'authority', subject('Authority')).certificate)).toBe('invalid_chain');
  });

  it('an unknown critical extension makes the certificate invalid, a non-critical one does not', async () => {
    const constraint = (critical: boolean) => [extension('2.5.29.30', sequence(), critical)];
    for (const [critical, expected] of [
      [true, 'invalid_chain'],
      [false, null],
    ] as const) {
      expect(await checked(lab.certify(root, 'seal', { extensions: constraint(critical) }).certificate)).toBe(expected);
    }
  });

  it('authorities that certify each other cause no endless loop', async () => {
    const a = lab.certify(root, 'authority', subject('A'));
    const b = lab.certify(a.issuer, 'authority', subject('B'));
    const circle = lab.certify(b.issuer, 'authority', subject('A'));
    const { certificate } = lab.certify(b.issuer, 'seal');
    expect(await checked(certificate, { carried: [b.certificate, circle.certificate] })).toBe('invalid_chain');
  });

  it('every certificate must be valid at the time of signing, not now', async () => {
    const notAfter = new Date('2026-03-01T00:00:00Z');
    const short = lab.certify(root, 'seal', { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter });
    const intermediate = lab.certify(root, 'authority', { ...subject('Intermediate'), notAfter });
    const { certificate } = lab.certify(intermediate.issuer, 'seal');
    const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
    expect(await checked(short.certificate, { at: at('2026-02-01') })).toBeNull();
    expect(await checked(short.certificate, { at: at('2026-03-02') })).toBe('certificate_expired');
    expect(await checked(short.certificate, { at: at('2025-12-31') })).toBe('certificate_expired');
    expect(await checked(certificate, { carried: [intermediate.certificate], at: at('2026-03-02') })).toBe('certificate_expired');
  });
});

describe('revocation lists (RFC 5280 §5)', () => {
  const listed = (certificate: string, at: string, more: object = {}): string =>
    makeRevocationList({
      issuer: root,
      revoked: [{ serialNumber: x509(certificate).serialNumber, at: new Date(at) }],
      ...more,
    });

  it('a certificate is revoked from the date in the list on', async () => {
    const { certificate } = lab.certify(root, 'seal');
    expect(await checked(certificate, { revocationLists: listed(certificate, '2026-02-01T00:00:00Z') })).toBe(
      'certificate_revoked',
    );
    expect(await checked(certificate, { revocationLists: listed(certificate, '2026-02-04T00:00:00Z') })).toBeNull();
    expect(await checked(certificate, { revocationLists: listed(lab.authority.anchor, '2026-02-01T00:00:00Z') })).toBeNull();
  });

  it('a list past its next update is still used', async () => {
    const { certificate } = lab.certify(root, 'seal');
    const old = { thisUpdate: new Date('2025-01-01T00:00:00Z'), nextUpdate: new Date('2025-02-01T00:00:00Z') };
    expect(await checked(certificate, { revocationLists: listed(certificate, '2025-01-01T00:00:00Z', old) })).toBe(
      'certificate_revoked',
    );
  });

  it('an intermediate authority can be revoked too', async () => {
    const intermediate = lab.certify(root, 'authority', subject('Intermediate'));
    const { certificate } = lab.certify(intermediate.issuer, 'seal');
    const revocationLists = listed(intermediate.certificate, '2026-02-01T00:00:00Z');
    expect(await checked(certificate, { carried: [intermediate.certificate], revocationLists })).toBe('certificate_revoked');
  });

  it('no other issuer can revoke: not under the same name, not under its own', async () => {
    const { certificate, key } = lab.certify(root, 'seal');
    for (const issuer of [
      { name: root.name, key },
      { name: { organization: 'Evil', commonName: 'Evil' }, key },
    ]) {
      expect(await checked(certificate, { revocationLists: listed(certificate, '2026-02-01T00:00:00Z', { issuer }) })).toBeNull();
    }
  });

  it.each([
    ['a delta list', extension('2.5.29.27', tlv(0x02, Buffer.of(1)), true), 'delta list'],
    ['an indirect list', extension('2.5.29.28', sequence(tlv(0x84, Buffer.of(0xff))), true), 'other issuers'],
    ['a list with an unknown critical extension', extension('1.3.6.1.4.1.99999.2', octets(oid('1.2.3')), true), 'not understood'],
  ])('%s cannot be configured', (_, added, why) => {
    const revocationLists = makeRevocationList({ issuer: root, revoked: [], extensions: [added] });
    expect(() => readTrust({ anchors: lab.authority.anchor, revocationLists })).toThrow(why);
  });

  it('the configuration must be readable', () => {
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    expect(() => readTrust({ anchors: lab.authority.anchor + broken, revocationLists: '' })).toThrow(
      'Trust anchor 2 cannot be used',
    );
    expect(() => readTrust({ anchors: '', revocationLists: broken.replaceAll('CERTIFICATE', 'X509 CRL') })).toThrow(
      'Revocation list 1',
    );
  });
});

describe('time-stamps (RFC 3161)', () => {
  const stamped = Buffer.from('what is stamped');
  const stampedBy = ({ certificate, key }: Certified) => {
    const token = makeTimestampToken(
      { certificate, privateKey: key.export({ type: 'pkcs8', format: 'pem' }) as string },
      stamped,
      AT,
    );
    return (over = stamped, revocationLists = '') =>
      verifyTimestamp(token, over, readTrust({ anchors: lab.authority.anchor, revocationLists }));
  };

  it('have a time to the second, over exactly these bytes', async () => {
    const verify = stampedBy(lab.certify(root, 'time-stamps'));
    expect(await verify()).toEqual(AT);
    expect(await codeOf(verify(Buffer.from('something else')))).toBe('timestamp_invalid');
  });

  it('must be made by an authority for time-stamps, under an anchor, valid and not revoked', async () => {
    const good = lab.certify(root, 'time-stamps');
    const stranger = lab.certify({ name: root.name, key: good.key }, 'time-stamps');
    const early = lab.certify(root, 'time-stamps', { notAfter: new Date('2026-01-01T00:00:00Z') });
    for (const authority of [lab.certify(root, 'seal'), stranger, early]) {
      expect(await codeOf(stampedBy(authority)())).toBe('timestamp_invalid');
    }
    const revoked = [{ serialNumber: x509(good.certificate).serialNumber, at: new Date('2026-01-01T00:00:00Z') }];
    expect(await codeOf(stampedBy(good)(stamped, makeRevocationList({ issuer: root, revoked })))).toBe('timestamp_invalid');
  });
});
