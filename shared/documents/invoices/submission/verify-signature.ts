import type { X509Certificate } from 'node:crypto';
import type * as z from 'zod';
import { getFile } from '#shared/platform/aws/documents-bucket.ts';
import { readTrustFile } from '#shared/platform/aws/trust-bucket.ts';
import { setting } from '#shared/platform/settings/settings.ts';
import { SignatureError, type SignatureVerdict, undecided } from '#shared/authority/einvoice/signature/verdict.ts';
import { TaxauthAnswerLost } from '#shared/authority/taxauth/client/errors.ts';
import { now, presentInstant } from '#shared/base/kernel/clock.ts';
import { notFound, validation } from '#shared/base/kernel/errors.ts';
import { loadMeanwhile } from '#shared/base/kernel/load-meanwhile.ts';
import { readableAnswer, storedAnswer } from './stored-answer.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { verificationSchema } from './schema.ts';

/**
 * Verification of the authority's signature over a validated document (EIN-34 to EIN-37).
 */

export type Verification = z.infer<typeof verificationSchema>;

/**
 * Verifies the authority's signature over the submitted XML, with the trust anchors and revocation lists of the deployment.
 *
 * @throws 404 unless the document is validated or received; 422 with the result in `details`, when the authority's answer contains
 *   no signature
 */
export async function verifyInvoiceSignature(invoice: Invoice | undefined): Promise<Verification> {
  if ((invoice?.status !== 'validated' && invoice?.status !== 'synced') || invoice.purchase || invoice.imported)
    throw notFound('Validated invoice');
  const verification = presentVerification(await verdictOn(invoice));
  if (!verification.valid && verification.error === 'no_signature') throw validation(verification.errorMessage, verification);
  return verification;
}

async function verdictOn(invoice: Invoice): Promise<SignatureVerdict> {
  // Large modules that only this function needs: loaded while the files are read.
  const [answer, submitted, anchors, revocationLists, { verifySignature }, { readTrust }] = await Promise.all([
    storedAnswer(invoice),
    invoice.xmlPath ? getFile(invoice.xmlPath) : undefined,
    readTrustFile('taxauthAnchors'),
    readTrustFile('taxauthRevocationLists'),
    loadMeanwhile(() => import('#shared/authority/einvoice/signature/verify.ts')),
    loadMeanwhile(() => import('#shared/authority/einvoice/signature/trust.ts')),
  ]);
  const answered = new Date(invoice.validatedAt ?? now());
  const archive = answer && readableAnswer(answer);
  if (archive instanceof TaxauthAnswerLost) {
    return undecided(new SignatureError('signature_mismatch', archive.message, archive), answered);
  }
  if (!archive?.signature) {
    return undecided(new SignatureError('no_signature', 'The answer of the tax authority contains no signature.'), null);
  }
  if (!submitted) {
    return undecided(new SignatureError('signature_mismatch', 'The XML that was submitted is no longer stored.'), answered);
  }
  return verifySignature(
    {
      signature: Buffer.from(archive.signature),
      signed: archive.signedBytes,
      submitted: submitted.bytes,
      between: { issued: issuedAt(invoice), answered },
    },
    readTrust({ anchors, revocationLists, seals: setting('TAXAUTH_SEALS') }),
  );
}

/**
 * The earliest time at which a document can have been signed. A received one states only its date, in Romanian time: a day is
 * subtracted.
 */
const issuedAt = ({ received, issueDate, issuedAt: at, createdAt }: Invoice): Date =>
  received ? new Date(Date.parse(issueDate) - DAY_MILLIS) : new Date(at ?? createdAt);

const DAY_MILLIS = 86_400_000;

/** The JSON of a verdict. Pure except for the time of the verification. */
export function presentVerification(verdict: SignatureVerdict): Verification {
  const { certificateChainValid, timestampValid, xmlIntegrityValid } = verdict;
  const findings = { certificateChainValid, timestampValid, xmlIntegrityValid };
  const verifiedAt = presentDate(now());
  if (verdict.error) {
    const { error, certificate, signedAt } = verdict;
    return {
      valid: false,
      error: error.code,
      errorMessage: error.message,
      signer: certificate && signerName(certificate),
      signatureTimestamp: signedAt && presentDate(signedAt),
      verifiedAt,
      details: findings,
    };
  }
  const { certificate, signedAt, algorithm, format } = verdict;
  return {
    valid: true,
    signer: signerName(certificate),
    signerCertificate: {
      subject: distinguishedName(certificate.subject),
      issuer: distinguishedName(certificate.issuer),
      serialNumber: certificate.serialNumber,
      validFrom: presentDate(certificate.validFromDate),
      validUntil: presentDate(certificate.validToDate),
      fingerprint: certificate.fingerprint256,
    },
    signatureTimestamp: presentDate(signedAt),
    algorithm,
    signatureFormat: format,
    ...findings,
    verifiedAt,
  };
}

const presentDate = (at: Date): string => presentInstant(at.toISOString());

/** A distinguished name as RFC 4514 §2.1 writes it. Node writes one attribute per line, in the opposite order. */
const distinguishedName = (lines: string): string => lines.split('\n').reverse().join(', ');

const signerName = ({ subject }: X509Certificate): string => /^CN=(.+)$/m.exec(subject)?.[1] ?? distinguishedName(subject);
