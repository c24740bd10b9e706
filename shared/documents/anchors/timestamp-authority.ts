import { Integer, OctetString } from 'asn1js';
import { createHash, randomBytes } from 'node:crypto';
import { AlgorithmIdentifier, MessageImprint, PKIStatus, TimeStampReq, TimeStampResp } from 'pkijs';
import { readTimestamp } from '#shared/authority/einvoice/signature/timestamp-token.ts';
import { readBody } from '#shared/platform/outbound/read-body.ts';

/** Client of a time-stamping authority (RFC 3161), over HTTP (§3.4). */

/** There is no time stamp: the authority does not respond, refuses, or its response is not about the request. */
export class TimestampFailed extends Error {
  constructor(url: string, problem: string, options?: ErrorOptions) {
    super(`The time-stamping authority ${new URL(url).host} ${problem}`, options);
    this.name = 'TimestampFailed';
  }
}

const SHA256 = '2.16.840.1.101.3.4.2.1';
const TIMEOUT_MILLIS = 10_000;
/** Limit of a response; those with a chain of certificates have about 6 KB. */
const MOST_BYTES = 100_000;

/**
 * Requests a time stamp for the SHA-256 of some bytes. Whether its signer can be trusted is for those to decide whom the stamp must
 * convince: it contains the certificates of the signer.
 *
 * @param url of the authority
 * @returns the whole response in DER, as `openssl ts -verify -in` reads it, and the time that it states
 * @throws TimestampFailed
 */
export async function requestTimestamp(url: string, bytes: Uint8Array): Promise<{ response: Uint8Array; at: Date }> {
  const nonce = newNonce();
  const response = await post(url, writeRequest(bytes, nonce));
  try {
    const { status, timeStampToken } = TimeStampResp.fromBER(response);
    if ((status.status !== PKIStatus.granted && status.status !== PKIStatus.grantedWithMods) || !timeStampToken)
      throw new Error(`it refused with status ${status.status}`);
    const { info } = await readTimestamp(new Uint8Array(timeStampToken.toSchema().toBER()), bytes);
    if (!info.nonce?.isEqual(nonce)) throw new Error('it responded to another request');
    return { response, at: info.genTime };
  } catch (error) {
    throw new TimestampFailed(url, `sent no valid time stamp: ${(error as Error).message}`, { cause: error });
  }
}

/** A positive integer, so that no authority must decide how to encode a negative one. */
function newNonce(): Integer {
  const random = randomBytes(9);
  random[0] = 1;
  return new Integer({ valueHex: Uint8Array.from(random).buffer });
}

/** RFC 3161 §2.4.1; `certReq`: the response shall contain the certificate of its signer. */
function writeRequest(bytes: Uint8Array, nonce: Integer): ArrayBuffer {
  const hashedMessage = new OctetString({ valueHex: Uint8Array.from(createHash('sha256').update(bytes).digest()).buffer });
  const messageImprint = new MessageImprint({ hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }), hashedMessage });
  return new TimeStampReq({ version: 1, messageImprint, nonce, certReq: true }).toSchema().toBER();
}

async function post(url: string, request: ArrayBuffer): Promise<Uint8Array> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
      body: request,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLIS),
    });
    if (!response.ok) throw new TimestampFailed(url, `answered HTTP ${response.status}.`);
    return await readBody(response, MOST_BYTES);
  } catch (error) {
    if (error instanceof TimestampFailed) throw error;
    throw new TimestampFailed(url, `cannot be reached: ${(error as Error).message}`, { cause: error });
  }
}
