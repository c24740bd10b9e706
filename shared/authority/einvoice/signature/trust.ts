import { X509Certificate } from 'node:crypto';
import { CertificateRevocationList, IssuingDistributionPoint } from 'pkijs';

/** The trust anchors and revocation lists that signatures are verified with: configuration of the deployment, never input. */
export interface Trust {
  /** Trusted certificates: of authorities, or of signers. */
  anchors: X509Certificate[];
  revocationLists: CertificateRevocationList[];
  /** SHA-256 fingerprints, in lower-case hex, of the certificates that may sign documents; undefined: all with a path to an anchor. */
  seals: readonly string[] | undefined;
}

/** A deployment's trust as it is configured: PEM texts, any number of blocks each, and the setting `TAXAUTH_SEALS`. */
export interface TrustSettings {
  anchors: string;
  revocationLists: string;
  seals?: readonly string[] | undefined;
}

/**
 * Reads the configured certificates and revocation lists.
 *
 * @throws Error that names the invalid block
 */
export function readTrust({ anchors, revocationLists, seals }: TrustSettings): Trust {
  return {
    anchors: blocks(anchors, 'CERTIFICATE').map((der, at) => named(`Trust anchor ${at + 1}`, () => new X509Certificate(der))),
    revocationLists: blocks(revocationLists, 'X509 CRL').map((der, at) =>
      named(`Revocation list ${at + 1}`, () => readRevocationList(der)),
    ),
    seals,
  };
}

const blocks = (text: string, label: string): Buffer[] =>
  [...text.matchAll(new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]+)-----END ${label}-----`, 'g'))].map(match =>
    Buffer.from(match[1] ?? '', 'base64'),
  );

function named<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${what} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

const DELTA_INDICATOR = '2.5.29.27';
const ISSUING_DISTRIBUTION_POINT = '2.5.29.28';
const NUMBER = '2.5.29.20';
const AUTHORITY_KEY_IDENTIFIER = '2.5.29.35';

function readRevocationList(der: Buffer): CertificateRevocationList {
  const list = CertificateRevocationList.fromBER(der);
  for (const { extnID, critical, parsedValue } of list.crlExtensions?.extensions ?? []) {
    if (extnID === DELTA_INDICATOR) throw new Error('it is a delta list; configure the complete list.');
    // RFC 5280 §5.2: a list with an unknown critical extension must not be used.
    const point = parsedValue instanceof IssuingDistributionPoint ? parsedValue : undefined;
    if (point?.indirectCRL === true)
      throw new Error(
        'it is an indirect list, with certificates of other issuers; configure the lists of the issuers themselves.',
      );
    if (critical && ![ISSUING_DISTRIBUTION_POINT, NUMBER, AUTHORITY_KEY_IDENTIFIER].includes(extnID)) {
      throw new Error(`its critical extension ${extnID} is not understood.`);
    }
  }
  return list;
}
