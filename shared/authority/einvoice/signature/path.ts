import { X509Certificate } from 'node:crypto';
import { BasicConstraints, Certificate } from 'pkijs';
import { isAcceptable } from './algorithms.ts';

/** Certification paths (RFC 5280 §6.1) from a signer to a trust anchor, regardless of validity periods, which chain.ts checks. */

export type Use = 'signature' | 'time-stamps';

/** The signer first, the anchor last. */
export type Path = [X509Certificate, ...X509Certificate[]];

const MAX_LENGTH = 6;
const MAX_PATHS = 8;

/**
 * The paths from a certificate to an anchor. Certificates of the signature may be intermediate ones, but are not trusted by
 * themselves. The certificate itself can be an anchor.
 */
export function findPaths(
  leaf: X509Certificate,
  use: Use,
  { anchors, carried }: { anchors: readonly X509Certificate[]; carried: readonly X509Certificate[] },
): Path[] {
  const found: Path[] = [];
  const extend = (path: Path): void => {
    const last = path.at(-1) ?? leaf;
    if (found.length >= MAX_PATHS) return;
    if (anchors.some(anchor => anchor.raw.equals(last.raw))) {
      if (path.length === 1 || isInOrder(path, use)) found.push(path);
      return;
    }
    if (path.length >= MAX_LENGTH) return;
    const between = carried.filter(one => !path.some(other => other.raw.equals(one.raw)));
    for (const issuer of [...anchors, ...between]) {
      if (isIssuedBy(last, issuer)) extend([...path, issuer]);
    }
  };
  extend([leaf]);
  return found;
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && isAcceptable(issuer.publicKey) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

export const parsed = (certificate: X509Certificate): Certificate => Certificate.fromBER(certificate.raw);

/** Whether the extensions of every certificate of a path allow its role in the path. */
function isInOrder(path: Path, use: Use): boolean {
  try {
    const all = path.map(parsed);
    // The signature of the anchor itself is not checked, since it is trusted by configuration.
    const signed = all
      .slice(0, -1)
      .every(({ signatureAlgorithm }) => SIGNATURE_ALGORITHMS.includes(signatureAlgorithm.algorithmId));
    return (
      signed &&
      all.every((certificate, place) =>
        place === 0 ? maySign(certificate, use) : mayIssue(certificate, authoritiesBelow(path, place)),
      )
    );
  } catch {
    // A certificate that cannot be parsed is invalid.
    return false;
  }
}

/** The number of authorities between a certificate and the signer, without self-issued ones. */
const authoritiesBelow = (path: Path, place: number): number =>
  path.slice(1, place).filter(({ subject, issuer }) => subject !== issuer).length;

const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const CERTIFICATE_POLICIES = '2.5.29.32';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

/** Critical extensions that are processed; policies too, since any policy is accepted. */
const UNDERSTOOD = [BASIC_CONSTRAINTS, KEY_USAGE, EXTENDED_KEY_USAGE, CERTIFICATE_POLICIES];

/** SHA-256 and stronger, with RSA, RSA-PSS and ECDSA. */
const SIGNATURE_ALGORITHMS = [
  '1.2.840.113549.1.1.10',
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
];

const extensionOf = ({ extensions = [] }: Certificate, id: string) => extensions.find(({ extnID }) => extnID === id);

const isUnderstood = ({ extensions = [] }: Certificate): boolean =>
  extensions.every(({ extnID, critical }) => !critical || UNDERSTOOD.includes(extnID)) &&
  new Set(extensions.map(({ extnID }) => extnID)).size === extensions.length;

/** The bits of `keyUsage` from the left; undefined where the extension does not restrict the key. */
function keyUsage(certificate: Certificate): number | undefined {
  const value = extensionOf(certificate, KEY_USAGE)?.parsedValue as { valueBlock: { valueHexView: Uint8Array } } | undefined;
  return value?.valueBlock.valueHexView[0];
}

const DIGITAL_SIGNATURE = 0x80;
const NON_REPUDIATION = 0x40;
const KEY_CERT_SIGN = 0x04;

function mayIssue(certificate: Certificate, below: number): boolean {
  const constraints = extensionOf(certificate, BASIC_CONSTRAINTS)?.parsedValue as unknown;
  if (!(constraints instanceof BasicConstraints) || !constraints.cA || !isUnderstood(certificate)) return false;
  if (((keyUsage(certificate) ?? KEY_CERT_SIGN) & KEY_CERT_SIGN) === 0) return false;
  const limit = constraints.pathLenConstraint;
  return limit === undefined || below <= Number(limit);
}

function maySign(certificate: Certificate, use: Use): boolean {
  if (!isUnderstood(certificate)) return false;
  const usage = keyUsage(certificate) ?? DIGITAL_SIGNATURE;
  if ((usage & (DIGITAL_SIGNATURE | NON_REPUDIATION)) === 0) return false;
  if (use === 'signature') return true;
  const purposes = extensionOf(certificate, EXTENDED_KEY_USAGE);
  const value = purposes?.parsedValue as { keyPurposes: string[] } | undefined;
  // RFC 3161 §2.3: the extension must be critical and contain only this purpose.
  return purposes?.critical === true && value?.keyPurposes.length === 1 && value.keyPurposes[0] === TIME_STAMPING;
}
