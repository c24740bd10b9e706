import type { X509Certificate } from 'node:crypto';
import type { CertificateRevocationList, RevokedCertificate } from 'pkijs';
import { findPaths, parsed, type Path, type Use } from './path.ts';
import type { Trust } from './trust.ts';
import { SignatureError } from './verdict.ts';

export interface CertificateCheck {
  certificate: X509Certificate;
  /** Certificates that came with the signature. */
  carried: readonly X509Certificate[];
  use: Use;
  /** The instant at which it must be valid. */
  at: Date;
}

/**
 * Checks that a certificate has a path to a trust anchor, was valid at an instant, and was not revoked by then.
 *
 * @throws SignatureError `invalid_chain`, `certificate_expired` (also if it was not valid yet), `certificate_revoked`
 */
export async function checkCertificate({ certificate, carried, use, at }: CertificateCheck, trust: Trust): Promise<void> {
  const paths = findPaths(certificate, use, { anchors: trust.anchors, carried });
  let first: unknown = new SignatureError(
    'invalid_chain',
    trust.anchors.length === 0
      ? 'No trust anchors are configured.'
      : 'The certificate of the signer has no path to a configured trust anchor.',
  );
  for (const [place, path] of paths.entries()) {
    try {
      path.forEach(one => checkTime(one, at));
      await checkRevocation(path, at, trust);
      return;
    } catch (error) {
      if (place === 0) first = error;
    }
  }
  throw first;
}

/**
 * Checks that a certificate is a seal of the authority, where the deployment says which those are: the issuer of the seal also certifies
 * taxpayers, whose certificates have a path to the same anchor.
 *
 * @throws SignatureError `invalid_chain`
 */
export function checkSeal({ fingerprint256, subject }: X509Certificate, { seals }: Trust): void {
  if (!seals || seals.includes(fingerprint256.replaceAll(':', '').toLowerCase())) return;
  const name = subject.replaceAll('\n', ', ');
  throw new SignatureError(
    'invalid_chain',
    `The signature is not by a seal of the tax authority, but by the certificate of ${name}.`,
  );
}

function checkTime({ validFromDate, validToDate, subject }: X509Certificate, at: Date): void {
  if (at >= validFromDate && at <= validToDate) return;
  const name = subject.replaceAll('\n', ', ');
  throw new SignatureError('certificate_expired', `The certificate of ${name} was not valid at ${at.toISOString()}.`);
}

/** Checks every certificate below the anchor against the revocation lists of its issuer, if there are any. */
async function checkRevocation(path: Path, at: Date, { revocationLists }: Trust): Promise<void> {
  for (const [place, certificate] of path.slice(0, -1).entries()) {
    const issuer = parsed(path[place + 1] ?? certificate);
    const subject = parsed(certificate);
    for (const list of revocationLists) {
      if (!(await isListOf(list, issuer))) continue;
      const entry = list.revokedCertificates?.find(({ userCertificate }) => userCertificate.isEqual(subject.serialNumber));
      const since = entry && revokedSince(entry);
      if (since && since <= at) {
        throw new SignatureError('certificate_revoked', `The certificate was revoked as of ${since.toISOString()}.`);
      }
    }
  }
}

const CRL_SIGN = 0x02;

/** Whether the issuer of a certificate signed the list; other lists say nothing about the certificate. */
async function isListOf(list: CertificateRevocationList, issuer: ReturnType<typeof parsed>): Promise<boolean> {
  const usage = issuer.extensions?.find(({ extnID }) => extnID === '2.5.29.15')?.parsedValue as
    { valueBlock: { valueHexView: Uint8Array } } | undefined;
  if (usage && ((usage.valueBlock.valueHexView[0] ?? 0) & CRL_SIGN) === 0) return false;
  try {
    return await list.verify({ issuerCertificate: issuer });
  } catch {
    return false;
  }
}

const INVALIDITY_DATE = '2.5.29.24';

/** The instant from which a key is not trusted: the revocation date, or the invalidity date (RFC 5280 §5.3.2) if earlier. */
function revokedSince({ revocationDate, crlEntryExtensions }: RevokedCertificate): Date {
  const invalidity = crlEntryExtensions?.extensions.find(({ extnID }) => extnID === INVALIDITY_DATE)?.parsedValue as
    { toDate?: () => Date } | undefined;
  const since = invalidity?.toDate?.();
  return since && since < revocationDate.value ? since : revocationDate.value;
}
