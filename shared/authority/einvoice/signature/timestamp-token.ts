import { createHash, X509Certificate } from 'node:crypto';
import { Certificate, ContentInfo, SignedData, TSTInfo } from 'pkijs';
import { SignatureError } from './verdict.ts';

export const invalidTimestamp = (message: string, cause?: unknown): SignatureError =>
  new SignatureError('timestamp_invalid', message, cause);

/**
 * Time-stamp tokens, without the question whether their signer can be trusted (timestamp.ts): apart, because that needs the code for XML
 * signatures.
 */

/** A time-stamp whose digest and signature are right. */
export interface ReadTimestamp {
  info: TSTInfo;
  /** That of its signer; whether it can be trusted was not checked. */
  certificate: X509Certificate;
  /** The certificates in the token. */
  carried: X509Certificate[];
}

/**
 * Reads a time-stamp token (RFC 3161 §2.4.2) for some bytes, and verifies its digest, its signature, and that it names the
 * certificate of its signer.
 *
 * @throws SignatureError `timestamp_invalid`
 */
export async function readTimestamp(token: Uint8Array, stamped: Uint8Array): Promise<ReadTimestamp> {
  const { signed, info, carried } = read(token);
  if (!hash(info.messageImprint.hashAlgorithm.algorithmId, stamped).equals(octetsOf(info.messageImprint.hashedMessage))) {
    throw invalidTimestamp('The time-stamp was made for another content.');
  }
  const certificate = await signerOf(signed, stamped);
  checkSigningCertificate(signed, certificate);
  return { info, certificate, carried };
}

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';

interface Token {
  signed: SignedData;
  info: TSTInfo;
  /** The certificates in the token. */
  carried: X509Certificate[];
}

function read(token: Uint8Array): Token {
  try {
    const content = ContentInfo.fromBER(token);
    if (content.contentType !== SIGNED_DATA) throw new Error('no signed data');
    const signed = new SignedData({ schema: content.content });
    const { eContentType, eContent } = signed.encapContentInfo;
    if (eContentType !== TST_INFO || !eContent || signed.signerInfos.length !== 1) throw new Error('no time-stamp');
    const carried = (signed.certificates ?? []).filter(one => one instanceof Certificate).map(nodeCertificate);
    return { signed, info: TSTInfo.fromBER(eContent.getValue()), carried };
  } catch (error) {
    throw invalidTimestamp('The time-stamp cannot be read.', error);
  }
}

/** SHA-2 by object identifier. */
const HASHES: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

function hash(id: string, content: Uint8Array): Buffer {
  const name = HASHES[id];
  if (!name) throw invalidTimestamp(`The time-stamp uses the digest method ${id}, which is not accepted.`);
  return createHash(name).update(content).digest();
}

const octetsOf = ({ valueBlock }: { valueBlock: { valueHexView: Uint8Array } }): Uint8Array => valueBlock.valueHexView;

const nodeCertificate = (certificate: Certificate): X509Certificate =>
  new X509Certificate(Buffer.from(certificate.toSchema(false).toBER()));

/** The certificate of the token's signer. */
async function signerOf(signed: SignedData, stamped: Uint8Array): Promise<X509Certificate> {
  const [signer] = signed.signerInfos;
  if (!HASHES[signer?.digestAlgorithm.algorithmId ?? ''])
    throw invalidTimestamp('The time-stamp is signed by a method that is not accepted.');
  try {
    const data = Uint8Array.from(stamped).buffer;
    const { signatureVerified, signerCertificate } = await signed.verify({ signer: 0, data, extendedMode: true });
    if (signatureVerified === true && signerCertificate) return nodeCertificate(signerCertificate);
  } catch (error) {
    throw invalidTimestamp('The signature of the time-stamp does not verify.', error);
  }
  throw invalidTimestamp('The signature of the time-stamp does not verify.');
}

/** `SigningCertificateV2` and `SigningCertificate` (RFC 5035), with their default digest algorithms. */
const NAMING = [
  { type: '1.2.840.113549.1.9.16.2.47', byDefault: 'sha256' },
  { type: '1.2.840.113549.1.9.16.2.12', byDefault: 'sha1' },
];

interface Node {
  valueBlock: { value?: Node[]; valueHexView?: Uint8Array };
  idBlock: { tagNumber: number };
}

/**
 * RFC 3161 §2.4.2: the token identifies its signer's certificate, so that it cannot be replaced by another one with the same key.
 */
function checkSigningCertificate(signed: SignedData, certificate: X509Certificate): void {
  const attributes = signed.signerInfos[0]?.signedAttrs?.attributes ?? [];
  for (const { type, byDefault } of NAMING) {
    const value = attributes.find(one => one.type === type)?.values[0] as Node | undefined;
    // SEQUENCE { certs SEQUENCE OF SEQUENCE { [hashAlgorithm,] certHash OCTET STRING, … } }: the first is the signer's.
    const first = value?.valueBlock.value?.[0]?.valueBlock.value?.[0]?.valueBlock.value ?? [];
    const digest = first.find(({ idBlock }) => idBlock.tagNumber === 4)?.valueBlock.valueHexView;
    if (!digest) continue;
    const algorithm = first[0]?.valueBlock.value?.[0] as { valueBlock: { toString(): string } } | undefined;
    const named = first[0]?.idBlock.tagNumber === 16 ? HASHES[algorithm?.valueBlock.toString() ?? ''] : byDefault;
    if (named && createHash(named).update(certificate.raw).digest().equals(digest)) return;
    throw invalidTimestamp('The time-stamp names another certificate than that of its signer.');
  }
  throw invalidTimestamp('The time-stamp does not name the certificate of its signer.');
}
