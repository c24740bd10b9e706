import { generateKeyPair, generateKeyPairSync, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { makeCertificate, makeRevocationList } from './certificate.ts';
import type { CertificateRequest, Issuer } from './certificate.ts';
import type { TimestampAuthority } from './timestamp-token.ts';

/** The certificates that the simulator can sign with: a valid one, and one for each defect that a verifier must find. */
export const SEAL_CERTIFICATES = ['valid', 'expired', 'revoked', 'foreign'] as const;
export type SealCertificate = (typeof SEAL_CERTIFICATES)[number];

/** Keys and certificates for the simulator's signatures, as PEM, stored in its data; the private keys of the issuers are not stored. */
export interface SealMaterial {
  trustAnchor: string;
  /** The trust anchor's list of revoked certificates, with that of `revoked`. */
  revocationList: string;
  /** The private key of all certificates. */
  privateKey: string;
  certificates: Record<SealCertificate, string>;
  timestamps: TimestampAuthority;
}

const ORGANIZATION = 'Local Tax Authority (test)';
/** Earlier than any time of signing. */
const LONG_AGO = new Date('2021-01-01T00:00:00Z');

let made: Promise<SealMaterial> | undefined;

/** A test certificate authority and its certificates. A process makes them once: RSA keys take a tenth of a second of processor time. */
export const createSealMaterial = (): Promise<SealMaterial> => (made ??= newSealMaterial());

async function newSealMaterial(): Promise<SealMaterial> {
  const newKeys = promisify(generateKeyPair);
  const [root, seal] = await Promise.all([newKeys('rsa', { modulusLength: 2048 }), newKeys('rsa', { modulusLength: 2048 })]);
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const stamps = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const authority: Issuer = { name: { organization: ORGANIZATION, commonName: 'Test Root' }, key: root.privateKey };
  const foreign: Issuer = { name: { organization: 'Somebody Else', commonName: 'Other Root' }, key: stranger.privateKey };

  const certificate = (
    commonName: string,
    publicKey: KeyObject,
    issuer: Issuer,
    use: CertificateRequest['use'],
    further: Partial<CertificateRequest> = {},
  ): string => makeCertificate({ subject: { organization: ORGANIZATION, commonName }, publicKey, issuer, use, ...further });

  const certificates = {
    valid: certificate('Test Seal', seal.publicKey, authority, 'seal'),
    expired: certificate('Test Seal', seal.publicKey, authority, 'seal', { notAfter: LONG_AGO }),
    revoked: certificate('Test Seal', seal.publicKey, authority, 'seal'),
    foreign: certificate('Test Seal', seal.publicKey, foreign, 'seal'),
  };
  return {
    trustAnchor: certificate(authority.name.commonName, root.publicKey, authority, 'authority'),
    revocationList: makeRevocationList({
      issuer: authority,
      revoked: [{ serialNumber: new X509Certificate(certificates.revoked).serialNumber, at: LONG_AGO }],
    }),
    privateKey: pkcs8(seal.privateKey),
    certificates,
    timestamps: {
      certificate: certificate('Test Time-Stamps', stamps.publicKey, authority, 'time-stamps'),
      privateKey: pkcs8(stamps.privateKey),
    },
  };
}

const pkcs8 = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }) as string;
